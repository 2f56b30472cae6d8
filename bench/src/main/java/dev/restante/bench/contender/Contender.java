package dev.restante.bench.contender;

import java.util.Optional;

/** Something that is measured. */
public sealed interface Contender permits CarryingContender, RawContender {

    /** The name on the command line and in the report. */
    String name();

    /** Why it cannot run here; empty if it can. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
