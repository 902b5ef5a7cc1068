//! `setwise lab`: serves the browser lab on this computer.

mod http;

use setwise_jobs::number::parser;
use std::borrow::Cow;
use std::io::{Read, Write};
use std::net::TcpListener;

use flate2::read::GzDecoder;

use self::http::Answer;
use crate::interruption::Interruption;
use crate::verdict::{Exit, Failure, Verdict};

/// The files of the lab: their names, and their contents compressed by gzip, from the folder
/// `lab/compressed` at build time.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/lab_files.rs"));

/// What the page may load and run: only files of this server, and WebAssembly.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; \
                      connect-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'none'";

/// Serve the browser lab
///
/// The lab shows every set of a position, the steps of the techniques, and perft in the browser. It
/// is served to this computer only, until Ctrl-C.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  setwise lab
  setwise lab --port 0                choose a free port

Exit status:
  2    the port is not free
  130  stopped by Ctrl-C (143 by SIGTERM)")]
pub(crate) struct Args {
    /// The port; 0 chooses a free one
    #[arg(long, default_value_t = 8377, value_parser = parser(0..=u16::MAX))]
    port: u16,
}

/// Serves the files until the run is stopped.
pub(crate) fn run(args: &Args, out: &mut impl Write) -> Exit {
    let listener = TcpListener::bind(("127.0.0.1", args.port))
        .map_err(|error| Failure::Run(format!("cannot listen on port {}: {error}", args.port)))?;
    writeln!(out, "The lab is at http://{}/ (Ctrl-C stops it)", listener.local_addr()?)?;
    out.flush()?;
    let interruption = Interruption::current();
    http::serve(&listener, answer_to, || interruption.has_come())?;
    Ok(Verdict::Stopped)
}

fn answer_to(path: &str, takes_gzip: bool) -> Answer {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name = match path.trim_start_matches('/') {
        "" => "index.html",
        name => name,
    };
    let mut fields = vec![
        ("Content-Security-Policy", POLICY),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ];
    match FILES.iter().find(|(file, _)| *file == name) {
        Some((name, compressed)) => {
            fields.extend([("Content-Type", content_type(name)), ("Cache-Control", "no-cache")]);
            fields.push(("Vary", "Accept-Encoding"));
            let body = if takes_gzip {
                fields.push(("Content-Encoding", "gzip"));
                Cow::Borrowed(*compressed)
            } else {
                let mut body = Vec::new();
                GzDecoder::new(*compressed).read_to_end(&mut body).expect("the build made it");
                Cow::Owned(body)
            };
            Answer { status: "200 OK", fields, body }
        }
        None => Answer { status: "404 Not Found", fields, body: b"not found\n".into() },
    }
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_for_development_has_the_same_policy() {
        let script = include_str!("../../../../lab/serve.mjs");
        let policy: String = script
            .lines()
            .skip_while(|line| !line.contains("export const POLICY"))
            .skip(1)
            .take_while(|line| !line.is_empty())
            .flat_map(|line| line.split('"').skip(1).step_by(2))
            .collect();
        assert_eq!(policy, POLICY);
    }

    #[test]
    fn every_file_has_a_type() {
        assert!(FILES.iter().any(|(name, _)| *name == "index.html"));
        for (name, _) in FILES {
            assert_ne!(content_type(name), "application/octet-stream", "{name}");
        }
    }
}
