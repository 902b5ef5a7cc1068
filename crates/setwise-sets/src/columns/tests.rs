//! Each function of the language compared with its definition, square by square.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use setwise::attacks::{self, rays};
use setwise::dispatch::{CpuFeatures, X86_64V3, X86_64V4};
use setwise::{Bitboard, Color, Direction, Filter, Move, Position, Role, Square};
use setwise_testkit::random::Random;

use super::finder::{Finder, FinderOptions, GameHits};
use super::lanes::{Lane, Level};
use super::replay::Replay;
use super::{Column, Columns, LANES, Truths};
use crate::tests::games::positions_of;
use crate::tree::*;
use crate::{Expression, Game};

/// A game without tags.
pub(super) fn game(start: Position, moves: &[Option<Move>]) -> Game<'_> {
    Game { moves, ..Game::of_position(start) }
}

/// Plays random moves.
pub(super) fn random_moves(
    random: &mut Random,
    start: Position,
    count: usize,
) -> Vec<Option<Move>> {
    let mut position = start;
    let mut moves = Vec::new();
    while moves.len() < count {
        let legal = position.legal_moves();
        let null = position.null_move().filter(|_| random.below(50) == 0);
        let mv = legal.get(random.below(legal.len())).copied().filter(|_| null.is_none());
        position = match (mv, null) {
            (Some(mv), _) => position.play_unchecked(mv),
            (None, Some(null)) => null,
            (None, None) => break,
        };
        moves.push(mv);
    }
    moves
}

/// Positions of random games and of the suites, in a batch.
pub(super) fn positions(random: &mut Random) -> Vec<Position> {
    let fens: Vec<&str> = setwise_testkit::suites::fens().collect();
    (0..LANES - 5)
        .map(|_| {
            let mut position: Position =
                fens[random.below(fens.len())].parse().expect("a position");
            let count = random.below(60);
            for mv in random_moves(random, position, count) {
                position = match mv {
                    Some(mv) => position.play_unchecked(mv),
                    None => position.null_move().unwrap_or(position),
                };
            }
            position
        })
        .collect()
}

fn random_set(random: &mut Random, position: &Position) -> Bitboard {
    let words = [(); 3].map(|()| (0..4).fold(0, |w, _| w << 16 | random.below(1 << 16) as u64));
    match random.below(4) {
        0 => Bitboard(words[0] & words[1] & words[2]),
        1 => position.board().occupied(),
        2 => position.board().occupied() & Bitboard(words[0]),
        _ => Bitboard(words[0] & words[1]),
    }
}

pub(super) fn levels() -> impl Iterator<Item = Level> {
    let v3 = X86_64V3::new().map(Level::V3);
    let v4 = X86_64V4::new().map(Level::V4);
    [Some(Level::Portable), v3, v4].into_iter().flatten()
}

/// Compares the value of a node with its definition. The first two nodes of the tree, sets, have
/// random values.
fn check(
    node: impl Fn(Id, Id) -> Node,
    expected: impl Fn(&Position, Bitboard, Bitboard) -> Bitboard,
) {
    compare(&node, &expected);
}

/// What [`check`] does, compiled once.
fn compare(
    node: &dyn Fn(Id, Id) -> Node,
    expected: &dyn Fn(&Position, Bitboard, Bitboard) -> Bitboard,
) {
    let mut tree = Tree::default();
    let mut add = |node| tree.add(node).expect("few nodes");
    // Two sets whose columns are overwritten.
    let a = add(Node::SetWord(SetWord::From));
    let b = add(Node::SetWord(SetWord::To));
    let root = add(node(a, b));
    let mut random = Random::default();
    let positions = positions(&mut random);
    for level in levels() {
        let mut columns = Columns::new(tree.clone(), &[root]);
        columns.level = level;
        for id in [a, b] {
            columns.columns[usize::from(id.0)] = Column::new(Kind::Set);
        }
        for position in &positions {
            let game = game(*position, &[]);
            columns.record(&game, &mut Replay::new(&columns, &game));
        }
        for (lane, position) in positions.iter().enumerate() {
            for id in [a, b] {
                columns.columns[usize::from(id.0)].set_mut()[Lane::new(lane)] =
                    random_set(&mut random, position);
            }
        }
        columns.need(root, Truths::first(positions.len()));
        let set = |id: Id, lane: usize| columns.columns[usize::from(id.0)].set()[Lane::new(lane)];
        for (lane, position) in positions.iter().enumerate() {
            let expected = expected(position, set(a, lane), set(b, lane));
            let (a, b) = (set(a, lane), set(b, lane));
            assert_eq!(
                set(root, lane),
                expected,
                "{:?} of {a:?} and {b:?}: {position}",
                tree.node(root)
            );
        }
    }
}

