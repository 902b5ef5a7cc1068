//! Large arrays on the heap.

/// Collects exactly `N` items into an array on the heap, which is never on the stack.
pub(crate) fn boxed<T, const N: usize>(items: impl IntoIterator<Item = T>) -> Box<[T; N]> {
    let items: Box<[T]> = items.into_iter().collect();
    items.try_into().unwrap_or_else(|items: Box<[T]>| unreachable!("{} of {N}", items.len()))
}
