package dev.restante.broker;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Sends messages to queues and topics, each outside any transaction. */
public interface Sending {

    /**
     * Gives a message its id, instants and place; caps its time to live. Touches no store.
     *
     * @param sentAtMillis the send call's instant, {@link Broker#nowMillis}
     * @throws BrokerException with MESSAGE_TOO_LARGE, or NODE_FENCED where the node was declared dead: ids made for a
     *     dead incarnation can't be stored
     */
    PreparedSend prepare(SendRequest request, long sentAtMillis);

    /**
     * Sends; a persistent message is durable when this returns (SND-01), a non-persistent one is on its way (SND-05).
     */
    void send(PreparedSend send);

    /**
     * Sends without waiting (SND-03). Completions come in the order of the calls of one thread.
     *
     * @param whenDone told once, on a thread of the broker: null when the message is as safe as {@link #send} would
     *     have made it, or why it failed; must not block
     */
    void sendAsync(PreparedSend send, Consumer<@Nullable BrokerException> whenDone);
}
