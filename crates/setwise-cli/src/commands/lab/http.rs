//! A server of constant files over HTTP/1.1, for clients on this computer.
//!
//! Each connection has a thread, one request and one answer. Their number, the bytes of a request
//! and the time are bounded, and no body is read: no client can end the server, and one that holds
//! fewer connections than are allowed blocks no other.

use std::borrow::Cow;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The largest number of connections at the same time; others are closed at once.
const MAX_CONNECTIONS: usize = 64;

/// The largest size of a request in bytes.
const MAX_REQUEST: usize = 16 << 10;

/// The largest number of header fields of a request.
const MAX_FIELDS: usize = 64;

/// How long a connection may last.
const CONNECTION_TIME: Duration = Duration::from_secs(30);

/// How long a connection may wait for its client.
const WAIT: Duration = Duration::from_secs(10);

/// The number of bytes that are written at once.
const PIECE: usize = 64 << 10;

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

/// A server, which has a thread until it is dropped.
pub(super) struct Server {
    address: std::net::SocketAddr,
    is_over: Arc<AtomicBool>,
    accepts: Option<thread::JoinHandle<()>>,
}

impl Server {
    /// Starts to answer the clients of a port; 0 is a free port.
    pub(super) fn start(port: u16, answer_to: AnswerTo) -> io::Result<Server> {
        let listener = TcpListener::bind(("127.0.0.1", port))?;
        let address = listener.local_addr()?;
        let is_over = Arc::new(AtomicBool::new(false));
        let ends = Arc::clone(&is_over);
        let accepts = thread::Builder::new().spawn(move || accept(&listener, answer_to, &ends))?;
        Ok(Server { address, is_over, accepts: Some(accepts) })
    }

    pub(super) fn address(&self) -> std::net::SocketAddr {
        self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
        // The thread waits for a connection, and ends after this one.
        if TcpStream::connect(self.address).is_ok()
            && let Some(accepts) = self.accepts.take()
        {
            let _ = accepts.join();
        }
    }
}

fn accept(listener: &TcpListener, answer_to: AnswerTo, is_over: &AtomicBool) {
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        let Ok(stream) = stream else {
            // Such as too many open files: later there may be fewer.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if open.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
            continue;
        }
        let connection = Connection::new(&open);
        // If there is no thread, the connection is closed.
        let _ = thread::Builder::new().spawn(move || {
            let _connection = connection;
            // A client that has closed the connection needs no answer.
            let _ = serve(stream, answer_to);
        });
    }
}

/// Counts a connection as long as it lives.
struct Connection(Arc<AtomicUsize>);

