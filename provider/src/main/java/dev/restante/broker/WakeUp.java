package dev.restante.broker;

/**
 * What a {@link Receiver} is woken by. Both methods may be called by any thread; they must not block nor call the
 * broker.
 */
@FunctionalInterface
public interface WakeUp extends Runnable {

    /**
     * Whether the receiver can't poll for now, although it has not said so by {@link Receiver#pause}: whoever owns
     * several receivers and is busy with one is away from all others. While a receiver is away, nothing is acquired for
     * it, and what it is woken for goes to others, too. It is woken all the same, and polls when it is back.
     *
     * <p>Who goes away must say so first, and then {@link Receiver#pause} the receivers that have been woken and have
     * not polled since.
     */
    default boolean away() {
        return false;
    }
}
