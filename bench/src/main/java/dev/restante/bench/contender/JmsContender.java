package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;
import java.util.Optional;

/** A Jakarta Messaging provider that can be started afresh in this JVM. */
public interface JmsContender extends CarryingContender {

    /** Whether {@code MessageProducer.send(message, CompletionListener)} works. */
    boolean sendsAsynchronously();

    @Override
    default boolean carries(Load load) {
        return load.mode() != Load.Mode.ASYNC || sendsAsynchronously();
    }

    /** How it dead-letters on expiry; empty if the {@code expiry} scenario leaves it out. */
    default Optional<ExpiryHook> expiryHook() {
        return Optional.empty();
    }

    @Override
    RunningBroker start(Path directory, HeldIn heldIn) throws Exception;
}