impl Connection {
    fn new(open: &Arc<AtomicUsize>) -> Connection {
        open.fetch_add(1, Ordering::Relaxed);
        Connection(Arc::clone(open))
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Reads one request and answers it.
fn serve(mut stream: TcpStream, answer_to: AnswerTo) -> io::Result<()> {
    let deadline = Instant::now() + CONNECTION_TIME;
    stream.set_read_timeout(Some(WAIT))?;
    stream.set_write_timeout(Some(WAIT))?;
    stream.set_nodelay(true)?;
    let (answer, has_body) = match read_request(&mut stream, deadline)? {
        Ok(Request { path, is_head, takes_gzip }) => (answer_to(&path, takes_gzip), !is_head),
        Err(status) => {
            (Answer { status, fields: vec![("Allow", "GET, HEAD")], body: b"".into() }, true)
        }
    };
    let mut head = format!("HTTP/1.1 {}\r\nConnection: close\r\n", answer.status);
    head += &format!("Content-Length: {}\r\n", answer.body.len());
    for (name, value) in answer.fields {
        head += &format!("{name}: {value}\r\n");
    }
    head += "\r\n";
    stream.write_all(head.as_bytes())?;
    let mut rest = if has_body { &answer.body[..] } else { b"" };
    while !rest.is_empty() {
        check(deadline)?;
        let written = stream.write(&rest[..rest.len().min(PIECE)])?;
        rest = &rest[written..];
    }
    // If a connection is closed before all was read that the client has sent, the client may lose
    // the answer.
    stream.shutdown(Shutdown::Write)?;
    stream.set_read_timeout(Some(Duration::from_secs(1)))?;
    let mut unread = [0; 4096];
    for _ in 0..MAX_REQUEST / unread.len() {
        check(deadline)?;
        if stream.read(&mut unread)? == 0 {
            break;
        }
    }
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
fn read_request(
    stream: &mut TcpStream,
    deadline: Instant,
) -> io::Result<Result<Request, &'static str>> {
    let mut text = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let length = stream.read(&mut piece)?;
        if length == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        text.extend_from_slice(&piece[..length]);
        check(deadline)?;
        let mut fields = [httparse::EMPTY_HEADER; MAX_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        match request.parse(&text) {
            Ok(httparse::Status::Complete(_)) => return Ok(accepted(&request)),
            Ok(httparse::Status::Partial) if text.len() < MAX_REQUEST => {}
            Ok(httparse::Status::Partial) | Err(httparse::Error::TooManyHeaders) => {
                return Ok(Err("431 Request Header Fields Too Large"));
            }
            Err(_) => return Ok(Err("400 Bad Request")),
        }
    }
}

/// Returns the request unless it is refused: because of its method, or because it has a body.
fn accepted(request: &httparse::Request<'_, '_>) -> Result<Request, &'static str> {
    let is_head = match request.method {
        Some("GET") => false,
        Some("HEAD") => true,
        _ => return Err("405 Method Not Allowed"),
    };
    let has_body = request.headers.iter().any(|field| {
        field.name.eq_ignore_ascii_case("Transfer-Encoding")
            || field.name.eq_ignore_ascii_case("Content-Length") && field.value.trim_ascii() != b"0"
    });
    if has_body {
        return Err("400 Bad Request");
    }
    let takes_gzip = request
        .headers
        .iter()
        .any(|field| field.name.eq_ignore_ascii_case("Accept-Encoding") && has_gzip(field.value));
    Ok(Request { path: request.path.unwrap_or_default().to_owned(), is_head, takes_gzip })
}

/// Returns whether a list of codings has gzip with a quality above 0.
fn has_gzip(codings: &[u8]) -> bool {
    String::from_utf8_lossy(codings).to_ascii_lowercase().split(',').any(|coding| {
        let mut parts = coding.split(';').map(str::trim);
        let is_gzip = parts.next() == Some("gzip");
        let quality = parts.find_map(|part| part.strip_prefix("q=")?.parse::<f32>().ok());
        is_gzip && quality != Some(0.0)
    })
}

fn check(deadline: Instant) -> io::Result<()> {
    if Instant::now() < deadline { Ok(()) } else { Err(io::ErrorKind::TimedOut.into()) }
}

#[cfg(test)]
mod tests {
    use std::io::{BufRead, BufReader};
    use std::sync::OnceLock;

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

    fn client(server: &Server, request: &str) -> TcpStream {
        let mut client = TcpStream::connect(server.address()).expect("it listens");
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
        let server = Server::start(0, files).expect("a port");
        let request = "GET /large HTTP/1.1\r\n\r\n";
        let idle: Vec<TcpStream> = (0..20).map(|_| client(&server, request)).collect();
        let silent: Vec<TcpStream> = (0..20).map(|_| client(&server, "GET")).collect();
        assert_eq!(status(&server, "GET / HTTP/1.1\r\n\r\n"), "HTTP/1.1 200 OK");
        drop((idle, silent));
    }

    /// Fails if the server allocates what a request claims as its length: the process would end.
    #[test]
    fn bodies_are_refused() {
        let server = Server::start(0, files).expect("a port");
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
        let fields = "a: b\r\n".repeat(MAX_FIELDS + 1);
        let long = "a".repeat(MAX_REQUEST);
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
            assert_eq!(has_gzip(codings.as_bytes()), expected, "{codings}");
        }
    }

    #[test]
    fn a_file_is_sent_whole_and_its_head_alone() {
        let server = Server::start(0, files).expect("a port");
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