/// Returns the squares that the piece on a square attacks.
fn attacked(position: &Position, from: Square) -> Bitboard {
    let occupied = position.board().occupied();
    position.piece_at(from).map_or(Bitboard::EMPTY, |piece| match piece.role {
        Role::Pawn => attacks::pawn(piece.color, from),
        Role::Knight => attacks::knight(from),
        Role::Bishop => attacks::bishop(from, occupied),
        Role::Rook => attacks::rook(from, occupied),
        Role::Queen => attacks::queen(from, occupied),
        Role::King => attacks::king(from),
    })
}

fn attacked_by(position: &Position, set: Bitboard) -> Bitboard {
    set.into_iter().map(|from| attacked(position, from)).fold(Bitboard::EMPTY, Bitboard::union)
}

/// Returns the squares in a direction from a square, in order.
fn ray(from: Square, direction: Direction) -> impl Iterator<Item = Square> {
    core::iter::successors(from.step(direction), move |square| square.step(direction))
}

fn squares_of(sets: impl Iterator<Item = Bitboard>) -> Bitboard {
    sets.fold(Bitboard::EMPTY, Bitboard::union)
}

#[test]
fn attacks_and_pins() {
    use SetFunction::{Attackers, Attacks, Hanging, Targets};
    let function = |function| move |a, _| Node::SetFunction(function, a);
    check(function(Attacks), |position, a, _| attacked_by(position, a));
    check(function(Attackers), |position, a, _| {
        let occupied = position.board().occupied();
        occupied.into_iter().filter(|&from| attacked(position, from).meets(a)).collect()
    });
    check(function(Hanging), |position, a, _| {
        let board = position.board();
        let pieces = a & (board.occupied() - board.role(Role::King));
        pieces
            .into_iter()
            .filter(|&square| {
                let color = board.color_at(square).expect("a piece");
                attacked_by(position, board.color(!color)).contains(square)
                    && !attacked_by(position, board.color(color)).contains(square)
            })
            .collect()
    });
    check(function(Targets), |position, a, _| {
        let moves = position.legal_moves_matching(Filter::ALL);
        moves.iter().filter(|mv| a.contains(mv.from())).map(|mv| mv.destination()).collect()
    });
    let word = |word| move |_, _| Node::SetWord(word);
    check(word(SetWord::Pinned), |position, _, _| {
        position.pinned(Color::White) | position.pinned(Color::Black)
    });
    check(word(SetWord::Checkers), |position, _, _| position.checkers());
    check(word(SetWord::Own), |position, _, _| position.board().color(position.turn()));
    check(word(SetWord::Enemy), |position, _, _| position.board().color(!position.turn()));
    check(word(SetWord::Empty), |position, _, _| position.board().empty());
}

#[test]
fn directions() {
    for direction in Direction::ALL {
        for steps in [0, 1, 2, 7, 8, 200] {
            check(
                |a, _| Node::Toward(Toward::Steps(steps), direction, a),
                |_, a, _| {
                    a.into_iter()
                        .filter_map(|square| match steps {
                            0 => Some(square),
                            _ => ray(square, direction).nth(usize::from(steps) - 1),
                        })
                        .collect()
                },
            );
        }
        check(
            |a, _| Node::Toward(Toward::Fill, direction, a),
            |_, a, _| a | a.into_iter().flat_map(|square| ray(square, direction)).collect(),
        );
        check(
            |a, _| Node::Toward(Toward::Slide, direction, a),
            |position, a, _| {
                let occupied = position.board().occupied();
                let slide = |from| attacks::queen(from, occupied) & rays::ray(from, direction);
                squares_of(a.into_iter().map(slide))
            },
        );
    }
    use SetFunction::{Around, Diagonal, File, Forward, Rank};
    let function = |function| move |a, _| Node::SetFunction(function, a);
    check(function(Forward), |position, a, _| {
        let step = |square: Square| {
            let color = position.board().color_at(square)?;
            square.offset(0, if color == Color::White { 1 } else { -1 })
        };
        a.into_iter().filter_map(step).collect()
    });
    check(function(Around), |_, a, _| squares_of(a.into_iter().map(attacks::king)));
    check(function(File), |_, a, _| squares_of(a.into_iter().map(|s| Bitboard::file(s.file()))));
    check(function(Rank), |_, a, _| squares_of(a.into_iter().map(|s| Bitboard::rank(s.rank()))));
    check(function(Diagonal), |_, a, _| {
        squares_of(
            a.into_iter().map(|s| {
                Bitboard::diagonal(s.diagonal()) | Bitboard::anti_diagonal(s.anti_diagonal())
            }),
        )
    });
}

