//! Counting in a way that is chosen at run time.

use setwise::attacks::Erased;
use setwise_perft::{Backend, BackendName, CountMode, Counter};
use setwise_techniques::Technique;
use setwise_techniques::cpu_features::this_cpu;

use crate::technique_option::unavailable;
use crate::verdict::Failure;

/// How leaves are counted.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Method {
    pub(crate) backend: Backend,
    pub(crate) technique: Technique,
    /// The technique behind function pointers, unless it is the fastest. Only that is instantiated in
    /// the generator.
    erased: Option<Erased>,
    pub(crate) mode: CountMode,
}

impl Method {
    /// Returns the method of a back-end, with the fastest technique, in families.
    pub(crate) fn of(backend: Backend) -> Method {
        let technique = Technique::fastest();
        Method { backend, technique, erased: None, mode: CountMode::Families }
    }

    /// Returns the method that counts one position at a time with a technique; a failure if this CPU
    /// cannot run it.
    pub(crate) fn with_technique(technique: Technique) -> Result<Method, Failure> {
        let method = Method::of(Backend::SCALAR);
        if technique == method.technique {
            return Ok(method);
        }
        let erased = technique.erased().ok_or_else(|| unavailable(technique))?;
        Ok(Method { technique, erased: Some(erased), ..method })
    }

    /// Creates a counter, for one thread.
    pub(crate) fn counter(self) -> Counter {
        let counter = match self.erased {
            Some(technique) => Counter::with_technique(technique),
            None => Counter::new(self.backend),
        };
        counter.mode(self.mode)
    }
}

/// Returns a back-end by name; a failure if this CPU cannot run it.
pub(crate) fn backend(name: BackendName) -> Result<Backend, Failure> {
    Backend::new(name).ok_or_else(|| {
        let names: Vec<&str> =
            Backend::available().map(|backend| backend.name().as_str()).collect();
        Failure::Run(format!(
            "{} cannot run the back-end {name}; it can run {}",
            this_cpu(),
            names.join(" and "),
        ))
    })
}
