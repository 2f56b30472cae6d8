package dev.restante.bench.contender;

import dev.restante.bench.load.Load;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Contender that is a Jakarta Messaging provider, with methods that start it and say which optional features scenarios
 * can use.
 */
public interface JmsContender extends MessagingContender {

    /** Returns whether {@code MessageProducer.send(message, CompletionListener)} works. */
    boolean sendsAsynchronously();

    @Override
    default boolean supports(Load load) {
        return load.mode() != Load.SendMode.ASYNC || sendsAsynchronously();
    }

    /**
     * Returns the configuration of dead-lettering on expiry, or empty if the {@code expiry} scenarios skip this
     * provider.
     */
    default Optional<ExpirySupport> expirySupport() {
        return Optional.empty();
    }

    @Override
    RunningBroker start(Path directory, MessageStorage storage) throws Exception;
}
