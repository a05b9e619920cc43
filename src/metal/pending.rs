//! What another thread is making, as a future of the standard library: no executor, no dependency.

use super::Error;
use super::Library;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::task::Context;
use std::task::Poll;
use std::task::Waker;

#[derive(Debug)]
struct Slot<T> {
    result: Option<Result<T, Error>>,
    waker: Option<Waker>,
    taken: bool,
}

/// Something that is being made on another thread: a future for any executor.
#[derive(Debug)]
pub struct Pending<T>(Arc<Mutex<Slot<T>>>);

/// A library that is being compiled on another thread.
pub type LibraryFuture = Pending<Library>;

/// The other end of a [`Pending`].
pub(super) struct Promise<T>(Arc<Mutex<Slot<T>>>);

impl<T> Pending<T> {
    pub(super) fn new() -> (Self, Promise<T>) {
        let slot = Arc::new(Mutex::new(Slot { result: None, waker: None, taken: false }));
        (Self(slot.clone()), Promise(slot))
    }
}

impl<T> Promise<T> {
    pub(super) fn keep(self, result: Result<T, Error>) {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        slot.result = Some(result);
        let waker = slot.waker.take();
        drop(slot);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Drop for Promise<T> {
    fn drop(&mut self) {
        // Work that panicked must not leave anyone waiting.
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.result.is_none() && !slot.taken {
            slot.result = Some(Err(Error::rule("the work ended without a result: a bug of deburr's")));
        }
        if let Some(waker) = slot.waker.take() {
            waker.wake();
        }
    }
}

impl<T> Future for Pending<T> {
    type Output = Result<T, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut slot = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = slot.result.take() {
            slot.taken = true;
            return Poll::Ready(result);
        }
        slot.waker = Some(context.waker().clone());
        Poll::Pending
    }
}
