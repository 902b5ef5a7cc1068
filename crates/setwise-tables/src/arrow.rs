//! Tables as Arrow record batches.

use std::sync::Arc;

use arrow_array::types::{
    ArrowPrimitiveType, Date32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Time32MillisecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, FixedSizeBinaryArray, ListArray,
    PrimitiveArray, RecordBatch, StringArray,
};
use arrow_buffer::{
    ArrowNativeType, BooleanBuffer, Buffer, NullBuffer, OffsetBuffer, ScalarBuffer,
};
use arrow_schema::{ArrowError, DataType, Field as ArrowField, Schema as ArrowSchema, TimeUnit};

use crate::column::{Column, Lists, Numbers, Presence, Texts};
use crate::schema::{Batch, Field, Kind, Schema};

impl Schema {
    /// Returns the schema in Arrow's form, with its metadata. The meaning of a column is in its
    /// metadata, by the name `description`.
    pub fn to_arrow(&self) -> ArrowSchema {
        let fields: Vec<ArrowField> = self.fields.iter().map(field).collect();
        ArrowSchema::new_with_metadata(fields, self.metadata().into_iter().collect())
    }

    /// Returns the schema with plain texts in place of dictionaries.
    pub(crate) fn without_dictionaries(&self) -> Schema {
        let plain = |field: &Field| match field.kind {
            Kind::Word => Field { kind: Kind::Text, ..field.clone() },
            _ => field.clone(),
        };
        Schema { table: self.table, fields: self.fields.iter().map(plain).collect() }
    }
}

fn field(field: &Field) -> ArrowField {
    let metadata = [("description".to_owned(), field.meaning.clone().into_owned())];
    ArrowField::new(&*field.name, data_type(field.kind), field.is_nullable)
        .with_metadata(metadata.into())
}

fn data_type(kind: Kind) -> DataType {
    match kind {
        Kind::I8 => DataType::Int8,
        Kind::U8 => DataType::UInt8,
        Kind::I16 => DataType::Int16,
        Kind::U16 => DataType::UInt16,
        Kind::I32 => DataType::Int32,
        Kind::U32 => DataType::UInt32,
        Kind::U64 => DataType::UInt64,
        Kind::F64 => DataType::Float64,
        Kind::Bool => DataType::Boolean,
        Kind::Date => DataType::Date32,
        // Parquet has no times in seconds.
        Kind::Time => DataType::Time32(TimeUnit::Millisecond),
        Kind::Text => DataType::Utf8,
        Kind::Word => DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8)),
        Kind::Bytes(width) => DataType::FixedSizeBinary(width as i32),
        Kind::ListU16 => DataType::List(Arc::new(item(DataType::UInt16, false))),
        Kind::ListU32 => DataType::List(Arc::new(item(DataType::UInt32, true))),
        Kind::ListI16 => DataType::List(Arc::new(item(DataType::Int16, true))),
    }
}

fn item(kind: DataType, is_nullable: bool) -> ArrowField {
    ArrowField::new(ArrowField::LIST_FIELD_DEFAULT_NAME, kind, is_nullable)
}

impl Batch {
    /// Returns the rows as a record batch with the schema of [`Schema::to_arrow`]. Numbers and
    /// texts are not copied.
    ///
    /// # Errors
    ///
    /// Returns an error if the columns do not fit the schema.
    pub fn into_arrow(self, schema: &Arc<ArrowSchema>) -> Result<RecordBatch, ArrowError> {
        let types = Arc::clone(&self.schema);
        self.into_arrow_of(&types, schema)
    }
}

impl Batch {
    /// Returns the rows as a record batch whose columns have the types of a schema.
    pub(crate) fn into_arrow_of(
        self,
        types: &Schema,
        schema: &Arc<ArrowSchema>,
    ) -> Result<RecordBatch, ArrowError> {
        let columns = self.columns.into_iter().zip(&types.fields);
        let columns: Result<Vec<ArrayRef>, ArrowError> =
            columns.map(|(column, field)| array(column, field.kind)).collect();
        RecordBatch::try_new(Arc::clone(schema), columns?)
    }
}

