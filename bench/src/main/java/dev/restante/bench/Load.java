package dev.restante.bench;

import org.jspecify.annotations.Nullable;

/**
 * Who sends and who consumes.
 *
 * @param producers threads, each with its own connection
 * @param consumers listeners in {@code AUTO_ACKNOWLEDGE}, each with its own connection
 * @param mode how they send
 * @param batch messages per commit for {@link Mode#TRANSACTED}, most in flight for {@link Mode#ASYNC}, else 1
 * @param deliveryMode a constant of {@code jakarta.jms.DeliveryMode}
 * @param selector of the consumers, which must match every message; null for none
 */
record Load(int producers, int consumers, Mode mode, int batch, int deliveryMode, @Nullable String selector) {

    /** Consumers without a selector. */
    Load(int producers, int consumers, Mode mode, int batch, int deliveryMode) {
        this(producers, consumers, mode, batch, deliveryMode, null);
    }

    /** The same with a selector. */
    Load selecting(String everything) {
        return new Load(producers, consumers, mode, batch, deliveryMode, everything);
    }

    /** How a producer sends. */
    enum Mode {
        /** Each send returns before the next begins. */
        SYNC,
        /** With a completion listener and a bounded number in flight. */
        ASYNC,
        /** In a transacted session that commits every so many messages. */
        TRANSACTED
    }
}
