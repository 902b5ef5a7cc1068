//! A server of constant files over HTTP/1.1, for clients on this computer.
//!
//! Each connection has a thread, one request and one answer. The number of connections, the bytes
//! of a request and the time that a client may wait are bounded, and no body is read: no client can
//! end the server, and one that holds fewer connections than are allowed blocks no other.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

/// The largest number of connections at the same time; others are closed at once.
const MAX_CONNECTIONS: usize = 64;

/// The largest size of a request in bytes.
const MAX_REQUEST: u64 = 16 << 10;

/// How long a read or a write may wait for its client.
const WAIT: Duration = Duration::from_secs(10);

/// How often the server looks for a connection, and whether it must end.
const INTERVAL: Duration = Duration::from_millis(5);

/// What is sent.
pub(super) struct Answer {
    /// The number and the words of the status.
    pub(super) status: &'static str,
    /// The names and values of header fields, without the fields of the connection and the length.
    pub(super) fields: Vec<(&'static str, &'static str)>,
    pub(super) body: Cow<'static, [u8]>,
}

/// Returns the answer to a `GET` of a path, of a client that may take gzip.
pub(super) type AnswerTo = fn(&str, bool) -> Answer;

/// Answers clients until the server must end.
///
/// # Errors
///
/// Returns an error if the listener cannot be used.
pub(super) fn serve(
    listener: &TcpListener,
    answer_to: AnswerTo,
    is_over: impl Fn() -> bool,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let open = Arc::new(());
    while !is_over() {
        match listener.accept() {
            Ok((stream, _)) if Arc::strong_count(&open) <= MAX_CONNECTIONS => {
                let connection = Arc::clone(&open);
                // If there is no thread, the connection is closed.
                let _ = thread::Builder::new().spawn(move || {
                    let _connection = connection;
                    // A client that has closed the connection needs no answer.
                    let _ = answer(&stream, answer_to);
                });
            }
            Ok(_) => {}
            // No client waits, or for example too many files are open: later there may be fewer.
            Err(_) => thread::sleep(INTERVAL),
        }
    }
    Ok(())
}

/// Reads one request and answers it.
fn answer(mut stream: &TcpStream, answer_to: AnswerTo) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(WAIT))?;
    stream.set_write_timeout(Some(WAIT))?;
    stream.set_nodelay(true)?;
    let mut is_head = false;
    let answer = match read_request(stream)? {
        Ok(request) => {
            is_head = request.is_head;
            answer_to(&request.path, request.takes_gzip)
        }
        Err(status) => Answer { status, fields: vec![("Allow", "GET, HEAD")], body: b"".into() },
    };
    let mut head = format!("HTTP/1.1 {}\r\nConnection: close\r\n", answer.status);
    head += &format!("Content-Length: {}\r\n", answer.body.len());
    for (name, value) in answer.fields {
        head += &format!("{name}: {value}\r\n");
    }
    stream.write_all((head + "\r\n").as_bytes())?;
    stream.write_all(if is_head { b"" } else { &answer.body })?;
    // If a connection is closed before all was read that the client has sent, the client may lose
    // the answer.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    io::copy(&mut stream.take(MAX_REQUEST), &mut io::sink())?;
    Ok(())
}

/// A request that is answered with a file.
struct Request {
    path: String,
    /// Whether only the head of the answer is sent.
    is_head: bool,
    /// Whether the answer may be compressed by gzip.
    takes_gzip: bool,
}

/// Reads the head of a request; returns it, or the status of a request that is refused.
fn read_request(stream: &TcpStream) -> io::Result<Result<Request, &'static str>> {
    let mut lines = BufReader::new(stream.take(MAX_REQUEST));
    let mut read = || {
        let mut line = String::new();
        match lines.read_line(&mut line) {
            Ok(_) if line.ends_with('\n') => Ok(Ok(line.trim_end().to_owned())),
            Ok(_) if lines.get_ref().limit() == 0 => Ok(Err("431 Request Header Fields Too Large")),
            Ok(_) => Err(ErrorKind::UnexpectedEof.into()),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Err("400 Bad Request")),
            Err(error) => Err(error),
        }
    };
    let first = match read()? {
        Ok(line) => line,
        Err(status) => return Ok(Err(status)),
    };
    let [method, path, "HTTP/1.0" | "HTTP/1.1"] = first.split(' ').collect::<Vec<_>>()[..] else {
        return Ok(Err("400 Bad Request"));
    };
    if !matches!(method, "GET" | "HEAD") {
        return Ok(Err("405 Method Not Allowed"));
    }
    let mut request =
        Request { path: path.to_owned(), is_head: method == "HEAD", takes_gzip: false };
    loop {
        let line = match read()? {
            Ok(line) if line.is_empty() => return Ok(Ok(request)),
            Ok(line) => line,
            Err(status) => return Ok(Err(status)),
        };
        let (name, value) = line.split_once(':').unwrap_or_default();
        match (name.to_ascii_lowercase().as_str(), value.trim()) {
            ("content-length", "0") => {}
            ("" | "content-length" | "transfer-encoding", _) => return Ok(Err("400 Bad Request")),
            ("accept-encoding", codings) => request.takes_gzip = has_gzip(codings),
            _ => {}
        }
    }
}

