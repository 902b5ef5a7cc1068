//! Object stores: the crate `object_store`, by URLs and from threads that wait.
//!
//! A store is opened at the first use of a URL with its scheme and host or bucket, and kept for the
//! process. Requests run on the thread that calls.

use std::collections::HashMap;
use std::io::{self, ErrorKind};
use std::ops::Range;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::http::HttpBuilder;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    Error, GetOptions, ObjectMeta, ObjectStore, ObjectStoreExt, ObjectStoreScheme, PutMode,
    PutOptions, PutPayload, UpdateVersion,
};
use tokio::runtime::Builder;
use url::{Position, Url};

use crate::requests::Connector;
use crate::{Entry, Existing, Facts, Kind};

/// The schemes that are read and written, and those that are only read.
const SCHEMES: [&str; 11] =
    ["s3", "s3a", "gs", "az", "abfs", "abfss", "adl", "azure", "memory", "https", "http"];

/// The pauses in ms before an object is sent again that a store says it has and has not.
const PAUSES: [u64; 5] = [100, 200, 400, 800, 1600];

static STORES: LazyLock<Mutex<Stores>> = LazyLock::new(Mutex::default);

#[derive(Default)]
struct Stores {
    /// By process too: after a fork, two would take the answers to each other's requests.
    open: HashMap<(u32, String), Arc<dyn ObjectStore>>,
    options: HashMap<String, Vec<(String, String)>>,
}

fn stores() -> MutexGuard<'static, Stores> {
    STORES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Sets the options of the store of a URL, for this process: credentials, region, endpoint and so
/// on, by the names of the crate `object_store`, such as `aws_endpoint`. They come before those of
/// environment variables. Other options of the store are forgotten.
///
/// # Errors
///
/// The URL is invalid, or its scheme is not known.
pub fn set_options(
    url: &str,
    options: impl IntoIterator<Item = (String, String)>,
) -> io::Result<()> {
    let (url, ..) = parse(url)?;
    let name = url[..Position::BeforePath].to_owned();
    let mut stores = stores();
    stores.open.retain(|(_, other), _| *other != name);
    stores.options.insert(name, options.into_iter().collect());
    Ok(())
}

/// Checks that a URL can be opened: its form and its scheme.
pub(crate) fn check(url: &str) -> io::Result<()> {
    parse(url).map(drop)
}

/// Parses a URL, and finds the kind of store and the path in it.
fn parse(text: &str) -> io::Result<(Url, ObjectStoreScheme, Path)> {
    let wrong = |reason: &str| {
        io::Error::new(ErrorKind::InvalidInput, format!("{}: {reason}", shown(text)))
    };
    let url = Url::parse(text).map_err(|error| wrong(&error.to_string()))?;
    if !SCHEMES.contains(&url.scheme()) {
        return Err(wrong("no known kind of store (expected s3://, gs://, az:// or https://)"));
    }
    if url.query().is_some() || url.fragment().is_some() || url.password().is_some() {
        return Err(wrong("a URL without a query, a fragment and a password is expected"));
    }
    let parsed = ObjectStoreScheme::parse(&url);
    let (kind, path) = parsed.map_err(|error| wrong(&error.to_string()))?;
    Ok((url, kind, path))
}

/// Returns a URL without what may be a secret: its user, password and query.
fn shown(url: &str) -> String {
    let url = url.split(['?', '#']).next().unwrap_or_default();
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("{scheme}://{}{path}", host.rsplit('@').next().unwrap_or_default())
}

/// Returns the store of a URL, and the path in it.
fn store(text: &str) -> io::Result<(Arc<dyn ObjectStore>, Path)> {
    let (url, kind, path) = parse(text)?;
    let key = (std::process::id(), url[..Position::BeforePath].to_owned());
    let mut stores = stores();
    if let Some(store) = stores.open.get(&key) {
        return Ok((Arc::clone(store), path));
    }
    let is_of_store =
        |name: &str| ["AWS_", "GOOGLE_", "AZURE_"].iter().any(|it| name.starts_with(it));
    let variables = std::env::vars_os().filter_map(|(name, value)| {
        let (name, value) = (name.into_string().ok()?, value.into_string().ok()?);
        is_of_store(&name).then_some((name, value))
    });
    let allow = ("allow_http".to_owned(), (url.scheme() == "http").to_string());
    let mut options: Vec<(String, String)> = [allow].into_iter().chain(variables).collect();
    options.extend(stores.options.get(&key.1).into_iter().flatten().cloned());
    let store = open(&url, kind, options).map_err(|error| io_error(text, error))?;
    stores.open.insert(key, Arc::clone(&store));
    Ok((store, path))
}

