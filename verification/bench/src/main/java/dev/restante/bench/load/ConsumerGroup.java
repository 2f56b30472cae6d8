package dev.restante.bench.load;

/** Handle of the running consumers of a load, which receive messages until the handle is closed. */
public interface ConsumerGroup extends AutoCloseable {

    /** Ends all consumers. */
    @Override
    void close() throws Exception;
}
