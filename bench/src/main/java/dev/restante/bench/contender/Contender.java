package dev.restante.bench.contender;

import java.util.Optional;

/** Messaging provider, queue table or plain database that a benchmark scenario measures for comparison. */
public sealed interface Contender permits MessagingContender, RawContender {

    String name();

    /** Returns the reason why the system cannot run here, or empty. */
    default Optional<String> unavailable() {
        return Optional.empty();
    }
}
