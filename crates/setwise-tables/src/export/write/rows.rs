//! Rows on their way into a file.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arrow_array::RecordBatch;
use arrow_schema::Schema;

use super::{Encoding, Format, TableSink, TableWriter, WriteOptions};
use crate::export::batch::longest_words;
use crate::export::schema;
use crate::read::Workers;

/// The share of the rows of an open group that may wait to be encoded: they take several times as
/// much memory as encoded rows.
const WAITING: usize = 4;

/// The size in bytes, about, of the texts of a group that repeat in its rows. Without a bound a short
/// input could fill the memory: a game has a long tag once, and its positions have it in each row.
const REPEATED_TEXT: usize = 1 << 24;

/// Has rows encoded by the threads that read, and writes them in order.
pub(crate) struct TableRows<'w> {
    writer: TableWriter<'w>,
    rows_at_once: usize,
    /// Whether a text that repeats is written in each row.
    repeats_texts: bool,
    /// The group that rows are added to, their number, and the size of their texts that repeat.
    open: Option<(Arc<Group<Encoding>>, usize, usize)>,
    /// The groups that are complete, in order: less than one for each thread, so that memory stays
    /// bounded.
    complete: VecDeque<Arc<Group<Encoding>>>,
    /// The number of all rows.
    rows: u64,
    threads: usize,
}

impl<'w> TableRows<'w> {
    pub(crate) fn new(
        schema: &Schema,
        format: Format,
        options: WriteOptions,
        sink: TableSink<'w>,
        threads: usize,
    ) -> io::Result<TableRows<'w>> {
        Ok(TableRows {
            writer: TableWriter::new(format, schema, sink, options)?,
            rows_at_once: format.rows_at_once(schema::table(schema)),
            repeats_texts: format != Format::Parquet,
            open: None,
            complete: VecDeque::new(),
            rows: 0,
            threads,
        })
    }

    pub(crate) fn push(&mut self, batch: &RecordBatch, workers: &Workers<'_>) -> io::Result<()> {
        let of_row = if self.repeats_texts { longest_words(batch) } else { 0 };
        let most = (REPEATED_TEXT / of_row.max(1)).max(1);
        (0..batch.num_rows()).step_by(most).try_for_each(|first| {
            let rows = batch.slice(first, most.min(batch.num_rows() - first));
            self.push_small(rows, of_row, workers)
        })
    }

    /// Adds rows whose texts that repeat have at most a number of bytes in each row.
    fn push_small(
        &mut self,
        batch: RecordBatch,
        of_row: usize,
        workers: &Workers<'_>,
    ) -> io::Result<()> {
        let added = batch.num_rows();
        self.rows += added as u64;
        let (group, before, texts) = match self.open.take() {
            Some(open) => open,
            None => (Arc::new(Group::new(self.writer.begin()?, Encoding::add)), 0, 0),
        };
        let (rows, texts) = (before + added, texts + of_row * added);
        if group.add(batch) {
            let group = Arc::clone(&group);
            workers.run(move || group.encode());
        }
        if rows >= self.rows_at_once || texts > REPEATED_TEXT / 2 {
            self.complete.push_back(group);
        } else {
            if group.waiting() > self.rows_at_once / WAITING {
                group.encode();
            }
            self.open = Some((group, rows, texts));
        }
        self.append(self.threads - 1)
    }

    /// Returns the number of the rows so far.
    pub(crate) fn count(&self) -> u64 {
        self.rows
    }

    /// Writes the complete groups that are encoded, and others until at most `left` are waiting.
    fn append(&mut self, left: usize) -> io::Result<()> {
        while let Some(group) = self.complete.front()
            && (self.complete.len() > left || group.is_encoded())
        {
            self.writer.append(group.finish()?)?;
            self.complete.pop_front();
        }
        Ok(())
    }

    /// Ends the file; returns the number of rows.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.complete.extend(self.open.take().map(|(group, ..)| group));
        self.append(0)?;
        self.writer.finish()?;
        Ok(self.rows)
    }
}

/// Rows that are encoded together. They are encoded in their order, by one thread at a time, soon
/// after they have been added: then they are still in its cache, and little is left to do at the
/// end of the input.
struct Group<E> {
    waiting: Mutex<Waiting>,
    /// `None` when the encoded rows have been taken. Locked by the thread that encodes.
    encoding: Mutex<io::Result<Option<E>>>,
    /// Encodes rows.
    add: fn(&mut E, &RecordBatch) -> io::Result<()>,
}

