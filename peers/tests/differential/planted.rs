//! Tests of the comparison: it must find a planted bug.

use cozy_chess::Board;
use setwise::Position;

use crate::answers::Answers;
use crate::squares::PlainMove;

/// A bug, as a change of the answers of Setwise about a position where it matters.
struct Planted {
    bug: &'static str,
    fen: &'static str,
    plant: fn(&mut Answers),
}

/// Removes or changes moves by their text.
fn without(answers: &mut Answers, text: &str) {
    answers.moves.retain(|mv| format!("{mv:?}") != text);
}

const PLANTED: [Planted; 9] = [
    Planted {
        bug: "en passant is forgotten",
        fen: "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        plant: |answers| without(answers, "e5d6"),
    },
    Planted {
        bug: "en passant although it opens the rank to the king",
        fen: "4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1",
        plant: |answers| add(answers, PlainMove { from: 36, to: 43, promoted: '\0' }),
    },
    Planted {
        bug: "no promotion to a knight",
        fen: "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        plant: |answers| without(answers, "a7a8n"),
    },
    Planted {
        bug: "castling is the king's own step",
        fen: "4k3/8/8/8/8/8/8/4K2R w H - 0 1",
        plant: |answers| {
            without(answers, "e1h1");
            add(answers, PlainMove { from: 4, to: 6, promoted: '\0' });
        },
    },
    Planted {
        bug: "a pinned knight moves",
        fen: "4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1",
        plant: |answers| add(answers, PlainMove { from: 12, to: 18, promoted: '\0' }),
    },
    Planted {
        bug: "a move is listed twice",
        fen: "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        plant: |answers| add(answers, answers.moves[0]),
    },
    Planted {
        bug: "the FEN leaves out an en passant square that no pawn can use",
        fen: "4k3/8/8/3p4/8/8/8/4K3 w - d6 0 1",
        plant: |answers| answers.fen = answers.fen.replace("d6", "-"),
    },
    Planted {
        bug: "one of two checkers is not seen",
        fen: "4k3/8/8/8/1b6/8/8/r3K3 w - - 0 1",
        plant: |answers| answers.checkers &= answers.checkers - 1,
    },
    Planted {
        bug: "an enemy piece counts as pinned",
        fen: "4r1k1/8/8/8/8/8/4n3/4K3 w - - 0 1",
        plant: |answers| answers.pinned |= 1 << 12,
    },
];

fn add(answers: &mut Answers, mv: PlainMove) {
    answers.moves.push(mv);
    answers.moves.sort_unstable();
}

#[test]
fn planted_bugs_are_found() {
    for Planted { bug, fen, plant } in PLANTED {
        let position: Position = fen.parse().expect("can be played");
        let board = Board::from_fen(fen, true).expect("can be played");
        let (mut setwise, cozy) = (Answers::of_setwise(&position), Answers::of_cozy(&board));
        assert_eq!(setwise.difference(&cozy), None, "{fen}");
        let before = setwise.clone();
        plant(&mut setwise);
        assert!(setwise != before, "nothing planted: {bug}");
        assert!(setwise.difference(&cozy).is_some(), "not found: {bug}");
    }
}
