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
//! The two take turns.

#[path = "../contest.rs"]
#[allow(dead_code, reason = "the contests of the other programs are in one process")]
mod contest;
mod cozy;
mod shipped;

use std::fmt;
use std::process::{Command, ExitCode};

use contest::{Amount, Row};

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

/// A position with two pairs of depth and count.
struct Position {
    name: &'static str,
    fen: &'static str,
    /// 19 thousand million leaves in all, so that the start of the process does not matter.
    deep: (u32, u64),
    /// One ply less.
    small: (u32, u64),
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
        _ => asked(&words).and_then(|(rounds, backend, small)| compare(rounds, backend, small)),
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

/// Returns the number of rounds, the back-end, and whether the counts are small, from some words.
fn asked<'w>(words: &[&'w str]) -> Result<(usize, &'w str, bool), String> {
    let (mut rounds, mut backend, mut small) = (DEFAULT_ROUNDS, BACKENDS[0], false);
    for &word in words {
        match (word, word.parse()) {
            ("small", _) => small = true,
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
    Ok((rounds, backend, small))
}

fn compare(rounds: usize, backend: &str, small: bool) -> Result<(), String> {
    must_be_native()?;
    let this = std::env::current_exe().map_err(|error| error.to_string())?;
    let shipped = shipped::build(&this)?;
    println!("CPU: {}", cpu_model());
    let (mut sums, mut leaves_sum) = (vec![[0.0; 2]; rounds], 0);
    for position in &POSITIONS {
        let counted = if small { position.small } else { position.deep };
        let mut technique = String::new();
        let run_setwise = || {
            let timing = measure(Command::new(&shipped).arg(backend), position.fen, counted)?;
            technique = timing.technique;
            Ok(timing.seconds)
        };
        let run_cozy =
            || Ok(measure(Command::new(&this).arg("cozy"), position.fen, counted)?.seconds);
        let seconds = contest::in_turns::<String>(rounds, run_setwise, run_cozy)?;
        if leaves_sum == 0 {
            println!("setwise: release build without flags, {technique}, {backend}");
            println!("cozy-chess 0.3.4: target-cpu=native, pext");
            println!(
                "{rounds} rounds; ratio from the best times, and median of the rounds' ratios"
            );
            println!();
            println!("{}", Row::HEAD);
        }
        for (sum, round) in sums.iter_mut().zip(&seconds) {
            *sum = [sum[0] + round[0], sum[1] + round[1]];
        }
        let (depth, leaves) = counted;
        leaves_sum += leaves;
        print_row(&format!("{} {depth}", position.name), leaves, seconds);
    }
    print_row("sum", leaves_sum, sums);
    Ok(())
}

fn print_row(name: &str, leaves: u64, seconds: Vec<[f64; 2]>) {
    let amount = Amount { millions: leaves as f64 / 1e6, unit: "leaves" };
    println!("{}", Row { name, amount, seconds });
}

/// Runs one count in its own process, and checks that its result is the known one.
fn measure(
    command: &mut Command,
    fen: &str,
    (depth, leaves): (u32, u64),
) -> Result<Timing, String> {
    command.arg(depth.to_string()).arg(fen);
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let timing = Timing::parse(&text).filter(|_| output.status.success()).ok_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        format!("{command:?}: {} {text}{errors}", output.status)
    })?;
    if timing.leaves != leaves {
        return Err(format!("{command:?}: {} leaves, but {leaves} is right", timing.leaves));
    }
    Ok(timing)
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