/// The rows of a group that are not encoded.
#[derive(Default)]
struct Waiting {
    batches: VecDeque<RecordBatch>,
    /// Whether a thread encodes, or will soon.
    is_encoding: bool,
}

impl<E> Group<E> {
    fn new(encoding: E, add: fn(&mut E, &RecordBatch) -> io::Result<()>) -> Group<E> {
        Group { waiting: Mutex::default(), encoding: Mutex::new(Ok(Some(encoding))), add }
    }

    /// Adds rows; returns whether [`Group::encode`] must be called.
    fn add(&self, batch: RecordBatch) -> bool {
        let mut waiting = lock(&self.waiting);
        waiting.batches.push_back(batch);
        !std::mem::replace(&mut waiting.is_encoding, true)
    }

    /// Returns the number of rows that are waiting.
    fn waiting(&self) -> usize {
        lock(&self.waiting).batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// Returns whether no rows are left to be encoded now.
    fn is_encoded(&self) -> bool {
        !lock(&self.waiting).is_encoding
    }

    /// Encodes the rows that are waiting. An error is kept.
    fn encode(&self) {
        let mut encoding = lock(&self.encoding);
        while let Some(batch) = self.next() {
            if let Ok(Some(open)) = &mut *encoding
                && let Err(error) = (self.add)(open, &batch)
            {
                *encoding = Err(error);
            }
        }
    }

    fn next(&self) -> Option<RecordBatch> {
        let mut waiting = lock(&self.waiting);
        let batch = waiting.batches.pop_front();
        waiting.is_encoding = batch.is_some();
        batch
    }

    /// Encodes what is left, and returns the encoded rows.
    fn finish(&self) -> io::Result<E> {
        self.encode();
        let encoding = std::mem::replace(&mut *lock(&self.encoding), Ok(None));
        Ok(encoding?.ok_or(io::ErrorKind::InvalidInput)?)
    }
}

/// Locks a value, also after a panic of another thread.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::thread;

    use arrow_array::builder::StringDictionaryBuilder;
    use arrow_array::types::Int32Type;
    use arrow_array::{ArrayRef, UInt64Array};

    use super::*;
    use crate::export::batch::numbers;

    /// Refuses long pieces.
    struct Pieces;

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            assert!(bytes.len() < 2 * REPEATED_TEXT);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Finds rows whose texts are all in memory at once.
    #[test]
    fn long_texts_that_repeat_are_written_in_pieces() {
        let mut words = StringDictionaryBuilder::<Int32Type>::new();
        words.append_values("x".repeat(16_000), 3_000);
        let words = Arc::new(words.finish()) as ArrayRef;
        let batch = RecordBatch::try_from_iter([("word", words)]).expect("a column");
        for format in [Format::Csv, Format::JsonLines] {
            let (schema, sink) = (batch.schema(), Box::new(Pieces));
            let table = TableRows::new(&schema, format, Default::default(), sink, 2);
            let mut table = table.expect("a table");
            table.push(&batch, &Workers::calling_thread()).expect("memory");
            assert_eq!(table.finish().expect("memory"), 3_000);
        }
    }

    /// Collects the numbers of the rows, in order; the number 1000 is an error.
    fn collect(collected: &mut Vec<u64>, batch: &RecordBatch) -> io::Result<()> {
        for &number in numbers(batch, "number") {
            if number == 1000 {
                return Err(io::Error::other("a thousand"));
            }
            collected.push(number);
        }
        Ok(())
    }

    fn batch(number: u64) -> RecordBatch {
        let numbers = Arc::new(UInt64Array::from(vec![number])) as ArrayRef;
        RecordBatch::try_from_iter([("number", numbers)]).expect("a column")
    }

    /// Adds the numbers below a bound to a group, while threads encode it.
    fn encoded(below: u64) -> io::Result<Vec<u64>> {
        let group = Group::new(Vec::new(), collect);
        thread::scope(|scope| {
            for number in 0..below {
                if group.add(batch(number)) {
                    scope.spawn(|| group.encode());
                }
            }
            group.finish()
        })
    }

    #[test]
    fn rows_stay_in_order_while_threads_encode_them() {
        for below in [0, 1, 2, 500] {
            assert_eq!(encoded(below).expect("no error"), (0..below).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_is_kept_until_the_end() {
        assert_eq!(
            encoded(1500).err().map(|error| error.to_string()),
            Some("a thousand".to_owned())
        );
    }
}
