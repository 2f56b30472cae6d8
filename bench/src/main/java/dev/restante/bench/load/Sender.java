package dev.restante.bench.load;

/** What one producer's thread sends with. Not thread-safe. */
public interface Sender extends AutoCloseable {

    /**
     * Sends a message. It is durable when this returns, or after the next {@link #commit} in
     * {@link Load.Mode#TRANSACTED}.
     *
     * @param sequence its number, which is in the body too
     * @param body used again for the next message
     */
    void send(long sequence, byte[] body) throws Exception;

    /** Sends a message, for {@link Load.Mode#ASYNC} only. */
    default void send(long sequence, byte[] body, Completion completion) throws Exception {
        throw new UnsupportedOperationException("it has no sends that complete later");
    }

    /** Makes durable what was sent since the last one; for {@link Load.Mode#TRANSACTED} only. */
    void commit() throws Exception;

    /** Is told how an asynchronous send has ended, from any thread. */
    interface Completion {

        void completed();

        void failed(Exception failure);
    }
}
