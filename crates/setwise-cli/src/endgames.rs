//! Endgame tables for set expressions, in a build that has them.

use setwise_sets::Definitions;

/// Returns the shipped definitions, with endgame tables that are computed at first use.
pub(crate) fn definitions() -> Definitions {
    #[cfg(feature = "endgames")]
    let definitions = {
        let mut definitions = Definitions::standard();
        definitions.use_endgames(std::sync::Arc::new(tables::OnDemand::default()));
        definitions
    };
    #[cfg(not(feature = "endgames"))]
    let definitions = Definitions::standard();
    definitions
}

#[cfg(feature = "endgames")]
mod tables {
    use std::cmp::Ordering;
    use std::sync::{PoisonError, RwLock};

    use setwise::Position;
    use setwise_endgames::{Material, Outcome, Tables};
    use setwise_sets::Endgames;

    /// Tables of at most four pieces, which the first thread that needs one computes: all of them take
    /// 220 MiB.
    #[derive(Debug, Default)]
    pub(super) struct OnDemand(RwLock<Tables>);

    impl Endgames for OnDemand {
        fn outcome(&self, position: &Position) -> Option<(Ordering, u8)> {
            let material = Material::of(position.board()).ok()?;
            let tables = self.0.read().unwrap_or_else(PoisonError::into_inner);
            if tables.get(&material).is_none() {
                drop(tables);
                let mut tables = self.0.write().unwrap_or_else(PoisonError::into_inner);
                tables.build(&material).ok()?;
                drop(tables);
                return self.outcome(position);
            }
            let outcome = tables.probe(position)?;
            let result = match outcome {
                Outcome::Win(_) => Ordering::Greater,
                Outcome::Draw => Ordering::Equal,
                Outcome::Loss(_) => Ordering::Less,
            };
            Some((result, outcome.moves().unwrap_or(0)))
        }
    }
}
