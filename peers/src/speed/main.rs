//! Compares the speed of perft on one thread: Setwise as it is shipped, and cozy-chess at its
//! fastest.
//!
//! Run as `cargo speed [ROUNDS] [BACKEND] [small]` in the folder `peers`, in any order. The
//! back-end is `scalar` (the default), `avx512`, `avx2` or `portable`. With `-alone` appended, as
//! in `avx512-alone`, it counts without families. `small` counts one ply less. Each measurement is
//! a process of its own, which first does an untimed count two plies shallower, and then times
//! itself:
//!
//! * Setwise: `peers/shipped`, built here by `cargo build --release` without any flag, with a
//!   release profile equal to the root's profile `dist`;
//! * cozy-chess: this program (`speed cozy DEPTH FEN`), built for this CPU with `pext`.
//!
//! The side that goes first changes every round, so that a machine that slows down or speeds up
//! favours neither.

mod cozy;
mod shipped;

use std::fmt;
use std::process::{Command, ExitCode};

/// The positions: the initial position, kiwipete, a middlegame and an endgame.
const POSITIONS: [Position; 4] = [
    Position {
        name: "start",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        deep: (7, 3_195_901_860),
        small: (6, 119_060_324),
    },
    Position {
        name: "kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        deep: (6, 8_031_647_685),
        small: (5, 193_690_690),
    },
    Position {
        name: "middlegame",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        deep: (6, 6_923_051_137),
        small: (5, 164_075_551),
    },
    Position {
        name: "endgame",
        fen: "5nk1/pp3pp1/2p4p/q7/2PPB2P/P5P1/1P5K/3Q4 w - - 1 28",
        deep: (6, 849_167_880),
        small: (5, 31_265_700),
    },
];

/// The number of rounds without an argument. One takes most of a minute.
const DEFAULT_ROUNDS: usize = 3;

/// The back-ends. The first, which counts one position at a time, is the default.
const BACKENDS: [&str; 4] = ["scalar", "avx512", "avx2", "portable"];

/// A position with the depth and count of each size.
struct Position {
    name: &'static str,
    fen: &'static str,
    deep: (u32, u64),
    small: (u32, u64),
}

/// The depth of the counts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// 19 thousand million leaves, so that the start of the process does not matter.
    Deep,
    /// One ply less.
    Small,
}

/// A position at one depth.
struct Counted {
    name: &'static str,
    fen: &'static str,
    depth: u32,
    leaves: u64,
}

impl Position {
    fn at(&self, size: Size) -> Counted {
        let &Position { name, fen, deep, small } = self;
        let (depth, leaves) = if size == Size::Deep { deep } else { small };
        Counted { name, fen, depth, leaves }
    }
}

/// The report of one process on one count.
struct Timing {
    leaves: u64,
    seconds: f64,
    technique: String,
}

/// Writes the line that `peers/shipped` prints too.
impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.leaves, self.seconds, self.technique)
    }
}

impl Timing {
    fn parse(line: &str) -> Option<Timing> {
        let mut words = line.split_whitespace();
        Some(Timing {
            leaves: words.next()?.parse().ok()?,
            seconds: words.next()?.parse().ok()?,
            technique: words.next()?.to_owned(),
        })
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["cozy", depth, fen] => one_count_of_cozy(depth, fen),
        _ => asked(&words).and_then(|(rounds, backend, size)| compare(rounds, backend, size)),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("speed: {message}");
            ExitCode::FAILURE
        }
    }
}

fn one_count_of_cozy(depth: &str, fen: &str) -> Result<(), String> {
    let depth = depth.parse().map_err(|_| format!("{depth:?} is not a depth"))?;
    println!("{}", cozy::time(depth, fen)?);
    Ok(())
}

/// Returns the number of rounds, the back-end and the size that some words name.
fn asked<'w>(words: &[&'w str]) -> Result<(usize, &'w str, Size), String> {
    let (mut rounds, mut backend, mut size) = (DEFAULT_ROUNDS, BACKENDS[0], Size::Deep);
    for &word in words {
        match (word, word.parse()) {
            ("small", _) => size = Size::Small,
            (_, Ok(number @ 1..)) => rounds = number,
            _ if BACKENDS.contains(&word.strip_suffix("-alone").unwrap_or(word)) => backend = word,
            _ => {
                return Err(format!(
                    "{word:?} (expected a number of rounds, one of the back-ends {}, with -alone \
                     without families, or small)",
                    BACKENDS.join(", ")
                ));
            }
        }
    }
    Ok((rounds, backend, size))
}

