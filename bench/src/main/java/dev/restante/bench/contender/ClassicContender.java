package dev.restante.bench.contender;

import java.nio.file.Path;

/** Apache ActiveMQ Classic in this JVM: KahaDB with a sync per commit, security off, everything else as it comes. */
public record ClassicContender() implements JmsContender {

    @Override
    public String name() {
        return "classic";
    }

    @Override
    public boolean sendsAsynchronously() {
        return false;
    }

    @Override
    public RunningBroker start(Path directory, HeldIn heldIn) throws Exception {
        return ClassicBroker.start(directory, heldIn);
    }
}
