//! Words that are answered by endgame tables, which a program hands in once.

use std::cmp::Ordering;

use setwise::{Color, File, Piece, Position, Rank, Role, Setup, Square};
use setwise_sets::{
    Evaluator, Expression, Finder, FinderOptions, Game, Value, Values, WORDS, evaluate_parts,
    use_endgames,
};

#[test]
fn every_word_has_an_example_that_contains_it() {
    use_endgames(of_the_king);
    for word in WORDS {
        let parsed = Expression::parse(word.example);
        let parsed = parsed.unwrap_or_else(|error| panic!("{}: {error}", word.example));
        assert!(word.example.contains(word.name), "{}", word.name);
        assert!(word.form.contains(word.name), "{}", word.name);
        assert!(word.sentence.ends_with('.') || word.sentence.contains("; "), "{}", word.name);
        // What is printed means the same.
        let printed = parsed.to_string();
        assert_eq!(Expression::parse(&printed).expect("parsed").to_string(), printed);
    }
}

/// Tables whose outcome is told by the square of White's king: files a to c are won, d and e drawn,
/// f and g lost, and h has no table. Mates are in as many moves as the rank.
fn of_the_king(position: &Position) -> Option<(Ordering, u8)> {
    let king = position.king(Color::White);
    let outcome = match king.file() as u8 {
        0..3 => Ordering::Greater,
        3..5 => Ordering::Equal,
        5..7 => Ordering::Less,
        _ => return None,
    };
    Some((outcome, king.rank() as u8))
}

/// Finds an outcome that is taken for another one, and tables that are asked about five pieces.
#[test]
fn endgame_tables_of_the_caller_are_asked() {
    use_endgames(of_the_king);
    use_endgames(|_| None);
    let mut positions = Vec::new();
    for (file, pawns) in File::ALL.into_iter().flat_map(|file| (0..4).map(move |n| (file, n))) {
        let mut setup = Setup::parse_fen("7k/8/8/8/8/8/8/8 b - - 0 1").expect("a FEN");
        let king = Piece { color: Color::White, role: Role::King };
        setup.board.put(Square::new(file, Rank::Third), king);
        for &file in &File::ALL[..pawns] {
            let pawn = Piece { color: Color::White, role: Role::Pawn };
            setup.board.put(Square::new(file, Rank::Second), pawn);
        }
        positions.push(Position::try_from(setup).expect("a position"));
    }
    for (text, files) in [("won", "abc"), ("drawn", "de"), ("lost", "fg"), ("mate_in = 2", "abcfg")]
    {
        let question = Expression::parse(text).unwrap();
        let two = Expression::parse("k").unwrap().with_value(&question).unwrap();
        Evaluator::new(&question).evaluate(&positions, |at, value| {
            let position = positions[at];
            let is_asked = position.board().occupied().count() <= 4;
            let file = position.king(Color::White).file();
            let holds = is_asked && files.contains(&file.to_string());
            assert_eq!(value, Value::Truth(holds), "{text}: {position}");
            assert_eq!(evaluate_parts(&question, &position).0, value, "{text}: {position}");
            let mut finder = Finder::new(&two, FinderOptions::default());
            let expected = [Values::Truths(vec![holds])];
            finder.push(0, &Game::of_position(position), &mut |_| {});
            finder.flush(&mut |hits| assert_eq!(hits.values, expected, "{text}: {position}"));
        });
    }
}
