//! A line on the terminal while something takes long.

use std::io::IsTerminal;
use std::io::Write;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use std::time::Instant;

/// Shows how long something has been going on, from the first second on; takes the line away when dropped. Says
/// nothing where standard error is no terminal.
pub struct Progress {
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Progress {
    /// Starts the clock.
    pub fn start(what: &str) -> Self {
        if !std::io::stderr().is_terminal() {
            return Self { stop: None, thread: None };
        }
        let (stop, stopped) = mpsc::channel();
        let what = what.to_owned();
        let thread = std::thread::Builder::new().spawn(move || show(&what, &stopped)).ok();
        Self { stop: Some(stop), thread }
    }
}

fn show(what: &str, stopped: &mpsc::Receiver<()>) {
    let start = Instant::now();
    let mut shown = false;
    // The channel closes when the guard is dropped.
    while stopped.recv_timeout(Duration::from_secs(1)) == Err(mpsc::RecvTimeoutError::Timeout) {
        let _ = write!(std::io::stderr(), "\r{what}: {} s", start.elapsed().as_secs());
        shown = true;
    }
    if shown {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.stop.take();
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}
