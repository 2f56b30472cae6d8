package dev.restante.bench.contender;

import java.nio.file.Path;
import java.util.Optional;

/** A Jakarta Messaging provider that can be started afresh in this JVM. */
public non-sealed interface JmsContender extends Contender {

    /** Whether {@code MessageProducer.send(message, CompletionListener)} works. */
    boolean sendsAsynchronously();

    /** How it dead-letters on expiry; empty if the {@code expiry} scenario leaves it out. */
    default Optional<ExpiryHook> expiryHook() {
        return Optional.empty();
    }

    /**
     * Starts a broker without any messages.
     *
     * @param directory exists, is empty, and is the broker's alone
     * @param heldIn where it keeps messages
     */
    RunningBroker start(Path directory, HeldIn heldIn) throws Exception;

    /** Where a broker keeps messages. */
    enum HeldIn {
        /** On disk; a message is forced to disk before its send returns. */
        STORE,
        /** In memory where the provider has such a mode. */
        MEMORY
    }
}
