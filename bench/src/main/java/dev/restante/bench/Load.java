package dev.restante.bench;

/**
 * Who sends and who consumes.
 *
 * @param producers threads, each with its own connection
 * @param consumers listeners in {@code AUTO_ACKNOWLEDGE}, each with its own connection
 * @param mode how they send
 * @param batch messages per commit for {@link Mode#TRANSACTED}, most in flight for {@link Mode#ASYNC}, else 1
 * @param deliveryMode a constant of {@code jakarta.jms.DeliveryMode}
 */
record Load(int producers, int consumers, Mode mode, int batch, int deliveryMode) {

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
