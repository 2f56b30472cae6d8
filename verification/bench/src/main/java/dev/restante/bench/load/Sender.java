package dev.restante.bench.load;

/** Connection to a contender through which a producer thread sends messages and commits. Not thread-safe. */
public interface Sender extends AutoCloseable {

    /**
     * Sends a message. It is durable when this returns, or after the next {@link #commit} in
     * {@link Load.SendMode#TRANSACTED}.
     *
     * @param sequence the sequence number, which is also in the body
     * @param body the body, whose array is reused for the next message
     */
    void send(long sequence, byte[] body) throws Exception;

    default void send(long sequence, byte[] body, SendCompletion completion) throws Exception {
        throw new UnsupportedOperationException("it has no sends that complete later");
    }

    void commit() throws Exception;

    /** Callback for the result of an asynchronous send, from any thread. */
    interface SendCompletion {

        void completed();

        void failed(Exception failure);
    }
}
