package dev.restante.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An observer of what the connections of a factory do with messages, for meters and traces:
 * {@code factory.addObserver(observer)}. While a factory has none, nothing is gathered for any.
 *
 * <p>It is called on the threads that do the work, several at once: it has to be quick, and must neither block nor use
 * the session. What it throws is logged, and changes nothing for messages.
 *
 * <p>Not seen are what another owner of a transaction decides about (JTA, a JDBC transaction of the application), and
 * what a node does by itself, such as expiry.
 */
public interface MessageObserver {

    /**
     * A message is about to be sent. Ends when it is as safe as it has to be; in a transaction, when that has it; for
     * an asynchronous send before its completion listener is called.
     *
     * @return who hears of its end; null for nobody
     */
    default @Nullable ObservedOperation sending(MessageToSend message) {
        return null;
    }

    /**
     * A receive call is about to return messages; one that finds none is not told.
     *
     * @param took how long the call has waited for them
     */
    default void received(List<DeliveredMessage> messages, Duration took) {}

    /**
     * A message listener is about to be called. Ends when it has returned or thrown, before its message is settled by
     * the session.
     *
     * @return who hears of its end; null for nobody
     */
    default @Nullable ObservedOperation processing(DeliveredMessage message) {
        return null;
    }

    /**
     * Messages are about to be settled, by the application or by its session. Ends when the store has it.
     *
     * @param messages one or several, of one session
     * @return who hears of its end; null for nobody
     */
    default @Nullable ObservedOperation settling(SettlementKind kind, List<DeliveredMessage> messages) {
        return null;
    }

    /**
     * The lock of a message now lasts until another instant: it was renewed, by the application or for it, or its end
     * was moved.
     */
    default void locked(DeliveredMessage message, Instant until) {}

    /** A lock was found to be lost when it was to be renewed or its message settled. */
    default void lockLost(DeliveredMessage message) {}
}
