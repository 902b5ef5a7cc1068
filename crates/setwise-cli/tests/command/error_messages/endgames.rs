//! Errors of endgame tables.

use std::ops::ControlFlow;

use setwise_endgames::{Material, Table, Tables};

use super::Inventory;

pub(super) fn add(inventory: &mut Inventory) {
    inventory.function("str::parse::<Material>");
    for text in ["", "KQ", "QKvK", "krvk", "KQRBvKN"] {
        let error = text.parse::<Material>().expect_err(text);
        inventory.add(text, &error, &error);
    }
    inventory.function("Tables::build_with");
    let mut tables = Tables::new();
    let stopped = tables.build_with(&Material::KINGS, |_| ControlFlow::Break(()));
    let error = stopped.expect_err("it is stopped");
    inventory.add("KvK", &error, &error);

    inventory.function("Table::read_from");
    let table = tables.build(&Material::KINGS).expect("a table");
    let mut whole = Vec::new();
    table.write_to(&mut whole).expect("memory");
    let mut damaged = whole.clone();
    if let Some(last) = damaged.last_mut() {
        *last ^= 1;
    }
    let mut renamed = b"setwise endgame 1 KRvK\n".to_vec();
    renamed.extend(whole.iter().skip_while(|&&byte| byte != b'\n').skip(1));
    for (name, file) in [
        ("a file of another kind", b"[Event \"?\"]\n".to_vec()),
        ("a file of no material", b"setwise endgame 1 QvK\n".to_vec()),
        ("a file that ends early", whole[..whole.len() - 1].to_vec()),
        ("a file with fewer values", renamed),
        ("a file with another hash", damaged),
    ] {
        let error = Table::read_from(&file[..]).expect_err(name);
        inventory.add(name, &error, &error);
    }
}
