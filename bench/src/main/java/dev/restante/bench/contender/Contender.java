package dev.restante.bench.contender;

import java.util.Optional;

/** System that the benchmark measures. */
public sealed interface Contender permits MessagingContender, RawContender {

    String name();

    /** Returns the reason why the system cannot run here, or empty. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
