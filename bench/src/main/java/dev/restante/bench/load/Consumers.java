package dev.restante.bench.load;

/** The consumers of a load, at work until they are closed. */
public interface Consumers extends AutoCloseable {

    /** Ends all of them; none is told of a message afterwards. */
    @Override
    void close() throws Exception;
}
