package dev.restante.broker;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sender of messages to queues and topics outside transactions. */
public interface MessageSender {

    /**
     * Assigns the message its id, timestamps and position, and limits its time to live. Makes no store call.
     *
     * @param sentAtMillis the store time of the send call, see {@link Broker#nowMillis}
     * @throws BrokerException with MESSAGE_TOO_LARGE; with NODE_FENCED if the node was declared dead, because the store
     *     rejects ids of dead incarnations
     */
    PreparedSend prepare(SendRequest request, long sentAtMillis);

    /**
     * Sends a message. A persistent message is durable when this method returns (SND-01), a non-persistent one is on
     * its way (SND-05).
     */
    void send(PreparedSend send);

    /**
     * Sends a message without waiting (SND-03). Completions have the order of the calls of a thread.
     *
     * @param onCompletion called once, on a thread of the broker, with null for success in the sense of {@link #send}
     *     or with the failure; must not block
     */
    void sendAsync(PreparedSend send, Consumer<@Nullable BrokerException> onCompletion);
}
