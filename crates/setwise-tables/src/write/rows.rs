//! Rows on their way into a file.

use std::collections::VecDeque;
#[cfg(feature = "jobs")]
use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use super::{Encoded, Encoder, Format, TableSink, TableWriter, WriteOptions, writer};
use crate::read::Workers;
use crate::schema::{Batch, Schema};

/// Collects rows, has them encoded by the threads that read, and writes them in order.
pub(crate) struct TableRows<'w> {
    encoder: Arc<dyn Encoder>,
    writer: Box<dyn TableWriter + 'w>,
    rows_at_once: usize,
    batches: Vec<Batch>,
    /// The number of rows in `batches`.
    waiting: usize,
    /// The number of all rows.
    rows: u64,
    /// Rows that are being encoded, in order.
    encoded: VecDeque<Receiver<io::Result<Encoded>>>,
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
            encoder: encoder.into(),
            writer,
            rows_at_once: format.rows_at_once(schema.table),
            batches: Vec::new(),
            waiting: 0,
            rows: 0,
            encoded: VecDeque::new(),
            threads,
        })
    }

    pub(crate) fn push(&mut self, batch: Batch, workers: &Workers<'_>) -> io::Result<()> {
        self.waiting += batch.rows;
        self.rows += batch.rows as u64;
        self.batches.push(batch);
        if self.waiting >= self.rows_at_once {
            let (sender, receiver) = channel();
            self.encoded.push_back(receiver);
            let (encoder, batches) = (Arc::clone(&self.encoder), std::mem::take(&mut self.batches));
            self.waiting = 0;
            // If the receiver is gone, an error elsewhere has ended the export.
            workers.run(move || drop(sender.send(encoder.encode(batches))));
        }
        self.append(if self.threads > 1 { self.threads } else { 0 })
    }

    /// Appends all rows of another file of the table, of which there is a number; `first` is the number
    /// of the first one, if it has to be added.
    #[cfg(feature = "jobs")]
    pub(crate) fn copy(&mut self, part: File, rows: u64, first: Option<u64>) -> io::Result<()> {
        self.flush()?;
        self.writer.copy(part, first)?;
        self.rows += rows;
        Ok(())
    }

    /// Writes encoded rows until at most `left` are waiting.
    fn append(&mut self, left: usize) -> io::Result<()> {
        while self.encoded.len() > left {
            let Some(receiver) = self.encoded.pop_front() else { break };
            self.writer.append(receiver.recv().map_err(io::Error::other)??)?;
        }
        Ok(())
    }

    /// Writes all rows.
    fn flush(&mut self) -> io::Result<()> {
        self.append(0)?;
        if self.waiting > 0 {
            self.waiting = 0;
            // There is nothing else to do for the other threads.
            let batches = std::mem::take(&mut self.batches);
            self.writer.append(self.encoder.encode_on(self.threads, batches)?)?;
        }
        Ok(())
    }

    /// Ends the file; returns the number of rows.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        self.writer.finish()?;
        Ok(self.rows)
    }
}
