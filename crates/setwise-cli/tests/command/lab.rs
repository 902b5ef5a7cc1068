//! `setwise lab`, in a build with the files of the lab.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server that is ended with the test.
struct Lab {
    process: Child,
    address: String,
}

impl Lab {
    fn start() -> Lab {
        let mut process = Command::new(env!("CARGO_BIN_EXE_setwise"))
            .args(["lab", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let mut line = String::new();
        let out = process.stdout.take().expect("it is piped");
        BufReader::new(out).read_line(&mut line).expect("it says where it listens");
        let address = line.split(['/', ' ']).find(|word| word.starts_with("127.0.0.1:"));
        Lab { address: address.expect("a loopback address").to_owned(), process }
    }

    /// Returns the head and the body of an answer.
    fn get(&self, request: &str) -> (String, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        write!(stream, "{request} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            .expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head");
        let body = answer.split_off(end + 4);
        (String::from_utf8(answer).expect("ASCII"), body)
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_page_and_its_module_are_served_with_a_strict_policy() {
    let lab = Lab::start();
    let (head, body) = lab.get("GET /?x=1");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(head.contains("script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'"), "{head}");
    assert!(!head.contains("unsafe-inline"), "{head}");
    assert!(String::from_utf8_lossy(&body).contains("<title>Setwise lab</title>"));
    let (head, body) = lab.get("GET /board.wasm");
    assert!(head.contains("application/wasm"), "{head}");
    assert!(body.starts_with(b"\0asm"));
}

#[test]
fn files_are_compressed_for_clients_that_take_it() {
    let lab = Lab::start();
    let (head, whole) = lab.get("GET /lab.js");
    assert!(!head.contains("Content-Encoding"), "{head}");
    let request = "GET /lab.js HTTP/1.1\r\nAccept-Encoding: gzip, deflate, br\r\nX: y";
    let (head, compressed) = lab.get(request);
    assert!(head.contains("Content-Encoding: gzip") && head.contains("Vary: Accept-Encoding"));
    assert!(compressed.len() * 2 < whole.len(), "{} {}", compressed.len(), whole.len());
    let mut unpacked = Vec::new();
    flate2::read::GzDecoder::new(&compressed[..]).read_to_end(&mut unpacked).expect("gzip");
    assert_eq!(unpacked, whole);
}

#[test]
fn other_paths_are_not_found() {
    let lab = Lab::start();
    for request in ["GET /../Cargo.toml", "GET /none", "GET //etc/passwd"] {
        let (head, _) = lab.get(request);
        assert!(head.starts_with("HTTP/1.1 404"), "{request}: {head}");
    }
    let (head, _) = lab.get("POST /index.html");
    assert!(head.starts_with("HTTP/1.1 405"), "{head}");
}

/// Fails if the length that a request claims is allocated: then the server ends.
#[test]
fn a_request_with_a_huge_length_does_not_end_the_server() {
    let lab = Lab::start();
    let (head, _) = lab.get("POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\nX: y");
    assert!(head.starts_with("HTTP/1.1 4"), "{head}");
    let (head, _) = lab.get("GET /");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
}
