package dev.restante.bench.load;

import org.jspecify.annotations.Nullable;

/**
 * Who sends and who consumes.
 *
 * @param producers threads, each with its own connection
 * @param consumers listeners in {@code AUTO_ACKNOWLEDGE}
 * @param mode how they send
 * @param batch messages per commit for {@link Mode#TRANSACTED}, most in flight for {@link Mode#ASYNC}, else 1
 * @param deliveryMode a constant of {@code jakarta.jms.DeliveryMode}
 * @param layout what they send to, and how the consumers are spread
 * @param selector of the consumers of one queue, which must match every message; null for none
 * @param grouped whether each message is of a message group of its own
 */
public record Load(
        int producers,
        int consumers,
        Mode mode,
        int batch,
        int deliveryMode,
        Layout layout,
        @Nullable String selector,
        boolean grouped) {

    /** A selector that has to be asked, and matches whatever the bench sends. */
    public static final String EVERYTHING = "JMSPriority BETWEEN 0 AND 9 AND JMSDeliveryMode = 'PERSISTENT'";

    /** With one queue, and consumers without a selector. */
    public Load(int producers, int consumers, Mode mode, int batch, int deliveryMode) {
        this(producers, consumers, mode, batch, deliveryMode, Layout.ONE_QUEUE);
    }

    /** With consumers without a selector. */
    public Load(int producers, int consumers, Mode mode, int batch, int deliveryMode, Layout layout) {
        this(producers, consumers, mode, batch, deliveryMode, layout, null, false);
    }

    /** The same with a selector, or none. */
    public Load selecting(@Nullable String everything) {
        return new Load(producers, consumers, mode, batch, deliveryMode, layout, everything, grouped);
    }

    /** The same with each message in a message group of its own, or not. */
    public Load inGroups(boolean each) {
        return new Load(producers, consumers, mode, batch, deliveryMode, layout, selector, each);
    }

    /** How often each message is to be consumed. */
    public int copies() {
        return layout.copies(consumers);
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
