package dev.restante.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Interface that applications and tracing libraries implement to observe sends, receives, listener calls and
 * settlements of a connection factory, for metrics and traces. Register an observer with
 * {@code factory.addObserver(observer)}. A factory without an observer collects no data.
 *
 * <p>The working threads call the observer, several of them at the same time. An observer must be quick, and must
 * neither block nor use the session. Restante logs an exception of an observer; the exception does not affect messages.
 *
 * <p>An observer does not see the outcome of transactions with another owner (JTA, a JDBC transaction of the
 * application). It does not see actions of the node itself, such as expiry.
 */
public interface MessageObserver {

    /**
     * Called before a message is sent. The operation ends when the message is stored as safely as its delivery mode
     * requires. In a transaction it ends when the transaction contains the message. For an asynchronous send it ends
     * before the completion listener is called.
     *
     * @return the object to notify of the end of the send; null if the observer needs no notification
     */
    default @Nullable ObservedOperation sendStarted(MessageToSend message) {
        return null;
    }

    /**
     * Called before a receive call returns at least one message.
     *
     * @param waitTime the time for which the call waited for the messages
     */
    default void received(List<DeliveredMessage> messages, Duration waitTime) {}

    /**
     * Called before a message listener is called. The operation ends when the listener has returned or thrown an
     * exception, before the session settles the message.
     *
     * @return the object to notify of the end of the listener call; null if the observer needs no notification
     */
    default @Nullable ObservedOperation processStarted(DeliveredMessage message) {
        return null;
    }

    /**
     * Called before the application or its session settles messages. The operation ends when the settlement is stored.
     *
     * @param messages the settled messages of one session, at least one
     * @return the object to notify of the end of the settlement; null if the observer needs no notification
     */
    default @Nullable ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
        return null;
    }

    /** Called after the end of a lock changed, because the lock was renewed or its visibility was changed. */
    default void lockExtended(DeliveredMessage message, Instant until) {}

    /** Called when a renewal or settlement finds that the lock of a message is lost. */
    default void lockLost(DeliveredMessage message) {}
}
