package dev.restante.bench.contender;

import java.nio.file.Path;

/** Embedded ActiveMQ Classic with KahaDB and a disk sync for each commit. */
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
    public RunningBroker start(Path directory, MessageStorage storage) throws Exception {
        return ClassicBroker.start(directory, storage);
    }
}
