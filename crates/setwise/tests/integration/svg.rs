//! SVG diagrams: each is well-formed XML and shows what was requested, read back from the document.
//!
//! # Mutation tests
//!
//! Each of these bugs, inserted on purpose, made a test here fail: files not flipped for Black; the
//! side of a frame too long by its inset; both sides of an arrow on the same side; an arrow that
//! starts at its end; check shown on the other king; the last move of castling shown on the square
//! of the rook; the shape of a piece depending only on its color.

use proptest::prelude::*;
use roxmltree::{Document, Node};
use setwise::svg::{Diagram, PiecePicture};
use setwise::{Bitboard, Board, Color, Move, Piece, Position, Role, Square};
use setwise_testkit::scaled;

/// Returns the integers of an attribute.
fn numbers(node: Node<'_, '_>, attribute: &str) -> Vec<i32> {
    let text = node.attribute(attribute).unwrap_or_default();
    let between = |letter: char| !(letter.is_ascii_digit() || letter == '-');
    text.split(between).filter_map(|number| number.parse().ok()).collect()
}

/// Returns the square whose upper left corner is at a point, as seen by a side.
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

/// Returns the squares of the paths with a color or stroke width, drawn `inset` units from their
/// edges.
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

/// Returns the squares of the pieces, with the paths of their shapes.
fn pieces(document: &Document<'_>, seen_by: Color) -> Vec<(Square, String)> {
    let is_piece = |node: &Node<'_, '_>| node.attribute("transform").is_some();
    let mut pieces: Vec<_> = (document.descendants().filter(is_piece))
        .map(|piece| {
            let &[x, y] = numbers(piece, "transform").as_slice() else { panic!("a point") };
            let paths = piece.children().filter(Node::is_element);
            let shape = paths.map(|path| format!("{:?}", path.attributes().collect::<Vec<_>>()));
            (square_at(x, y, seen_by), shape.collect::<String>())
        })
        .collect();
    pieces.sort_unstable();
    pieces
}

fn color() -> impl Strategy<Value = Color> {
    prop::sample::select(&Color::ALL[..])
}

fn square() -> impl Strategy<Value = Square> {
    prop::sample::select(&Square::ALL[..])
}

fn board() -> impl Strategy<Value = Board> {
    let piece = (square(), color(), prop::sample::select(&Role::ALL[..]));
    prop::collection::vec(piece, 0..64).prop_map(|pieces| {
        let mut board = Board::EMPTY;
        for (square, color, role) in pieces {
            board.put(square, Piece { color, role });
        }
        board
    })
}

/// Returns the shape of a piece, from a diagram with only that piece.
fn shape(piece: Piece) -> String {
    let mut board = Board::EMPTY;
    board.put(Square::A1, piece);
    let text = Diagram::new(&board).to_string();
    let document = Document::parse(&text).expect("XML");
    let [(_, shape)] = pieces(&document, Color::White).try_into().expect("one piece");
    shape
}

#[test]
fn each_piece_has_its_own_shape() {
    let pieces =
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { color, role }));
    let mut shapes: Vec<String> = pieces.map(shape).collect();
    shapes.sort_unstable();
    shapes.dedup();
    assert_eq!(shapes.len(), 12);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(scaled(256, 64) as u32))]

    #[test]
    fn diagrams_show_the_requested_elements(
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
            .map(|square| (square, shape(board.piece_at(square).expect("a piece"))))
            .collect();
        prop_assert_eq!(pieces(&document, seen_by), expected);
        let members = |set| Bitboard(set).into_iter().collect::<Vec<_>>();
        prop_assert_eq!(squares(&document, ("fill", "#d9822b"), 0, seen_by), members(marked));
        prop_assert_eq!(squares(&document, ("stroke-width", "12"), 6, seen_by), members(framed));
        prop_assert_eq!(document.descendants().filter(|node| node.has_tag_name(SVG_TEXT)).count(), 16);
        let plain = diagram.without_coordinates().to_string();
        prop_assert!(!plain.contains("<text"));
        // Identifiers would clash between several diagrams in one page.
        prop_assert!(!text.contains(" id=") && !text.contains("href"));
    }
}

const SVG_TEXT: (&str, &str) = ("http://www.w3.org/2000/svg", "text");

#[test]
fn arrows_have_the_right_corners() {
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
        // The distances of each corner along the line between the centers, and from that line.
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
fn check_and_last_move_are_highlighted() {
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
fn description_lists_the_pieces() {
    let position: Position = "r5k1/5ppp/8/8/8/8/6PP/4R2K b - - 0 1".parse().expect("a FEN");
    let text = position.diagram().to_string();
    let document = Document::parse(&text).expect("XML");
    let text = document.root_element().first_element_child().and_then(|desc| desc.text());
    assert_eq!(text, Some("white Kh1 Re1 g2 h2, black Kg8 Ra8 f7 g7 h7"));
}

#[test]
fn diagrams_are_placed_in_an_enclosing_document() {
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

#[test]
fn pictures_of_pieces_have_the_shapes_of_diagrams() {
    for color in Color::ALL {
        for role in Role::ALL {
            let piece = Piece { color, role };
            let mut board = Board::EMPTY;
            board.put(Square::A8, piece);
            let diagram = Diagram::new(&board).without_coordinates().to_string();
            let picture = PiecePicture::new(piece).size(45).to_string();
            let (diagram, picture) = (Document::parse(&diagram), Document::parse(&picture));
            let (diagram, picture) = (diagram.expect("XML"), picture.expect("XML"));
            assert_eq!(pieces(&picture, Color::White), pieces(&diagram, Color::White));
            let root = picture.root_element();
            assert_eq!((numbers(root, "width"), numbers(root, "height")), (vec![45], vec![45]));
            assert_eq!(numbers(root, "viewBox"), [0, 0, 100, 100]);
            let text = root.first_element_child().and_then(|desc| desc.text());
            assert_eq!(text, Some(format!("{color} {role}").as_str()));
        }
    }
}
