//! Tests of `setwise techniques`.

use setwise_techniques::Technique;

use crate::run::setwise;

#[test]
fn every_technique_is_described() {
    let run = setwise(&["techniques"]).exits(0);
    for &technique in Technique::ALL {
        let card = technique.card();
        let head = format!("{technique}: {} ({}, {})", card.title, card.people, card.year);
        let lines: Vec<&str> = run.out.lines().skip_while(|line| *line != head).take(4).collect();
        let [_, needs, source, ref document @ ..] = lines[..] else {
            panic!("no {head:?} in {run:#?}")
        };
        assert!(needs.contains(&format!("{} bytes of tables", card.table_bytes)), "{needs}");
        assert_eq!(technique.is_available(), needs.ends_with("; runs here"), "{needs}");
        assert_eq!(source.trim(), card.source);
        if let [described] = card.documents {
            assert_eq!(document, [format!("    {described}")]);
        }
    }
}

#[test]
fn json_is_an_array_with_every_field() {
    let json = setwise(&["techniques", "--json"]).exits(0).json();
    let cards = json.as_array().expect("an array");
    let names: Vec<&str> = cards.iter().filter_map(|card| card["name"].as_str()).collect();
    assert_eq!(names, Technique::ALL.iter().map(|t| t.name()).collect::<Vec<_>>());
    for (card, technique) in cards.iter().zip(Technique::ALL) {
        let of_library = technique.card();
        assert_eq!(card["title"], of_library.title);
        assert_eq!(card["people"], of_library.people);
        assert_eq!(card["year"], of_library.year);
        assert_eq!(card["source"], of_library.source);
        let documents: Vec<&str> = of_library.documents.iter().map(|d| d.name()).collect();
        assert_eq!(card["documents"], serde_json::json!(documents));
        assert_eq!(card["table_bytes"], of_library.table_bytes);
        assert_eq!(card["needs"], of_library.needs);
        assert_eq!(card["available"], technique.is_available());
    }
}

/// The other subcommands accept the names that `techniques` prints.
#[test]
fn its_names_are_accepted_by_the_other_subcommands() {
    for &technique in Technique::ALL {
        let name = technique.name();
        let code = if technique.is_available() { 0 } else { 2 };
        setwise(&["attacks", "rook", "a1", "--technique", name]).exits(code);
        setwise(&["explain", name, "rook", "a1"]).exits(code);
    }
}
