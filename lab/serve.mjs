// Serves a folder of static files on this computer only, with the policy that `setwise lab` sets, and
// compressed as it does.
import { createReadStream, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { createGzip } from "node:zlib";

export const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; " +
  "connect-src 'self'; style-src 'self'; img-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
};

/** Starts the server, and returns it when it listens. */
export function serve(folder, port) {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://localhost").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const type = TYPES[extname(file)];
    if (!type || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      response.writeHead(404, { "content-type": "text/plain" }).end("not found\n");
      return;
    }
    const compressed = type !== TYPES[".png"] && /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
    response.writeHead(200, {
      "content-type": type,
      ...(compressed && { "content-encoding": "gzip" }),
      "vary": "accept-encoding",
      "content-security-policy": POLICY,
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    const text = createReadStream(file);
    (compressed ? text.pipe(createGzip()) : text).pipe(response);
  });
  return new Promise((resolve) => server.listen(port, "127.0.0.1", () => resolve(server)));
}
