//! Pictures: each is XML, and what it shows is what was asked for, read back from the document.
//!
//! # Planted bugs
//!
//! Each made a test here fail: files not turned for Black; a frame's side too long by its inset; the
//! arrow's right and left on one side; an arrow that begins where it ends; the check shown on the
//! other king; castling's last move shown on the rook's square; a man drawn for its color only.

use proptest::prelude::*;
use roxmltree::{Document, Node};
use setwise::svg::Diagram;
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Role, Square};

/// The whole numbers of an attribute.
fn numbers(node: Node<'_, '_>, attribute: &str) -> Vec<i32> {
    let text = node.attribute(attribute).unwrap_or_default();
    let between = |letter: char| !(letter.is_ascii_digit() || letter == '-');
    text.split(between).filter_map(|number| number.parse().ok()).collect()
}

/// The square whose upper left corner, for the side that looks, is at a point.
fn square_at(x: i32, y: i32, seen_by: Color) -> Square {
    let found = Square::ALL.into_iter().find(|square| {
        let (right, down) = (square.file() as i32, 7 - square.rank() as i32);
        match seen_by {
            Color::White => (x, y) == (100 * right, 100 * down),
            Color::Black => (x, y) == (700 - 100 * right, 700 - 100 * down),
        }
    });
    found.unwrap_or_else(|| panic!("no square begins at {x}, {y}"))
}

/// The squares that the only path of some color fills or frames; each is so far from its edge.
fn squares(
    document: &Document<'_>,
    paint: (&str, &str),
    inset: i32,
    seen_by: Color,
) -> Vec<Square> {
    let mut found = Vec::new();
    for path in document.descendants().filter(|node| node.attribute(paint.0) == Some(paint.1)) {
        let side = 100 - 2 * inset;
        for square in path.attribute("d").expect("a path").split_terminator('z') {
            let corner = square.strip_suffix(&format!("h{side}v{side}h-{side}")).expect("a square");
            let (x, y) = corner[1..].split_once(' ').expect("a point");
            let units = |text: &str| text.parse::<i32>().expect("a number") - inset;
            found.push(square_at(units(x), units(y), seen_by));
        }
    }
    found.sort_unstable();
    found
}

/// The men, told apart by the paths that they have in the initial position.
fn men(document: &Document<'_>, seen_by: Color) -> Vec<(Square, String)> {
    let is_man = |node: &Node<'_, '_>| node.attribute("transform").is_some();
    let mut men: Vec<_> = (document.descendants().filter(is_man))
        .map(|man| {
            let &[x, y] = numbers(man, "transform").as_slice() else { panic!("a point") };
            let paths = man.children().filter(Node::is_element);
            let shape = paths.map(|path| format!("{:?}", path.attributes().collect::<Vec<_>>()));
            (square_at(x, y, seen_by), shape.collect::<String>())
        })
        .collect();
    men.sort_unstable();
    men
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn square() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn board() -> impl Strategy<Value = Board> {
    let man = (square(), color(), prop::sample::select(&Role::ALL[..]));
    prop::collection::vec(man, 0..64).prop_map(|men| {
        let mut board = Board::EMPTY;
        for (square, color, role) in men {
            board.put(square, Piece { color, role });
        }
        board
    })
}

/// The shape of each kind of man, from the board where it stands alone.
fn shape(piece: Piece) -> String {
    let mut board = Board::EMPTY;
    board.put(Square::A1, piece);
    let text = Diagram::new(&board).to_string();
    let document = Document::parse(&text).expect("XML");
    let [(_, shape)] = men(&document, Color::White).try_into().expect("one man");
    shape
}

#[test]
fn twelve_men_have_twelve_shapes() {
    let pieces =
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    let mut shapes: Vec<String> = pieces.map(shape).collect();
    shapes.sort_unstable();
    shapes.dedup();
    assert_eq!(shapes.len(), 12);
}

proptest! {
    #[test]
    fn what_is_shown_is_what_was_asked_for(
        board in board(),
        (marked, framed) in any::<(u64, u64)>(),
        seen_by in color(),
        size: u32,
        arrows in prop::collection::vec((square(), square()), 0..4),
    ) {
        let diagram = Diagram::new(&board)
            .seen_by(seen_by)
            .size(size)
            .mark(Bitboard(marked))
            .frame(Bitboard(framed))
            .arrows(&arrows);
        let text = diagram.to_string();
        let document = Document::parse(&text).expect("XML");
        prop_assert_eq!(document.root_element().attribute("width"), Some(&*size.to_string()));
        let expected: Vec<_> = (board.occupied().into_iter())
            .map(|square| (square, shape(board.piece_at(square).expect("a man"))))
            .collect();
        prop_assert_eq!(men(&document, seen_by), expected);
        let members = |set| Bitboard(set).into_iter().collect::<Vec<_>>();
        prop_assert_eq!(squares(&document, ("fill", "#d9822b"), 0, seen_by), members(marked));
        prop_assert_eq!(squares(&document, ("stroke-width", "12"), 6, seen_by), members(framed));
        prop_assert_eq!(document.descendants().filter(|node| node.has_tag_name(SVG_TEXT)).count(), 16);
        let plain = diagram.without_coordinates().to_string();
        prop_assert!(!plain.contains("<text"));
        // What has an identifier could not stand in one page twice.
        prop_assert!(!text.contains(" id=") && !text.contains("href"));
    }
}

const SVG_TEXT: (&str, &str) = ("http://www.w3.org/2000/svg", "text");

#[test]
fn every_arrow_points_from_its_square_to_its_square() {
    for (from, to) in Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to))) {
        let text = Diagram::new(&Board::EMPTY).arrows(&[(from, to)]).to_string();
        let document = Document::parse(&text).expect("XML");
        let middle =
            |square: Square| (100 * square.file() as i32 + 50, 750 - 100 * square.rank() as i32);
        let drawn = document.root_element().last_element_child().expect("an arrow");
        if from == to {
            let at = (numbers(drawn, "cx")[0], numbers(drawn, "cy")[0]);
            assert!(drawn.has_tag_name(("http://www.w3.org/2000/svg", "circle")));
            assert_eq!(at, middle(from), "{from}{to}");
            continue;
        }
        let corners: Vec<(i32, i32)> =
            numbers(drawn, "d").chunks(2).map(|p| (p[0], p[1])).collect();
        assert_eq!((corners.len(), corners[3]), (7, middle(to)), "{from}{to}");
        let (tail, tip) = (middle(from), middle(to));
        let (dx, dy) = (f64::from(tip.0 - tail.0), f64::from(tip.1 - tail.1));
        let length = dx.hypot(dy);
        // How far along and how far beside the line from middle to middle each corner is.
        let places = corners.iter().map(|&(x, y)| {
            let (x, y) = (f64::from(x - tail.0), f64::from(y - tail.1));
            ((x * dx + y * dy) / length, (x * dy - y * dx) / length)
        });
        let head = length - 44.0;
        let expected = [
            (28.0, -8.0),
            (head, -8.0),
            (head, -26.0),
            (length, 0.0),
            (head, 26.0),
            (head, 8.0),
            (28.0, 8.0),
        ];
        for (place, expected) in places.zip(expected) {
            let error = (place.0 - expected.0).hypot(place.1 - expected.1);
            assert!(error < 2.0, "{from}{to}: {place:?} is not {expected:?}");
        }
    }
}