/// Returns whether a list of codings has gzip with a quality above 0.
fn has_gzip(codings: &str) -> bool {
    codings.to_ascii_lowercase().split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next() == Some("gzip");
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && quality != Some(0.0)
    })
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    /// Larger than what a connection buffers.
    const LARGE: usize = 64 << 20;

    fn files(path: &str, _: bool) -> Answer {
        static BYTES: OnceLock<Vec<u8>> = OnceLock::new();
        let body = match path {
            "/large" => BYTES.get_or_init(|| vec![0; LARGE]),
            _ => &b"small"[..],
        };
        Answer { status: "200 OK", fields: vec![], body: body.into() }
    }

    /// A server that ends with its test.
    struct Server {
        address: SocketAddr,
        is_over: Arc<AtomicBool>,
    }

    impl Server {
        fn start() -> Server {
            let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
            let address = listener.local_addr().expect("it is bound");
            let is_over = Arc::new(AtomicBool::new(false));
            let ends = Arc::clone(&is_over);
            thread::spawn(move || serve(&listener, files, || ends.load(Ordering::Relaxed)));
            Server { address, is_over }
        }
    }

    impl Drop for Server {
        fn drop(&mut self) {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn client(server: &Server, request: &str) -> TcpStream {
        let mut client = TcpStream::connect(server.address).expect("it listens");
        client.set_read_timeout(Some(Duration::from_secs(60))).expect("a socket");
        client.write_all(request.as_bytes()).expect("it reads");
        client
    }

    fn status(server: &Server, request: &str) -> String {
        let mut line = String::new();
        BufReader::new(client(server, request)).read_line(&mut line).expect("an answer");
        line.trim_end().to_owned()
    }

    /// Fails if a client that does not read keeps others from their answers.
    #[test]
    fn clients_that_do_not_read_or_write_block_no_others() {
        let server = Server::start();
        let request = "GET /large HTTP/1.1\r\n\r\n";
        let idle: Vec<TcpStream> = (0..20).map(|_| client(&server, request)).collect();
        let silent: Vec<TcpStream> = (0..20).map(|_| client(&server, "GET")).collect();
        assert_eq!(status(&server, "GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 200 OK");
        drop((idle, silent));
    }

    /// Fails if the server allocates what a request claims as its length: the process would end.
    #[test]
    fn bodies_are_refused() {
        let server = Server::start();
        for (request, expected) in [
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n", "405 Method Not Allowed"),
            ("GET / HTTP/1.1\r\nContent-Length: 99999999999999\r\n\r\n", "400 Bad Request"),
            ("GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", "400 Bad Request"),
            ("GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "200 OK"),
            ("HEAD / HTTP/1.0\r\n\r\n", "200 OK"),
            ("\u{16}\u{3}\u{1}\r\n\r\n", "400 Bad Request"),
        ] {
            assert_eq!(status(&server, request), format!("HTTP/1.1 {expected}"), "{request:?}");
        }
        let fields = "a: b\r\n".repeat(MAX_REQUEST as usize / 6);
        let long = "a".repeat(MAX_REQUEST as usize);
        for request in
            [format!("GET / HTTP/1.1\r\n{fields}\r\n"), format!("GET / HTTP/1.1\r\na: {long}")]
        {
            assert!(status(&server, &request).starts_with("HTTP/1.1 431 "));
        }
    }

    #[test]
    fn gzip_is_taken_by_clients_that_name_it() {
        for (codings, expected) in [
            ("gzip", true),
            ("br, GZip;q=0.5", true),
            ("gzip;q=0, deflate", false),
            ("x-gzip, identity", false),
            ("", false),
        ] {
            assert_eq!(has_gzip(codings), expected, "{codings}");
        }
    }

    #[test]
    fn a_file_is_sent_whole_and_its_head_alone() {
        let server = Server::start();
        let answer = |method: &str| {
            let mut bytes = Vec::new();
            let request = format!("{method} /large HTTP/1.1\r\n\r\n");
            client(&server, &request).read_to_end(&mut bytes).expect("an answer");
            bytes
        };
        let head = answer("HEAD");
        assert!(head.ends_with(b"\r\n\r\n") && head.len() < 200);
        assert_eq!(answer("GET").len(), head.len() + LARGE);
    }
}
