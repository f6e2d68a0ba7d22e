//! Threads that share work whose results do not depend on them.

use std::fmt;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

/// The number of threads a pool may have.
pub const MAX_THREADS: usize = 1024;

/// The system gave no threads.
#[derive(Debug)]
pub struct NoThreads(String);

impl fmt::Display for NoThreads {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot start threads: {}", self.0)
    }
}

impl std::error::Error for NoThreads {}

/// Threads for one piece of work. A pool of one thread is the caller's own.
///
/// Each piece of work has its own pool, so that a process that forks afterwards is left with none
/// that has lost its threads.
#[derive(Debug)]
pub struct Pool(Option<rayon::ThreadPool>);

impl Pool {
    /// A pool of `threads` threads, at most [`MAX_THREADS`]; of one a core if `None` or 0.
    ///
    /// # Errors
    /// [`NoThreads`] if the system gives none.
    pub fn new(threads: Option<usize>) -> Result<Self, NoThreads> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = threads.filter(|&threads| threads > 0).unwrap_or_else(cores);
        if threads == 1 {
            return Ok(Self(None));
        }
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads.min(MAX_THREADS))
            .thread_name(|number| format!("ultimo-{number}"))
            .build()
            .map(|pool| Self(Some(pool)))
            .map_err(|error| NoThreads(error.to_string()))
    }

    /// Number of threads.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.0.as_ref().map_or(1, rayon::ThreadPool::current_num_threads)
    }

    /// What `work` makes of each part, in the order of the parts; or the error of the first that
    /// fails.
    pub(super) fn run<P: Send, T: Send, E: Send>(
        &self,
        parts: Vec<P>,
        work: impl Fn(P) -> Result<T, E> + Send + Sync,
    ) -> Result<Vec<T>, E> {
        let results: Vec<Result<T, E>> = match &self.0 {
            None => return parts.into_iter().map(work).collect(),
            Some(pool) => {
                pool.install(|| parts.into_par_iter().with_max_len(1).map(work).collect())
            }
        };
        results.into_iter().collect()
    }
}
