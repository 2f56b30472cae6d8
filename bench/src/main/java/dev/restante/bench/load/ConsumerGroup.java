package dev.restante.bench.load;

/** Running consumers of a load. */
public interface ConsumerGroup extends AutoCloseable {

    /** Ends all consumers. */
    @Override
    void close() throws Exception;
}