#[test]
fn pairs_of_squares() {
    let pairs = |a: Bitboard, b: Bitboard| {
        a.into_iter()
            .flat_map(move |s| b.into_iter().map(move |t| (s, t)))
            .flat_map(|(s, t)| Direction::ALL.map(|direction| (s, t, direction)))
            .filter(|&(s, t, direction)| ray(s, direction).any(|square| square == t))
    };
    let pair = |function| move |a, b| Node::Pair(function, a, b);
    check(pair(PairFunction::Between), |_, a, b| {
        pairs(a, b)
            .flat_map(|(s, t, direction)| ray(s, direction).take_while(move |&at| at != t))
            .collect()
    });
    check(pair(PairFunction::Line), |_, a, b| {
        pairs(a, b)
            .flat_map(|(s, _, direction)| {
                ray(s, direction).chain(ray(s, direction.opposite())).chain([s])
            })
            .collect()
    });
    check(pair(PairFunction::Behind), |position, a, b| {
        let occupied = position.board().occupied();
        pairs(a, b)
            .filter(|&(s, t, direction)| {
                ray(s, direction).take_while(|&at| at != t).all(|at| !occupied.contains(at))
            })
            .flat_map(|(_, t, direction)| {
                let mut is_open = true;
                ray(t, direction)
                    .take_while(move |&at| core::mem::replace(&mut is_open, !occupied.contains(at)))
            })
            .collect()
    });
}

#[test]
fn pawn_structure() {
    use SetFunction::{Backward, Connected, Doubled, Isolated, Passed};
    /// Returns whether a pawn has a property, given the squares of other pawns of its own color
    /// and of the enemy's, as seen from it: files, and ranks in front.
    fn pawns(
        function: SetFunction,
        has: impl Fn(&BTreeSet<(i8, i8)>, &BTreeSet<(i8, i8)>) -> bool,
    ) {
        check(
            |a, _| Node::SetFunction(function, a),
            |position, a, _| {
                let board = position.board();
                let pawns = board.role(Role::Pawn);
                (pawns & a)
                    .into_iter()
                    .filter(|&square| {
                        let color = board.color_at(square).expect("a pawn");
                        let sign = if color == Color::White { 1 } else { -1 };
                        let seen = |set: Bitboard| -> BTreeSet<(i8, i8)> {
                            set.without(square)
                                .into_iter()
                                .map(|other| {
                                    let files = other.file() as i8 - square.file() as i8;
                                    let ranks = other.rank() as i8 - square.rank() as i8;
                                    (files, sign * ranks)
                                })
                                .collect()
                        };
                        has(&seen(pawns & board.color(color)), &seen(pawns & board.color(!color)))
                    })
                    .collect()
            },
        );
    }
    let is_beside = |(files, _): &(i8, i8)| files.abs() == 1;
    pawns(Passed, |_, enemy| !enemy.iter().any(|&(files, ranks)| files.abs() <= 1 && ranks > 0));
    pawns(Isolated, |own, _| !own.iter().any(is_beside));
    pawns(Doubled, |own, _| own.iter().any(|&(files, _)| files == 0));
    pawns(Connected, |own, _| own.iter().any(|at| is_beside(at) && (-1..=0).contains(&at.1)));
    pawns(Backward, |own, enemy| {
        own.iter().any(is_beside)
            && !own.iter().any(|at| is_beside(at) && at.1 <= 0)
            && enemy.iter().any(|at| is_beside(at) && at.1 == 2)
    });
}

