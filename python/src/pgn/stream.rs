//! Tables of games as Arrow record batches: reading them on threads.

use std::fmt::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, ThreadId};
use std::time::Instant;

use arrow_array::{RecordBatch as ArrowBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyKeyboardInterrupt, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use setwise_tables::{
    Collector, GameError, InputRead, Inputs, ReadOptions, Record, Selection, TablesCollector,
    TablesPart, Tag, Wanted, older_tables, read,
};

use super::WrongGames;
use super::batches::{Plan, Rows};
use super::find;
use super::place::PgnError;
use super::source::exception;
use crate::{arrow, work};

/// The number of batches that are read ahead.
const AHEAD: usize = 2;

/// Some rows of a table of games.
///
/// Other packages take the rows by Arrow's PyCapsule interface, numbers without a copy:
/// ``pyarrow.record_batch(batch)``, ``polars.DataFrame(batch)``.
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct RecordBatch(ArrowBatch);

#[pymethods]
impl RecordBatch {
    /// The number of rows.
    ///
    /// Returns
    /// -------
    /// int
    ///     At least 1.
    #[getter]
    fn num_rows(&self) -> usize {
        self.0.num_rows()
    }

    /// The names of the columns.
    ///
    /// Returns
    /// -------
    /// list of str
    ///     In order.
    #[getter]
    fn column_names(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    /// Return the schema, for readers of Arrow data.
    ///
    /// Returns
    /// -------
    /// PyCapsule
    ///     An ``ArrowSchema``.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        arrow::export_schema(py, &self.0.schema())
    }

    /// Return the rows, for readers of Arrow data.
    ///
    /// Parameters
    /// ----------
    /// requested_schema : PyCapsule, optional
    ///     The schema to cast to, if all columns can be.
    ///
    /// Returns
    /// -------
    /// tuple of PyCapsule
    ///     An ``ArrowSchema`` and an ``ArrowArray``, which shares the memory of the batch.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyCapsule>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        arrow::export_batch(py, &self.0, requested_schema)
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    fn __repr__(&self) -> String {
        let (rows, columns) = (self.0.num_rows(), self.0.num_columns());
        format!("<RecordBatch: {rows} rows, {columns} columns>")
    }
}

/// The iterator of `RecordBatches`.
#[pyclass(frozen, module = "setwise.pgn")]
pub(crate) struct BatchReader(Mutex<Batches>);

impl BatchReader {
    pub(super) fn new(plan: &Arc<Plan>) -> BatchReader {
        BatchReader(Mutex::new(Batches::new(plan)))
    }
}

#[pymethods]
impl BatchReader {
    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<RecordBatch>> {
        py.detach(|| {
            // Another thread may wait for its batch.
            let mut batches = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            batches.next().transpose()
        })
        .map(|batch| batch.map(RecordBatch))
        .map_err(Failure::exception)
    }
}

/// The batches of a plan. The first call of `next` begins to read.
struct Batches {
    plan: Arc<Plan>,
    reading: Option<Reading>,
    /// The thread that answers signals, if the batches were made there.
    thread: ThreadId,
    /// The time of the last check for signals.
    checked: Instant,
    is_over: bool,
}

/// The thread that reads.
struct Reading {
    received: Receiver<Result<ArrowBatch, Failure>>,
    thread: JoinHandle<()>,
    _stop: Stop,
}

/// Stops the thread when it is dropped, also where no row is sent for long.
struct Stop(Arc<AtomicBool>);

impl Drop for Stop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Reading {
    fn start(plan: &Arc<Plan>) -> Result<Reading, Failure> {
        let (sender, received) = sync_channel(AHEAD);
        let plan = Arc::clone(plan);
        let stop = Stop(Arc::default());
        let is_stopped = Arc::clone(&stop.0);
        let started = thread::Builder::new().spawn(move || {
            read_batches(&plan, &Target { sender: &sender, is_stopped: &is_stopped });
        });
        let thread = started.map_err(|error| Failure::Thread(error.to_string()))?;
        Ok(Reading { received, thread, _stop: stop })
    }

    /// Waits for the end of the thread, and returns the reason if it has panicked.
    fn end(self) -> Option<Failure> {
        let panic = self.thread.join().err()?;
        let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
        let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
        Some(Failure::Thread(text.unwrap_or_else(|| "a panic".to_owned())))
    }
}

/// The reason why no more batches come.
enum Failure {
    Game(String, &'static str, String, u64),
    File(String, std::io::Error),
    /// A thread cannot be started, or has panicked: the text says why.
    Thread(String),
    /// A signal handler of Python raised an exception, or a warning is one.
    Interrupt(PyErr),
}

impl Failure {
    fn exception(self) -> PyErr {
        match self {
            Failure::File(file, error) => exception(error, Some(&file)),
            Failure::Game(message, kind, file, byte) => {
                let none = None::<u64>;
                PgnError::new_err((message, kind, file, none, none, none, byte))
            }
            Failure::Thread(_) => PyRuntimeError::new_err(self.text()),
            Failure::Interrupt(exception) => exception,
        }
    }

    /// Returns the text of an error of an Arrow stream. Only an interrupt needs the GIL for that.
    ///
    /// The reader raises an exception of its own class with the text. A caller that catches it must
    /// not go on after Ctrl-C, so Ctrl-C comes again as soon as code in Python runs.
    fn text(self) -> String {
        match self {
            Failure::File(file, error) => format!("{file}: {error}"),
            Failure::Game(message, ..) => message,
            Failure::Thread(reason) => format!("a thread that reads has failed: {reason}"),
            Failure::Interrupt(exception) => Python::attach(|py| {
                // Before the interrupt, which would come in the middle of it.
                let text = exception.to_string();
                if exception.is_instance_of::<PyKeyboardInterrupt>(py) {
                    let again =
                        py.import("_thread").and_then(|it| it.call_method0("interrupt_main"));
                    if let Err(error) = again {
                        error.write_unraisable(py, None);
                    }
                }
                text
            }),
        }
    }
}

impl Batches {
    fn new(plan: &Arc<Plan>) -> Batches {
        let (thread, checked) = (thread::current().id(), Instant::now());
        Batches { plan: Arc::clone(plan), reading: None, thread, checked, is_over: false }
    }

    /// Warns of the tags of the question and of computed columns that no game has, and of older
    /// tables. A warning may be an exception.
    fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let missing = match &self.plan.rows {
            Rows::Table { tables, selection, .. } => {
                [selection.missing_tags(), tables.computed.missing_tags()].concat()
            }
            Rows::Found(find, _) => {
                let inputs = &self.plan.inputs;
                let older = py.detach(|| older_tables(inputs));
                older.map_or(Ok(()), |older| work::warn(py, older))?;
                find.missing_tags()
            }
        };
        missing.iter().try_for_each(|tag| work::warn(py, tag))
    }

    fn next_or_wait(&mut self) -> Option<Result<ArrowBatch, Failure>> {
        let reading = match self.reading.take().map_or_else(|| Reading::start(&self.plan), Ok) {
            Ok(reading) => self.reading.insert(reading),
            Err(failure) => return Some(Err(failure)),
        };
        // Only the main thread answers signals. Another one must not wait for the GIL, which the
        // main thread may hold while it waits for this one.
        let answers_signals = thread::current().id() == self.thread;
        match work::receive(&reading.received, answers_signals.then_some(&mut self.checked)) {
            Ok(Some(batch)) => Some(batch),
            Ok(None) => self.reading.take().and_then(Reading::end).map(Err),
            Err(interrupt) => Some(Err(Failure::Interrupt(interrupt))),
        }
    }
}

impl Iterator for Batches {
    type Item = Result<ArrowBatch, Failure>;

    fn next(&mut self) -> Option<Result<ArrowBatch, Failure>> {
        if self.is_over {
            return None;
        }
        let mut next = self.next_or_wait();
        if next.is_none() && thread::current().id() == self.thread {
            let warned = Python::attach(|py| self.warn(py));
            next = warned.err().map(|exception| Err(Failure::Interrupt(exception)));
        }
        if !matches!(next, Some(Ok(_))) {
            self.is_over = true;
            // The thread ends when it has no receiver.
            self.reading = None;
        }
        next
    }
}

/// The batches of a plan as an Arrow stream.
pub(super) struct ArrowStream {
    batches: Batches,
    schema: SchemaRef,
}

impl ArrowStream {
    pub(super) fn new(plan: &Arc<Plan>) -> ArrowStream {
        ArrowStream { batches: Batches::new(plan), schema: Arc::clone(&plan.schema) }
    }
}

impl Iterator for ArrowStream {
    type Item = Result<ArrowBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let failed = |failure: Failure| ArrowError::ComputeError(failure.text());
        Some(self.batches.next()?.map_err(failed))
    }
}

