//! The same alpha-beta search with plain methods and with a type parameter for the technique, timed
//! in turns. It shows what a type parameter is worth: plain methods cost next to nothing.
//!
//! ```console
//! $ cargo run --release -p setwise --example technique
//! $ cargo run --release -p setwise --example technique -- plain      # one of them, to be profiled
//! ```

use std::time::Instant;

use setwise::attacks::{self, Sliders, Task};
use setwise::{EXCHANGE_VALUES, Filter, Move, MoveList, Position, Role};

/// A position as a search sees it.
trait State: Sized {
    fn position(&self) -> &Position;
    fn fill(&self, list: &mut MoveList);
    fn after(&self, mv: Move) -> Self;
}

/// The plain methods.
impl State for Position {
    #[inline(always)]
    fn position(&self) -> &Position {
        self
    }

    #[inline(always)]
    fn fill(&self, list: &mut MoveList) {
        self.fill_legal_moves(Filter::ALL, list);
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> Position {
        self.play_unchecked(mv)
    }
}

/// The methods of one technique.
struct With<S>(Position, S);

impl<S: Sliders> State for With<S> {
    #[inline(always)]
    fn position(&self) -> &Position {
        &self.0
    }

    #[inline(always)]
    fn fill(&self, list: &mut MoveList) {
        self.0.fill_legal_moves_with(self.1, Filter::ALL, list);
    }

    #[inline(always)]
    fn after(&self, mv: Move) -> With<S> {
        With(self.0.play_unchecked(mv), self.1)
    }
}

/// A fail-hard alpha-beta search that evaluates material and tries captures first.
struct Search<N> {
    nodes: u64,
    state: std::marker::PhantomData<N>,
}

impl<N: State> Search<N> {
    fn score(&mut self, node: &N, (mut alpha, beta): (i32, i32), depth: usize) -> i32 {
        let position = node.position();
        self.nodes += 1;
        if depth == 0 {
            return evaluation(position);
        }
        let mut moves = MoveList::new();
        node.fill(&mut moves);
        if moves.is_empty() {
            alpha = if position.is_check() { -30_000 } else { 0 };
        }
        // The captures of the most valuable pieces first.
        let mut sorted = 0;
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let captured = position.board().pieces(!position.turn(), role);
            let first = sorted;
            for index in first..moves.len() {
                if captured.contains(moves[index].to()) {
                    moves.swap(index, sorted);
                    sorted += 1;
                }
            }
        }
        for &mv in &moves {
            alpha = alpha.max(-self.score(&node.after(mv), (-beta, -alpha), depth - 1));
            if alpha >= beta {
                break;
            }
        }
        alpha.min(beta)
    }
}

/// Returns the material balance, for the side to move.
#[inline(always)]
fn evaluation(position: &Position) -> i32 {
    let board = position.board();
    let mut score = 0;
    for role in Role::ALL {
        let ours = board.pieces(position.turn(), role).count() as i32;
        let theirs = board.pieces(!position.turn(), role).count() as i32;
        score += (ours - theirs) * i32::from(EXCHANGE_VALUES[role]);
    }
    score
}

/// What a search has found: the score and the number of nodes.
type Found = (i32, u64);

fn search<N: State>(node: &N, depth: usize) -> Found {
    let mut search = Search { nodes: 0, state: std::marker::PhantomData };
    attacks::use_fastest();
    let score = search.score(node, (-30_000, 30_000), depth);
    (score, search.nodes)
}

/// The search with a type parameter for the technique.
struct Generic(Position, usize);

impl Task for Generic {
    type Output = Found;

    fn run<S: Sliders>(self, sliders: S) -> Found {
        search(&With(self.0, sliders), self.1)
    }
}

const POSITIONS: [(&str, usize); 4] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 7),
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 6),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 6),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 9),
];

/// Searches the positions one ply less deep for `less`, and so on.
fn plain(less: usize) -> Vec<Found> {
    searched(less, search)
}

fn generic(less: usize) -> Vec<Found> {
    searched(less, |position, depth| attacks::run_fastest(Generic(*position, depth)))
}

fn searched(less: usize, search: impl Fn(&Position, usize) -> Found) -> Vec<Found> {
    let position = |fen: &str| fen.parse().expect("a FEN of the list");
    POSITIONS.iter().map(|&(fen, depth)| search(&position(fen), depth - less)).collect()
}

fn main() {
    match std::env::args().nth(1).as_deref() {
        Some("plain") => println!("{:?}", plain(2)),
        Some("generic") => println!("{:?}", generic(2)),
        Some(other) => eprintln!("expected plain or generic, found {other}"),
        None => compare(),
    }
}

/// Times both in turns and prints the ratio of their times.
fn compare() {
    assert_eq!(plain(1), generic(1), "they search the same nodes");
    let timed = |search: fn(usize) -> Vec<Found>| {
        let start = Instant::now();
        std::hint::black_box(search(0));
        start.elapsed().as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..9)
        .map(|round| {
            let times = if round % 2 == 0 {
                let plain = timed(plain);
                [plain, timed(generic)]
            } else {
                let generic = timed(generic);
                [timed(plain), generic]
            };
            println!("plain {:.3} s, generic {:.3} s", times[0], times[1]);
            times[0] / times[1]
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("plain methods take {:.3} times as long (median)", ratios[ratios.len() / 2]);
}

/// The plain methods and each technique search the same nodes.
#[test]
fn both_searches_visit_the_same_nodes() {
    assert_eq!(plain(4), generic(4));
}