/// Returns the plies of each game at which the root of a tree holds.
fn plies(tree: &Tree, root: Id, games: &[Game<'_>]) -> Vec<Vec<u32>> {
    let mut finder = Finder::of_tree(tree.clone(), root, &[], FinderOptions::default());
    let mut all = Vec::new();
    let mut found = |hits: GameHits<'_>| {
        assert_eq!(hits.token, all.len() as u64);
        assert_eq!(hits.positions as usize, games[all.len()].moves.len() + 1);
        all.push(hits.plies.to_vec());
    };
    for (token, game) in games.iter().enumerate() {
        finder.push(token as u64, game, &mut found);
    }
    finder.flush(&mut found);
    all
}

#[test]
fn games_longer_than_a_batch() {
    let mut random = Random::default();
    let lengths = [3, 0, 600, 1300, 100, 511, 512, 400, 400, 10, 1023, 1024, 5];
    let moves: Vec<_> =
        lengths.iter().map(|&len| random_moves(&mut random, Position::INITIAL, len)).collect();
    let games: Vec<_> = moves.iter().map(|moves| game(Position::INITIAL, moves)).collect();
    let mut tree = Tree::default();
    let mut add = |node| tree.add(node).expect("few nodes");
    let queens = add(Node::Piece(Color::White, Role::Queen));
    let check = add(Node::TruthWord(TruthWord::Check));
    let any_queen = add(Node::NotEmpty(queens));
    let none = add(Node::Not(any_queen));
    let ever = add(Node::Ever(check));
    let then = add(Node::Then(check, none));
    let next = add(Node::Next(check, none));
    let for_last = add(Node::ForLast(none, 7));
    let within_last = add(Node::WithinLast(check, 5));
    let times = add(Node::Times(check));
    let three = add(Node::Int(3));
    let third = add(Node::Compare(Comparison::Equal, times, three));
    let ever_third = add(Node::Ever(third));
    let nested = add(Node::And(ever_third, then));
    let nested = add(Node::Ever(nested));
    let no_queen_at_end = add(Node::And(nested, none));
    for root in [ever, then, next, for_last, within_last, third, ever_third, no_queen_at_end] {
        let found = plies(&tree, root, &games);
        for (game, found) in games.iter().zip(found) {
            let positions = positions_of(game);
            let checks: Vec<_> = positions.iter().map(Position::is_check).collect();
            let no_queen: Vec<_> = positions
                .iter()
                .map(|position| position.board().pieces(Color::White, Role::Queen).is_empty())
                .collect();
            let times = |ply: usize| checks[..=ply].iter().filter(|&&check| check).count();
            let then = |ply: usize| no_queen[ply] && checks[..ply].contains(&true);
            let third_ever = (0..positions.len()).any(|ply| times(ply) == 3);
            let nested = third_ever && (0..positions.len()).any(then);
            let holds = |ply: usize| match tree.node(root) {
                _ if root == no_queen_at_end => nested && no_queen[ply],
                _ if root == ever_third => third_ever,
                Node::Ever(_) => checks.contains(&true),
                Node::Then(..) => then(ply),
                Node::Next(..) => no_queen[ply] && ply > 0 && checks[ply - 1],
                Node::ForLast(..) => ply >= 6 && no_queen[ply - 6..=ply].iter().all(|&none| none),
                Node::WithinLast(..) => checks[ply.saturating_sub(4)..=ply].contains(&true),
                _ => times(ply) == 3,
            };
            let expected: Vec<_> =
                (0..positions.len()).filter(|&ply| holds(ply)).map(|ply| ply as u32).collect();
            assert_eq!(found, expected, "{:?}", tree.node(root));
        }
    }
}