impl RecordBatchReader for ArrowStream {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}

/// Where batches are sent, until the receiver is gone.
struct Target<'s> {
    sender: &'s SyncSender<Result<ArrowBatch, Failure>>,
    is_stopped: &'s AtomicBool,
}

impl Target<'_> {
    /// Sends rows, if there are some. Returns an error if the receiver is gone.
    fn send(&self, batch: Option<Result<ArrowBatch, Failure>>) -> Result<(), ()> {
        match batch {
            _ if self.is_stopped.load(Ordering::Relaxed) => Err(()),
            Some(batch) => self.sender.send(batch).map_err(|_| ()),
            None => Ok(()),
        }
    }
}

/// Reads the batches and sends them; ends early if the receiver is gone.
fn read_batches(plan: &Plan, target: &Target<'_>) {
    let options =
        ReadOptions { threads: plan.threads, pgn: plan.options, ..ReadOptions::default() };
    // The columns fit the schema, because both come from the same table.
    let wrong = |error: ArrowError| Failure::Thread(error.to_string());
    let read = match &plan.rows {
        Rows::Table { tables, selection, wrong_games } => {
            let is_of_games = tables.games.is_some();
            let tables = TablesCollector::new(&plan.inputs, tables.clone(), selection.clone());
            let raises = *wrong_games == WrongGames::Raise;
            let collector = Watched { tables, raises, inputs: &plan.inputs };
            read(&plan.inputs, &options, &collector, |mut part, _| {
                if let Some(failure) = part.failure {
                    let _ = target.send(Some(Err(failure)));
                    return Err(());
                }
                let rows = if is_of_games { part.tables.games() } else { part.tables.positions() };
                match rows {
                    Ok(rows) => {
                        rows.into_iter().try_for_each(|rows| target.send(Some(Ok(rows))))?;
                    }
                    Err(error) => target.send(Some(Err(wrong(error))))?,
                }
                // Also where there are no rows, the end of the receiver is noticed.
                target.send(None)
            })
        }
        Rows::Found(find, Some(counts)) => {
            let mut counts = counts.clone();
            let read = read(&plan.inputs, &options, &**find, |mut part, _| {
                part.finish();
                let added = part.found.iter().try_for_each(|game| counts.add(game));
                target.send(added.err().map(|error| Err(Failure::Thread(error.to_string()))))
            });
            let batch = counts.batch().map_err(wrong);
            let is_empty = batch.as_ref().is_ok_and(|batch| batch.num_rows() == 0);
            let _ = target.send((read.is_ok() && !is_empty).then_some(batch));
            read
        }
        Rows::Found(find, None) => {
            let mut games = 0;
            read(&plan.inputs, &options, &**find, |mut part, _| {
                part.finish();
                let before = games;
                games += part.games;
                let batch = || find::batch(&part, before, &plan.schema).map_err(wrong);
                target.send((!part.found.is_empty()).then(batch))
            })
        }
    };
    for InputRead { input, error, .. } in read.unwrap_or_default() {
        if let Some(error) = error {
            let file = plan.inputs.paths()[input as usize].display().to_string();
            let _ = target.send(Some(Err(Failure::File(file, error))));
        }
    }
}

