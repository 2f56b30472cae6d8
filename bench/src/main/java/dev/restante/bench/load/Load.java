package dev.restante.bench.load;

import jakarta.jms.DeliveryMode;
import org.jspecify.annotations.Nullable;

/**
 * Who sends and who consumes.
 *
 * @param producers threads, each with its own connection
 * @param consumers listeners
 * @param mode how they send
 * @param batch messages per commit for {@link Mode#TRANSACTED}, most in flight for {@link Mode#ASYNC}, else 1
 * @param deliveryMode a constant of {@code jakarta.jms.DeliveryMode}
 * @param layout what they send to, and how the consumers are spread
 * @param selector of the consumers of one queue, which must match every message; null for none
 * @param variety the difference between the messages
 * @param clientAcknowledge whether each message is acknowledged by the application, not automatically
 * @param perSecond messages to be sent in a second by all producers together, in an open loop of {@link Mode#SYNC}; 0
 *     for as many as can be
 */
public record Load(
        int producers,
        int consumers,
        Mode mode,
        int batch,
        int deliveryMode,
        Layout layout,
        @Nullable String selector,
        Variety variety,
        boolean clientAcknowledge,
        int perSecond) {

    /** A selector that has to be asked, and matches whatever the bench sends. */
    public static final String EVERYTHING = "JMSPriority BETWEEN 0 AND 9 AND JMSDeliveryMode = 'PERSISTENT'";

    /** With one queue, and consumers without a selector. */
    public Load(int producers, int consumers, Mode mode, int batch, int deliveryMode) {
        this(producers, consumers, mode, batch, deliveryMode, Layout.ONE_QUEUE);
    }

    /** With consumers without a selector. */
    public Load(int producers, int consumers, Mode mode, int batch, int deliveryMode, Layout layout) {
        this(producers, consumers, mode, batch, deliveryMode, layout, null, Variety.NONE, false, 0);
    }

    /** The same with a selector, or none. */
    public Load selecting(@Nullable String everything) {
        return with(everything, variety, clientAcknowledge, perSecond);
    }

    /** Returns this load with messages that differ. */
    public Load varying(Variety each) {
        return with(selector, each, clientAcknowledge, perSecond);
    }

    /** The same with each message acknowledged by the application. */
    public Load acknowledgedByClient() {
        return with(selector, variety, true, perSecond);
    }

    /** The same as an open loop. */
    public Load paced(int messagesPerSecond) {
        return with(selector, variety, clientAcknowledge, messagesPerSecond);
    }

    private Load with(@Nullable String everything, Variety each, boolean byClient, int pace) {
        return new Load(producers, consumers, mode, batch, deliveryMode, layout, everything, each, byClient, pace);
    }

    /** Whether a plain table can carry it: one queue of durable messages that are alike, no completion listeners. */
    public boolean isPlain() {
        return layout == Layout.ONE_QUEUE
                && deliveryMode == DeliveryMode.PERSISTENT
                && selector == null
                && variety == Variety.NONE
                && mode != Mode.ASYNC;
    }

    /** How often each message is to be consumed. */
    public int copies() {
        return layout.copies(consumers);
    }

    /** A difference between the messages of a load. */
    public enum Variety {
        /** They are alike. */
        NONE,
        /** Each is in a message group of its own. */
        GROUPS,
        /** They have the priorities 0 to 9 in turn. */
        PRIORITIES
    }

    /** How a producer sends. */
    public enum Mode {
        /** Each send returns before the next begins. */
        SYNC,
        /** With a completion listener and a bounded number in flight. */
        ASYNC,
        /** In a transacted session that commits every so many messages. */
        TRANSACTED
    }
}
