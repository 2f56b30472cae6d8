package dev.restante.bench.contender;

import java.nio.file.Path;
import java.util.Optional;

/** Embedded Artemis with its NIO journal and data sync. */
public record ArtemisContender() implements JmsContender {

    @Override
    public String name() {
        return "artemis";
    }

    @Override
    public boolean sendsAsynchronously() {
        return true;
    }

    @Override
    public Optional<ExpirySupport> expirySupport() {
        return Optional.of(new ArtemisBroker.ArtemisExpirySupport());
    }

    @Override
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        return ArtemisBroker.start(directory, storage, () -> {});
    }
}