fn compare(rounds: usize, backend: &str, size: Size) -> Result<(), String> {
    must_be_native()?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let shipped = shipped::build(&this)?;
    println!("CPU: {}", cpu_model());
    let (mut setwise_sum, mut cozy_sum, mut leaves_sum) = (Times::default(), Times::default(), 0);
    for position in &POSITIONS {
        let counted = position.at(size);
        let (mut setwise, mut cozy) = (Vec::new(), Vec::new());
        let mut technique = String::new();
        for round in 0..rounds {
            let mut run_setwise = || {
                let mut command = Command::new(&shipped);
                command.arg(backend);
                let timing = measure(command, &counted)?;
                technique = timing.technique;
                setwise.push(timing.seconds);
                Ok::<(), String>(())
            };
            let mut run_cozy = || {
                let mut command = Command::new(&this);
                command.arg("cozy");
                cozy.push(measure(command, &counted)?.seconds);
                Ok::<(), String>(())
            };
            if round % 2 == 0 {
                run_setwise()?;
                run_cozy()?;
            } else {
                run_cozy()?;
                run_setwise()?;
            }
        }
        if leaves_sum == 0 {
            println!("setwise: release build without flags, {technique}, {backend}");
            println!("cozy-chess 0.3.4: target-cpu=native, pext");
            println!(
                "{rounds} rounds; seconds as best/median, millions of leaves a second at best"
            );
            println!();
            println!("{}", Row::HEAD);
        }
        let (setwise, cozy) = (Times::of(setwise), Times::of(cozy));
        let name = format!("{} {}", counted.name, counted.depth);
        println!("{}", Row { name: &name, leaves: counted.leaves, setwise, cozy });
        setwise_sum.add(setwise);
        cozy_sum.add(cozy);
        leaves_sum += counted.leaves;
    }
    println!("{}", Row { name: "sum", leaves: leaves_sum, setwise: setwise_sum, cozy: cozy_sum });
    Ok(())
}

/// Runs one count in its own process, and checks that its result is the known one.
fn measure(mut command: Command, counted: &Counted) -> Result<Timing, String> {
    command.arg(counted.depth.to_string()).arg(counted.fen);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let timing = Timing::parse(&text).filter(|_| output.status.success()).ok_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("{command:?}: {} {text}{errors}", output.status)
    })?;
    if timing.leaves != counted.leaves {
        return Err(format!(
            "{command:?}: {} leaves, but {} is right",
            timing.leaves, counted.leaves
        ));
    }
    Ok(timing)
}

/// The best and the median time, in seconds.
#[derive(Clone, Copy, Default)]
struct Times {
    best: f64,
    median: f64,
}

impl Times {
    fn of(mut seconds: Vec<f64>) -> Times {
        seconds.sort_by(f64::total_cmp);
        let middle = seconds.len() / 2;
        let median = if seconds.len() % 2 == 1 {
            seconds[middle]
        } else {
            f64::midpoint(seconds[middle - 1], seconds[middle])
        };
        Times { best: seconds[0], median }
    }

    fn add(&mut self, other: Times) {
        self.best += other.best;
        self.median += other.median;
    }
}

/// A line of the table.
struct Row<'n> {
    name: &'n str,
    leaves: u64,
    setwise: Times,
    cozy: Times,
}

impl Row<'_> {
    const HEAD: &'static str = "position            leaves  setwise s          M/s  cozy s             M/s  \
                                ratio: best  median";
}

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Row { name, leaves, setwise, cozy } = self;
        write!(f, "{name:14} {leaves:>11}")?;
        for times in [setwise, cozy] {
            let millions = *leaves as f64 / times.best / 1e6;
            write!(f, "  {:7.4}/{:7.4} {millions:6.1}", times.best, times.median)?;
        }
        // Setwise's leaves per second divided by cozy-chess's: above 1, Setwise is faster.
        write!(f, "  {:11.3} {:7.3}", cozy.best / setwise.best, cozy.median / setwise.median)
    }
}

/// Refuses a build in which cozy-chess is not at its fastest.
fn must_be_native() -> Result<(), String> {
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") && !cfg!(target_feature = "avx2") {
        return Err(
            "cozy-chess is not built for this CPU; run `cargo speed` in the folder peers, \
                    whose .cargo/config.toml sets the flags"
                .to_owned(),
        );
    }
    Ok(())
}

fn cpu_model() -> String {
    let known = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_owned())
    });
    known.unwrap_or_else(|| "unknown".to_owned())
}
