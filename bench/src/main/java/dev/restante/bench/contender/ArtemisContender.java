package dev.restante.bench.contender;

import java.nio.file.Path;
import java.util.Optional;

/** Apache Artemis in this JVM: NIO journal with datasync, security off, everything else as it comes. */
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
    public Optional<ExpiryHook> expiryHook() {
        return Optional.of(new ArtemisBroker.Expiry());
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        return ArtemisBroker.start(directory, heldIn, () -> {});
    }
}
