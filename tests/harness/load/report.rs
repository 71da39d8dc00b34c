//! The figures of a load test.

use std::{fmt, time::Duration};

use super::{
    Disk, Plan,
    figures::{Sample, slope, within},
    pair::Pair,
};

/// The figures of a load test.
#[derive(Debug)]
pub struct Report {
    plan: Plan,
    /// The number of stored tables that were running.
    on: usize,
    /// Time to make them.
    making: Duration,
    /// Start times before the load and after it.
    pub(super) starts: [Vec<Duration>; 2],
    /// Memory right after a start, in KiB.
    pub(super) at_rest: Option<u64>,
    /// Peak memory since then, in KiB.
    pub(super) peak: Option<u64>,
    pub(super) samples: Vec<Sample>,
    /// Duration of the load.
    pub(super) took: Duration,
    /// Answer times under load (`waits`) and without (`alone`).
    waits: Vec<Duration>,
    pub(super) alone: Vec<Duration>,
    finished: usize,
    /// Disk usage before the load and after it.
    pub(super) disks: [Disk; 2],
    /// The errors found.
    pub wrong: Vec<String>,
}

impl Report {
    pub(super) fn new(plan: Plan, on: usize, making: Duration) -> Report {
        Report {
            plan,
            on,
            making,
            starts: [Vec::new(), Vec::new()],
            at_rest: None,
            peak: None,
            samples: Vec::new(),
            took: Duration::ZERO,
            waits: Vec::new(),
            alone: Vec::new(),
            finished: 0,
            disks: [Disk::default(); 2],
            wrong: Vec::new(),
        }
    }

    /// Adds the measurements of the pairs.
    pub(super) fn collect(&mut self, pairs: &mut [Pair]) {
        for pair in pairs {
            self.waits.extend(pair.take_waits());
            self.finished += pair.finished();
        }
    }

    /// Returns the samples after the first third, which is a warm-up: by then every room was used.
    fn settled(&self) -> &[Sample] {
        &self.samples[self.samples.len() / 3..]
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Plan {
            tables,
            seen,
            pairs,
            rooms,
            directs,
            ..
        } = self.plan;
        writeln!(
            f,
            "{tables} stored tables, {} of them on, and {seen} events seen, in {rooms} rooms and \
             {directs} direct messages; made in {:.0?}; Synapse without limits",
            self.on, self.making
        )?;
        for (starts, when) in self.starts.iter().zip(["before", "after"]) {
            let starts: Vec<String> = starts.iter().map(|time| format!("{time:.2?}")).collect();
            let starts = starts.join(", ");
            writeln!(f, "start to first response {when} the load: {starts}")?;
        }
        let seconds = self.took.as_secs_f64();
        writeln!(
            f,
            "{} commands by {pairs} pairs in {seconds:.0} s: {:.1} a second; {} games ended",
            self.waits.len(),
            self.waits.len() as f64 / seconds,
            self.finished
        )?;
        for (waits, when) in [(&self.waits, "under load"), (&self.alone, "one by one")] {
            let [half, most] = [50, 99].map(|percent| within(waits, percent).as_millis());
            writeln!(f, "answers {when}: p50 {half} ms, p99 {most} ms")?;
        }
        let mib = |kib: Option<u64>| kib.map_or("?".to_owned(), |kib| format!("{}", kib / 1024));
        let last = self.samples.last().map(|sample| sample.memory);
        writeln!(
            f,
            "memory in MiB: {} after the start, {} after the load, {} at most",
            mib(self.at_rest),
            mib(last),
            mib(self.peak)
        )?;
        if let Some(slope) = slope(self.settled()) {
            writeln!(
                f,
                "memory grows by {slope:.0} KiB with 1,000 commands, after the first third"
            )?;
        }
        let shown: Vec<String> = (0..=10)
            .filter_map(|tenth| {
                self.samples
                    .get(self.samples.len().checked_sub(1)? * tenth / 10)
            })
            .map(|sample| format!("{}:{:.1}", sample.commands, sample.memory as f64 / 1024.0))
            .collect();
        writeln!(f, "commands:MiB {}", shown.join(" "))?;
        let [before, after] = self.disks;
        let grown = |before: u64, after: u64| {
            let bytes = after.saturating_sub(before) as f64 / self.waits.len().max(1) as f64;
            format!(
                "{:.1} MiB, and {bytes:.0} bytes a command",
                before as f64 / 1048576.0
            )
        };
        writeln!(f, "database: {}", grown(before.database, after.database))?;
        writeln!(f, "SDK's store: {}", grown(before.sdk, after.sdk))?;
        write!(f, "wrong: {}", self.wrong.len())?;
        for wrong in self.wrong.iter().take(5) {
            write!(f, "\n{wrong}")?;
        }
        Ok(())
    }
}