fn array(column: Column, kind: Kind) -> Result<ArrayRef, ArrowError> {
    Ok(match column {
        Column::I8(numbers) => Arc::new(primitive::<Int8Type>(numbers)),
        Column::U8(numbers) => Arc::new(primitive::<UInt8Type>(numbers)),
        Column::I16(numbers) => Arc::new(primitive::<Int16Type>(numbers)),
        Column::U16(numbers) => Arc::new(primitive::<UInt16Type>(numbers)),
        Column::I32(numbers) if kind == Kind::Date => Arc::new(primitive::<Date32Type>(numbers)),
        Column::I32(mut numbers) if kind == Kind::Time => {
            numbers.values.iter_mut().for_each(|time| *time *= 1000);
            Arc::new(primitive::<Time32MillisecondType>(numbers))
        }
        Column::I32(numbers) => Arc::new(primitive::<Int32Type>(numbers)),
        Column::U32(numbers) => Arc::new(primitive::<UInt32Type>(numbers)),
        Column::U64(numbers) => Arc::new(primitive::<UInt64Type>(numbers)),
        Column::F64(numbers) => Arc::new(primitive::<Float64Type>(numbers)),
        Column::Bool(truths) => {
            let nulls = nulls(&truths.presence);
            Arc::new(BooleanArray::new(BooleanBuffer::from(truths.values), nulls))
        }
        Column::Text(texts) => Arc::new(strings(texts)?),
        Column::Word(words) if kind == Kind::Text => Arc::new(strings(words.into_texts())?),
        Column::Word(words) => Arc::new(DictionaryArray::<Int32Type>::try_new(
            primitive(words.keys),
            Arc::new(strings(words.dictionary)?),
        )?),
        Column::Bytes(strings) => Arc::new(FixedSizeBinaryArray::try_new(
            strings.width as i32,
            Buffer::from_vec(strings.bytes),
            nulls(&strings.presence),
        )?),
        Column::ListU16(lists) => Arc::new(list::<UInt16Type>(lists, false)?),
        Column::ListU32(lists) => Arc::new(list::<UInt32Type>(lists, true)?),
        Column::ListI16(lists) => Arc::new(list::<Int16Type>(lists, true)?),
    })
}

fn nulls(presence: &Presence) -> Option<NullBuffer> {
    let bits = Buffer::from_vec(presence.bits()?);
    Some(NullBuffer::new(BooleanBuffer::new(bits, 0, presence.len())))
}

fn primitive<T: ArrowPrimitiveType>(numbers: Numbers<T::Native>) -> PrimitiveArray<T>
where
    T::Native: ArrowNativeType,
{
    let nulls = nulls(&numbers.presence);
    PrimitiveArray::new(ScalarBuffer::from(numbers.values), nulls)
}

/// Returns offsets, unless the last one is too large for them.
fn offsets(offsets: Vec<i32>, last: usize) -> Result<OffsetBuffer<i32>, ArrowError> {
    i32::try_from(last).map_err(|_| ArrowError::OffsetOverflowError(last))?;
    Ok(OffsetBuffer::new(ScalarBuffer::from(offsets)))
}

fn strings(texts: Texts) -> Result<StringArray, ArrowError> {
    let nulls = nulls(&texts.presence);
    let offsets = offsets(texts.offsets, texts.text.len())?;
    StringArray::try_new(offsets, Buffer::from_vec(texts.text.into_bytes()), nulls)
}

fn list<T: ArrowPrimitiveType>(
    lists: Lists<T::Native>,
    is_nullable: bool,
) -> Result<ListArray, ArrowError> {
    let nulls = nulls(&lists.presence);
    let offsets = offsets(lists.offsets, lists.items.values.len())?;
    let items = primitive::<T>(lists.items);
    let field = Arc::new(item(items.data_type().clone(), is_nullable));
    ListArray::try_new(field, offsets, Arc::new(items), nulls)
}