/// Makes tables, and takes note of the first game with an error if that is an exception.
struct Watched<'p> {
    tables: TablesCollector,
    raises: bool,
    inputs: &'p Inputs,
}

struct WatchedPart {
    tables: TablesPart,
    failure: Option<Failure>,
}

impl Collector for Watched<'_> {
    type Part = WatchedPart;

    fn wanted(&self) -> Wanted {
        self.tables.wanted()
    }

    fn selection(&self) -> Option<&Selection> {
        self.tables.selection()
    }

    fn part(&self) -> WatchedPart {
        WatchedPart { tables: self.tables.part(), failure: None }
    }

    fn add(&self, part: &mut WatchedPart, game: &Record) {
        self.tables.add(&mut part.tables, game);
        if let Some(error) = game.error.as_ref().filter(|_| self.raises) {
            part.failure.get_or_insert_with(|| failure(self.inputs, game, error));
        }
    }
}

/// Returns `FILE: game at byte 120 (White - Black), after 5 plies, byte 170: message`.
fn failure(inputs: &Inputs, game: &Record, found: &GameError) -> Failure {
    let file = inputs.paths()[game.input as usize].display().to_string();
    let byte = game.place.offset + found.distance;
    let mut message = format!("{file}: ");
    let mut describe = || -> fmt::Result {
        if game.place.frame > 0 {
            write!(message, "frame at byte {}, ", game.place.frame)?;
        }
        write!(message, "game at byte {}", game.place.offset)?;
        if let Some((white, black)) = game.tags.get(Tag::White).zip(game.tags.get(Tag::Black)) {
            write!(message, " ({white} - {black})")?;
        }
        let error = found.error.message();
        let plies = if game.moves.len() == 1 { "ply" } else { "plies" };
        write!(message, ", after {} {plies}, at byte {byte}: {error}", game.moves.len())
    };
    // Writing to a string does not fail.
    let _ = describe();
    Failure::Game(message, found.error.name(), file, byte)
}
