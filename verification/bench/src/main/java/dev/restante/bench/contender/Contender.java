package dev.restante.bench.contender;

import java.util.Optional;

/**
 * Interface of the systems that the benchmark compares: messaging providers, queue tables and plain databases, each
 * with its name and availability.
 */
public sealed interface Contender permits MessagingContender, RawContender {

    String name();

    /** Returns the reason why the system cannot run here, or empty. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
