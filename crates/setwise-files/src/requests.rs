//! The requests of `object_store`, by the crate `ureq`.
//!
//! A request runs on the thread that waits for it, so no other thread is needed, and none is missing
//! in a process that was forked. An answer is read whole, and only as far as it can be right: a
//! server that sends more, or sends no end, is an error.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use http_body_util::BodyExt;
use object_store::client::{
    ClientConfigKey, ClientOptions, HttpClient, HttpConnector, HttpError, HttpErrorKind,
    HttpRequest, HttpResponse, HttpService,
};
use ureq::http::{HeaderValue, Method, Request, header};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Error, Proxy};

use crate::MAX_OBJECT;

/// The time in which a request is answered, unless the caller's options say another.
const TIMEOUT: Duration = Duration::from_secs(120);

/// The maximum size of a list of names, in bytes: it has a thousand.
const MAX_LIST: u64 = 16 << 20;

/// Opens stores.
#[derive(Debug)]
pub(crate) struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, options: &ClientOptions) -> object_store::Result<HttpClient> {
        let option = |key| options.get_config_value(&key);
        let is_set = |key| option(key).as_deref() == Some("true");
        let wrong = |source| object_store::Error::Generic { store: "HTTP", source };
        let time = |key| option(key).map(|time| humantime::parse_duration(&time)).transpose();
        let timeout = time(ClientConfigKey::Timeout).map_err(|error| wrong(error.into()))?;
        let connect = time(ClientConfigKey::ConnectTimeout).map_err(|error| wrong(error.into()))?;
        let proxy = option(ClientConfigKey::ProxyUrl).map(|url| Proxy::new(&url)).transpose();
        let proxy = proxy.map_err(|error| wrong(error.into()))?.or_else(Proxy::try_from_env);
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .disable_verification(is_set(ClientConfigKey::AllowInvalidCertificates))
            .unversioned_rustls_crypto_provider(provider);
        let agent = Agent::config_builder()
            .http_status_as_error(false)
            .https_only(!is_set(ClientConfigKey::AllowHttp))
            .proxy(proxy)
            .timeout_connect(connect)
            .timeout_global(Some(timeout.unwrap_or(TIMEOUT)))
            .tls_config(tls.build())
            .build();
        Ok(HttpClient::new(Requests(agent.into())))
    }
}

#[derive(Debug)]
struct Requests(Agent);

#[async_trait]
impl HttpService for Requests {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let most = most(&request);
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        let answer = match parts.method {
            Method::PUT | Method::POST => self.0.run(Request::from_parts(parts, &*body)),
            _ => self.0.run(Request::from_parts(parts, ())),
        };
        let (parts, body) = answer.map_err(http_error)?.into_parts();
        // One byte more is an error.
        let body = body.into_with_config().limit(most + 1).read_to_vec().map_err(http_error)?;
        Ok(HttpResponse::from_parts(parts, body.into()))
    }
}

/// Returns the maximum size of the answer to a request.
fn most(request: &HttpRequest) -> u64 {
    let range = request.headers().get(header::RANGE).map(HeaderValue::to_str);
    let range = range.and_then(|range| range.ok()?.strip_prefix("bytes=")?.split_once('-'));
    let size = range.and_then(|(first, last)| {
        last.parse::<u64>().ok()?.checked_sub(first.parse().ok()?)?.checked_add(1)
    });
    let query = request.uri().query().unwrap_or_default();
    match size {
        // A server may explain at length why it does not send a few bytes.
        Some(size) => size.max(1 << 16),
        None if query.contains("list-type=") || query.contains("comp=list") => MAX_LIST,
        None => MAX_OBJECT,
    }
}

/// Returns an error by what `object_store` does with it: it sends a request again that a network has
/// lost. Any may be sent twice: an object that is there already is compared with what was written.
fn http_error(error: Error) -> HttpError {
    let kind = match &error {
        Error::Timeout(_) | Error::ConnectionFailed | Error::Io(_) | Error::Protocol(_) => {
            HttpErrorKind::Request
        }
        _ => HttpErrorKind::Unknown,
    };
    let error: io::Error = match error {
        Error::BodyExceedsLimit(most) => {
            io::Error::other(format!("the server sends more than {} bytes", most - 1))
        }
        error => error.into_io(),
    };
    HttpError::new(kind, error)
}