#[test]
fn quantifiers() {
    let mut random = Random::default();
    let moves: Vec<_> =
        (0..40).map(|_| random_moves(&mut random, Position::INITIAL, 120)).collect();
    let games: Vec<_> = moves.iter().map(|moves| game(Position::INITIAL, moves)).collect();
    let mut tree = Tree::default();
    let mut add = |node| tree.add(node).expect("few nodes");
    let knights = add(Node::Piece(Color::White, Role::Knight));
    let square = add(Node::Variable(0));
    let attacked = add(Node::SetFunction(SetFunction::Attacks, square));
    let enemies = add(Node::Side(Color::Black));
    let both = add(Node::Join(SetOperator::And, attacked, enemies));
    let number = add(Node::Count(both));
    let two = add(Node::Int(2));
    let body = add(Node::Compare(Comparison::GreaterOrEqual, number, two));
    let mut quantified =
        |quantifier| add(Node::Quantified { quantifier, variable: 0, over: knights, body });
    let [any, all, count] =
        [Quantifier::Any, Quantifier::All, Quantifier::Count].map(&mut quantified);
    let equal = add(Node::Compare(Comparison::Equal, count, two));
    for (root, holds) in [
        (any, (|forks, _| forks > 0) as fn(usize, usize) -> bool),
        (all, |forks, knights| forks == knights),
        (equal, |forks, _| forks == 2),
    ] {
        for (game, found) in games.iter().zip(plies(&tree, root, &games)) {
            let expected: Vec<_> = positions_of(game)
                .iter()
                .enumerate()
                .filter(|(_, position)| {
                    let board = position.board();
                    let knights = board.pieces(Color::White, Role::Knight);
                    let black = board.color(Color::Black);
                    let forks = knights
                        .into_iter()
                        .filter(|&from| (attacks::knight(from) & black).count() >= 2)
                        .count();
                    holds(forks, knights.count() as usize)
                })
                .map(|(ply, _)| ply as u32)
                .collect();
            assert_eq!(found, expected);
        }
    }
}

/// The stack of a thread is enough for the deepest tree.
#[test]
fn deep_trees() {
    let mut tree = Tree::default();
    let mut root = tree.add(Node::TruthWord(TruthWord::Check)).expect("a node");
    let ply = tree.add(Node::NumberWord(NumberWord::Ply)).expect("a node");
    let mut sum = ply;
    while let Some(next) = tree.add(Node::Arithmetic(Arithmetic::Add, sum, ply)) {
        sum = next;
        if tree.len() > Tree::MAX / 2 {
            break;
        }
    }
    let is_large = Node::Compare(Comparison::Greater, sum, ply);
    let is_large = tree.add(is_large).expect("a node");
    while let Some(next) = tree.add(Node::Then(root, is_large)) {
        root = tree.add(Node::Not(next)).unwrap_or(next);
    }
    assert_eq!(tree.len(), Tree::MAX);
    let moves = random_moves(&mut Random::default(), Position::INITIAL, 700);
    let found = plies(&tree, root, &[game(Position::INITIAL, &moves)]);
    assert!(!found[0].is_empty());
}

/// A quantifier in the body of another one may have the same variable.
#[test]
fn quantifiers_with_the_same_variable() {
    let question = |text: &str| {
        let expression = Expression::parse(text).expect(text);
        let mut finder = Finder::new(&expression, FinderOptions::default());
        let mut hits = 0;
        let mut found = |found: GameHits<'_>| hits += found.plies.len();
        let mut random = Random::default();
        for _ in 0..20 {
            let moves = random_moves(&mut random, Position::INITIAL, 100);
            finder.push(0, &game(Position::INITIAL, &moves), &mut found);
        }
        finder.flush(&mut found);
        hits
    };
    let inner = "(any s in n: attacks(s) & Q)";
    let both = question(&alloc::format!("(any s in N: attacks(s) & q) and {inner}"));
    assert!(both > 0);
    for text in [
        "let inner = INNER in any t in N: inner and attacks(t) & q",
        "let inner = INNER in any t in N: attacks(t) & q and inner",
        "let inner = INNER in any t in N: (inner and attacks(t) & q) or (attacks(t) & q and inner)",
    ] {
        assert_eq!(question(&text.replace("INNER", inner)), both, "{text}");
    }
}

/// A question of a number is refused elsewhere; a finder finds nothing.
#[test]
fn a_number_holds_nowhere() {
    let expression = Expression::parse("moves").expect("a number");
    let mut finder = Finder::new(&expression, FinderOptions::default());
    let mut hits = Vec::<u32>::new();
    finder.push(0, &game(Position::INITIAL, &[]), &mut |found| hits.extend(found.plies));
    finder.flush(&mut |found| hits.extend(found.plies));
    assert!(hits.is_empty());
}
