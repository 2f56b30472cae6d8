package dev.restante.bench.load;

import jakarta.jms.DeliveryMode;
import org.jspecify.annotations.Nullable;

/**
 * Description of a load: producers, consumers, send mode, batch size and destinations.
 *
 * @param producers the number of producer threads, each with a connection
 * @param batch the number of messages in a commit for {@link SendMode#TRANSACTED}, the highest number of unfinished
 *     sends for {@link SendMode#ASYNC}, otherwise 1
 * @param selector the selector of the consumers of one queue, which must match every message; null for none
 * @param clientAcknowledge true if the application acknowledges each message
 * @param perSecond the total send rate of all producers in an open loop of {@link SendMode#SYNC}; 0 for as fast as
 *     possible
 */
public record Load(
        int producers,
        int consumers,
        SendMode mode,
        int batch,
        int deliveryMode,
        DestinationLayout layout,
        @Nullable String selector,
        MessageVariety variety,
        boolean clientAcknowledge,
        int perSecond) {

    /** Selector that must be evaluated and matches every message of the benchmark. */
    public static final String MATCH_ALL_SELECTOR = "JMSPriority BETWEEN 0 AND 9 AND JMSDeliveryMode = 'PERSISTENT'";

    public Load(int producers, int consumers, SendMode mode, int batch, int deliveryMode) {
        this(producers, consumers, mode, batch, deliveryMode, DestinationLayout.ONE_QUEUE);
    }

    public Load(int producers, int consumers, SendMode mode, int batch, int deliveryMode, DestinationLayout layout) {
        this(producers, consumers, mode, batch, deliveryMode, layout, null, MessageVariety.NONE, false, 0);
    }

    /** Returns this load with a selector that matches every message, or without one. */
    public Load withSelector(@Nullable String everything) {
        return with(everything, variety, clientAcknowledge, perSecond);
    }

    public Load withVariety(MessageVariety each) {
        return with(selector, each, clientAcknowledge, perSecond);
    }

    /** Returns this load with {@code CLIENT_ACKNOWLEDGE}. */
    public Load acknowledgedByClient() {
        return with(selector, variety, true, perSecond);
    }

    public Load atRate(int messagesPerSecond) {
        return with(selector, variety, clientAcknowledge, messagesPerSecond);
    }

    private Load with(@Nullable String everything, MessageVariety each, boolean byClient, int pace) {
        return new Load(producers, consumers, mode, batch, deliveryMode, layout, everything, each, byClient, pace);
    }

    /**
     * Returns whether a plain table can carry this load: one queue of persistent messages without selectors, variety or
     * asynchronous sends.
     */
    public boolean isPlainQueueLoad() {
        return layout == DestinationLayout.ONE_QUEUE
                && deliveryMode == DeliveryMode.PERSISTENT
                && selector == null
                && variety == MessageVariety.NONE
                && mode != SendMode.ASYNC;
    }

    /** Returns the number of times that each message is received. */
    public int deliveriesPerMessage() {
        return layout.deliveriesPerMessage(consumers);
    }

    public enum MessageVariety {
        /** All messages are alike. */
        NONE,
        GROUPS,
        PRIORITIES
    }

    public enum SendMode {
        /** Synchronous sends, one after the other. */
        SYNC,
        /** Asynchronous sends with a completion listener, of which a limited number is unfinished. */
        ASYNC,
        /** Transacted sends with a commit after each batch. */
        TRANSACTED
    }
}