/// Opens a store. Options that another kind of store has are passed over.
fn open(
    url: &Url,
    kind: ObjectStoreScheme,
    options: Vec<(String, String)>,
) -> Result<Arc<dyn ObjectStore>, Error> {
    macro_rules! built {
        ($builder:ty, $url:expr) => {{
            let builder = <$builder>::new().with_url($url).with_http_connector(Connector);
            let add = |builder: $builder, (name, value): (String, String)| match name
                .to_ascii_lowercase()
                .parse()
            {
                Ok(name) => builder.with_config(name, value),
                Err(_) => builder,
            };
            Ok(Arc::new(options.into_iter().fold(builder, add).build()?))
        }};
    }
    match kind {
        ObjectStoreScheme::AmazonS3 => built!(AmazonS3Builder, url.as_str()),
        ObjectStoreScheme::GoogleCloudStorage => built!(GoogleCloudStorageBuilder, url.as_str()),
        ObjectStoreScheme::MicrosoftAzure => built!(MicrosoftAzureBuilder, url.as_str()),
        ObjectStoreScheme::Memory => Ok(Arc::new(InMemory::new())),
        _ => built!(HttpBuilder, &url[..Position::BeforePath]),
    }
}

/// Waits for a request. The crate sends it again if it fails as networks do.
fn wait<T>(url: &str, request: impl Future<Output = Result<T, Error>>) -> io::Result<T> {
    run(request)?.map_err(|error| io_error(url, error))
}

fn run<T>(request: impl Future<Output = T>) -> io::Result<T> {
    Ok(Builder::new_current_thread().enable_time().build()?.block_on(request))
}

/// Returns an error of a store as one of files. Its text may have the address of the request: the
/// crate leaves out those that contain a key.
fn io_error(text: &str, error: Error) -> io::Error {
    let kind = match &error {
        Error::NotFound { .. } => ErrorKind::NotFound,
        Error::AlreadyExists { .. } => ErrorKind::AlreadyExists,
        Error::PermissionDenied { .. } | Error::Unauthenticated { .. } => {
            ErrorKind::PermissionDenied
        }
        Error::NotSupported { .. } | Error::NotImplemented { .. } => ErrorKind::Unsupported,
        Error::Precondition { .. } | Error::NotModified { .. } => return changed(text),
        _ => ErrorKind::Other,
    };
    io::Error::new(kind, error)
}

fn changed(url: &str) -> io::Error {
    io::Error::other(format!("{url} has changed meanwhile"))
}

fn file_facts(meta: ObjectMeta) -> Facts {
    let modified = u64::try_from(meta.last_modified.timestamp()).unwrap_or(0);
    Facts { kind: Kind::File, bytes: meta.size, modified, version: meta.e_tag }
}

/// Returns the facts of an object.
pub(crate) fn object_facts(url: &str) -> io::Result<Facts> {
    let (store, path) = store(url)?;
    if path.as_ref().is_empty() {
        return Err(ErrorKind::NotFound.into());
    }
    wait(url, store.head(&path)).map(file_facts)
}

/// Returns the facts of an object or of a directory.
pub(crate) fn facts(url: &str) -> io::Result<Facts> {
    match object_facts(url) {
        Err(error) if error.kind() == ErrorKind::NotFound && !url.starts_with("http") => {
            let (store, path) = store(url)?;
            let prefix = Some(&path).filter(|path| !path.as_ref().is_empty());
            let first = wait(url, async { store.list(prefix).next().await.transpose() })?;
            let bytes = 0;
            let directory = Facts { kind: Kind::Directory, bytes, modified: 0, version: None };
            first.map(|_| directory).ok_or(error)
        }
        found => found,
    }
}

/// Reads a range of an object, all of it, of which the facts are known.
///
/// # Errors
///
/// The object cannot be read or has changed, or the store sends other bytes.
pub(crate) fn read(url: &str, range: Range<u64>, facts: &Facts) -> io::Result<Vec<u8>> {
    if range.is_empty() {
        return Ok(Vec::new());
    }
    let options = GetOptions { range: Some(range.clone().into()), ..GetOptions::default() };
    let (bytes, found) = get(url, options)?;
    // Weak ETags fail `If-Match`, so the answer is compared.
    if (found.bytes, &found.version) != (facts.bytes, &facts.version) {
        return Err(changed(url));
    }
    if bytes.len() as u64 != range.end - range.start {
        let message = format!(
            "{url}: the store sent {} bytes (expected {})",
            bytes.len(),
            range.end - range.start,
        );
        return Err(io::Error::new(ErrorKind::UnexpectedEof, message));
    }
    Ok(bytes)
}

