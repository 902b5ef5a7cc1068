//! Rows on their way into a file.

use std::collections::VecDeque;
#[cfg(feature = "jobs")]
use std::fs::File;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Encoded, Encoder, Encoding, Format, TableSink, TableWriter, WriteOptions, writer};
use crate::read::Workers;
use crate::schema::{Batch, Schema};

/// Has rows encoded by the threads that read, and writes them in order.
pub(crate) struct TableRows<'w> {
    encoder: Box<dyn Encoder>,
    writer: Box<dyn TableWriter + 'w>,
    rows_at_once: usize,
    /// The group that rows are added to, and their number.
    open: Option<(Arc<Group>, usize)>,
    /// The groups that are complete, in order: less than one for each thread, so that memory stays
    /// bounded.
    complete: VecDeque<Arc<Group>>,
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
        let (encoder, writer) = writer(format, schema, sink, options)?;
        Ok(TableRows {
            encoder,
            writer,
            rows_at_once: format.rows_at_once(schema.table),
            open: None,
            complete: VecDeque::new(),
            rows: 0,
            threads,
        })
    }

    pub(crate) fn push(&mut self, batch: Batch, workers: &Workers<'_>) -> io::Result<()> {
        if batch.rows == 0 {
            return Ok(());
        }
        self.rows += batch.rows as u64;
        let (group, rows) = match self.open.take() {
            Some((group, rows)) => (group, rows + batch.rows),
            None => (Arc::new(Group::new(self.encoder.begin()?)), batch.rows),
        };
        if group.add(batch) {
            let group = Arc::clone(&group);
            workers.run(move || group.encode());
        }
        if rows >= self.rows_at_once {
            self.complete.push_back(group);
        } else {
            self.open = Some((group, rows));
        }
        self.append(self.threads - 1)
    }

    /// Appends all rows of another file of the table, of which there is a number; `first` is the
    /// number of the first one, if it has to be added.
    #[cfg(feature = "jobs")]
    pub(crate) fn copy(&mut self, part: File, rows: u64, first: Option<u64>) -> io::Result<()> {
        self.flush()?;
        self.writer.copy(part, first)?;
        self.rows += rows;
        Ok(())
    }

    /// Writes complete groups until at most `left` are waiting.
    fn append(&mut self, left: usize) -> io::Result<()> {
        while self.complete.len() > left {
            let Some(group) = self.complete.pop_front() else { break };
            self.writer.append(group.finish()?)?;
        }
        Ok(())
    }

    /// Writes all rows.
    fn flush(&mut self) -> io::Result<()> {
        self.complete.extend(self.open.take().map(|(group, _)| group));
        self.append(0)
    }

    /// Ends the file; returns the number of rows.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        self.writer.finish()?;
        Ok(self.rows)
    }
}

/// Rows that are encoded together. They are encoded in their order, by one thread at a time, soon
/// after they have been added: then they are still in its cache, and little is left to do at the
/// end of the input.
struct Group {
    waiting: Mutex<Waiting>,
    /// `None` when the encoded rows have been taken. Locked by the thread that encodes.
    encoding: Mutex<io::Result<Option<Box<dyn Encoding>>>>,
}

/// The rows of a group that are not encoded.
#[derive(Default)]
struct Waiting {
    batches: VecDeque<Batch>,
    /// Whether a thread encodes, or will soon.
    is_encoding: bool,
}

impl Group {
    fn new(encoding: Box<dyn Encoding>) -> Group {
        Group { waiting: Mutex::default(), encoding: Mutex::new(Ok(Some(encoding))) }
    }

    /// Adds rows; returns whether [`Group::encode`] must be called.
    fn add(&self, batch: Batch) -> bool {
        let mut waiting = lock(&self.waiting);
        waiting.batches.push_back(batch);
        !std::mem::replace(&mut waiting.is_encoding, true)
    }

    /// Encodes the rows that are waiting. An error is kept.
    fn encode(&self) {
        let mut encoding = lock(&self.encoding);
        while let Some(batch) = self.next() {
            if let Ok(Some(open)) = &mut *encoding
                && let Err(error) = open.add(batch)
            {
                *encoding = Err(error);
            }
        }
    }

    fn next(&self) -> Option<Batch> {
        let mut waiting = lock(&self.waiting);
        let batch = waiting.batches.pop_front();
        waiting.is_encoding = batch.is_some();
        batch
    }

    /// Encodes what is left, and returns the encoded rows.
    fn finish(&self) -> io::Result<Encoded> {
        self.encode();
        let encoding = std::mem::replace(&mut *lock(&self.encoding), Ok(None));
        encoding?.ok_or(io::ErrorKind::InvalidInput)?.finish()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;
    use crate::column::{Column, Numbers};
    use crate::schema::{Kind, required};

    /// The numbers of the rows, in order; the number 1000 is an error.
    struct Collected(Vec<u8>);

    impl Encoding for Collected {
        fn add(&mut self, batch: Batch) -> io::Result<()> {
            let [Column::U64(numbers)] = &batch.columns[..] else { panic!("one column") };
            for number in &numbers.values {
                if *number == 1000 {
                    return Err(io::Error::other("a thousand"));
                }
                self.0.extend(number.to_le_bytes());
            }
            Ok(())
        }

        fn finish(self: Box<Self>) -> io::Result<Encoded> {
            Ok(Encoded::Bytes(self.0))
        }
    }

    fn batch(number: u64) -> Batch {
        let fields = vec![required("number", Kind::U64, "A number.")];
        let mut numbers = Numbers::default();
        numbers.push(Some(number));
        let schema = Arc::new(Schema { table: "numbers", fields });
        Batch { schema, columns: vec![Column::U64(numbers)], rows: 1 }
    }

    /// Adds the numbers below a bound to a group, while threads encode it.
    fn encoded(below: u64) -> io::Result<Vec<u8>> {
        let group = Group::new(Box::new(Collected(Vec::new())));
        thread::scope(|scope| {
            for number in 0..below {
                if group.add(batch(number)) {
                    scope.spawn(|| group.encode());
                }
            }
            match group.finish()? {
                Encoded::Bytes(bytes) => Ok(bytes),
                #[cfg(feature = "arrow")]
                _ => panic!("bytes are expected"),
            }
        })
    }

    #[test]
    fn rows_stay_in_order_while_threads_encode_them() {
        for below in [0, 1, 2, 500] {
            let expected: Vec<u8> = (0..below).flat_map(u64::to_le_bytes).collect();
            assert_eq!(encoded(below).expect("no error"), expected);
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
