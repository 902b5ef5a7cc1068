// Serves what has been built, for the tests.
import { fileURLToPath } from "node:url";
import { serve } from "../serve.mjs";

await serve(fileURLToPath(new URL("../dist", import.meta.url)), Number(process.env["TEST_PORT"] ?? 8378));
