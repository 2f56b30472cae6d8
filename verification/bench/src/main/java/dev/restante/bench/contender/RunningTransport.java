package dev.restante.bench.contender;

import dev.restante.bench.load.Transport;

/**
 * Interface of a running messaging contender (compared system), JMS or not: a transport that releases its threads and
 * files when it is closed.
 */
public interface RunningTransport extends Transport, AutoCloseable {

    @Override
    void close() throws Exception;
}