/// Reads a whole object, and its facts.
pub(crate) fn read_whole(url: &str) -> io::Result<(Vec<u8>, Facts)> {
    get(url, GetOptions::default())
}

fn get(url: &str, options: GetOptions) -> io::Result<(Vec<u8>, Facts)> {
    let (store, path) = store(url)?;
    wait(url, async {
        let answer = store.get_opts(&path, options).await?;
        let facts = file_facts(answer.meta.clone());
        Ok((answer.bytes().await?.into(), facts))
    })
}

pub(crate) fn entries(url: &str) -> io::Result<Vec<Entry>> {
    let (store, path) = store(url)?;
    let prefix = Some(&path).filter(|path| !path.as_ref().is_empty());
    let found = wait(url, store.list_with_delimiter(prefix))?;
    let objects = found.objects.iter().map(|object| (&object.location, Some(object.size)));
    let all = objects.chain(found.common_prefixes.iter().map(|path| (path, None)));
    let entry = |(path, bytes): (&Path, Option<u64>)| {
        let name = path.filename()?.into();
        Some(Entry { name, is_directory: bytes.is_none(), bytes })
    };
    Ok(all.filter_map(entry).collect())
}

/// Writes an object by one request. One that is replaced is first taken for one with the same
/// bytes, as the result of a shard that was run twice.
pub(crate) fn put(url: &str, bytes: Vec<u8>, existing: &Existing) -> io::Result<()> {
    let (store, path) = store(url)?;
    let bytes = PutPayload::from(bytes);
    let mut mode = match existing {
        Existing::Stays | Existing::Replaced => PutMode::Create,
        Existing::ReplacedIf(None) => PutMode::Overwrite,
        Existing::ReplacedIf(e_tag) => {
            PutMode::Update(UpdateVersion { e_tag: e_tag.clone(), version: None })
        }
    };
    let mut pauses = PAUSES.into_iter();
    loop {
        let options = PutOptions { mode: mode.clone(), ..PutOptions::default() };
        let error = match run(store.put_opts(&path, bytes.clone(), options))? {
            Ok(_) => return Ok(()),
            Err(error) => error,
        };
        match &error {
            // It may be this object, if the answer to an earlier request was lost.
            Error::AlreadyExists { .. } | Error::Precondition { .. } => match read_whole(url) {
                Ok((found, _)) if found.iter().eq(bytes.iter().flatten()) => return Ok(()),
                Ok(_) if *existing == Existing::Replaced => mode = PutMode::Overwrite,
                Err(other) if other.kind() == ErrorKind::NotFound => {}
                Ok(_) => return Err(io_error(url, error)),
                Err(other) => return Err(other),
            },
            _ => return Err(io_error(url, error)),
        }
        let Some(pause) = pauses.next() else { return Err(io_error(url, error)) };
        std::thread::sleep(Duration::from_millis(pause));
    }
}

pub(crate) fn copy(source: &str, target: &str) -> io::Result<()> {
    let (store, from) = store(source)?;
    let (_, _, to) = parse(target)?;
    wait(source, store.copy(&from, &to))
}

pub(crate) fn delete(url: &str) -> io::Result<()> {
    let (store, path) = store(url)?;
    wait(url, store.delete(&path))
}

/// Deletes an object, and those whose names begin with its name and a slash.
pub(crate) fn delete_all(url: &str) -> io::Result<()> {
    let (store, path) = store(url)?;
    let below = store.list(Some(&path)).map_ok(|object| object.location).boxed();
    wait(url, store.delete_stream(below).try_for_each(async |_| Ok(())))?;
    match delete(url) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        deleted => deleted,
    }
}

/// Writes other bytes to an object that exists, which the store must refuse.
pub(crate) fn check_store(url: &str) -> io::Result<()> {
    let (store, path) = store(url)?;
    let options = PutOptions { mode: PutMode::Create, ..PutOptions::default() };
    match wait(url, store.put_opts(&path, PutPayload::new(), options)) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(()),
        Err(error) => Err(error),
        Ok(_) => {
            delete(url)?;
            let message = "the store overwrites an object though it is asked not to (expected a \
                           store with conditional writes, If-None-Match)";
            Err(io::Error::new(ErrorKind::Unsupported, message))
        }
    }
}
