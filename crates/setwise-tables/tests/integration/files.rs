//! Parquet files, read back.
