package dev.restante.bench.contender;

import dev.restante.bench.load.Transport;

/** Running contender that releases its threads and files when it is closed. */
public interface RunningTransport extends Transport, AutoCloseable {

    @Override
    void close() throws Exception;
}