#[test]
fn the_king_in_check_and_the_last_move() {
    let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    let position: Position = mated.parse().expect("a FEN");
    let queen = Move::normal(Square::D8, Square::H4);
    let text = position.diagram().last_move(queen).to_string();
    let document = Document::parse(&text).expect("XML");
    let shown = |color| squares(&document, ("fill", color), 0, Color::White);
    assert_eq!(shown("#d33a3a"), [Square::E1]);
    assert_eq!(shown("#f2d24b"), [Square::H4, Square::D8]);

    let castled = Position::INITIAL.diagram().last_move(Move::castle(Square::E1, Square::A1));
    let text = castled.to_string();
    let document = Document::parse(&text).expect("XML");
    assert_eq!(squares(&document, ("fill", "#d33a3a"), 0, Color::White), []);
    assert_eq!(squares(&document, ("fill", "#f2d24b"), 0, Color::White), [Square::C1, Square::E1]);
}

#[test]
fn who_stands_where_is_said_in_words() {
    let position: Position = "r5k1/5ppp/8/8/8/8/6PP/4R2K b - - 0 1".parse().expect("a FEN");
    let text = position.diagram().to_string();
    let document = Document::parse(&text).expect("XML");
    let words = document.root_element().first_element_child().and_then(|desc| desc.text());
    assert_eq!(words, Some("white Kh1 Re1 g2 h2, black Kg8 Ra8 f7 g7 h7"));
}

#[test]
fn in_a_larger_picture_it_stands_where_it_is_put() {
    let position = Position::INITIAL;
    let (left, right) = (position.diagram().at(0, 20), position.diagram().at(400, 20));
    let page = format!(r#"<svg xmlns="http://www.w3.org/2000/svg">{left}{right}</svg>"#);
    let document = Document::parse(&page).expect("XML");
    let boards = document.root_element().children().filter(Node::is_element);
    let places: Vec<_> = boards.map(|board| (numbers(board, "x"), numbers(board, "y"))).collect();
    assert_eq!(places, [(vec![0], vec![20]), (vec![400], vec![20])]);
    let alone = Document::parse(&position.diagram().to_string())
        .is_ok_and(|document| document.root_element().attribute("x").is_none());
    assert!(alone);
}
