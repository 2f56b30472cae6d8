package dev.restante.bench.contender;

import dev.restante.bench.load.Transport;

/** A contender at work in this JVM. Closing it stops all of its threads and releases its files. */
public interface RunningTransport extends Transport, AutoCloseable {

    @Override
    void close() throws Exception;
}
