package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.Settlement;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.message.SettlementProperties;
import dev.restante.jms.receive.LockedMessageAccess;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The lock that a receiver has on one message, and the ways to settle it. Messages of sessions with
 * {@code CLIENT_ACKNOWLEDGE} or {@link RestanteMessagingModes#INDIVIDUAL_ACKNOWLEDGE} have one.
 *
 * <p>Each settlement returns after the store has it (RCV-08). What was settled here is passed over by a later
 * {@code acknowledge()} of its session. Every settlement and renewal throws {@link MessageLockLostException}, and
 * changes nothing, where the lock is gone (RCV-12), and another {@link JMSException}, with the lock as it was, where
 * the store fails. Null where it is not allowed throws a {@link NullPointerException} that names the argument, and
 * changes nothing.
 *
 * <p>Thread-safe: a message can be settled by any thread, also while its session goes on.
 */
public final class PeekLock {

    private final Message message;
    private final LockedMessageAccess access;

    private PeekLock(Message message, LockedMessageAccess access) {
        this.message = message;
        this.access = access;
    }

    /**
     * The lock of a received message.
     *
     * @throws IllegalArgumentException if Restante did not deliver the message to a receiver: it was created, browsed,
     *     or is another provider's
     * @throws IllegalStateException if its session does not leave the settling to the application, as the automatic and
     *     transacted modes do
     */
    public static PeekLock of(Message message) {
        requireNonNull(message, "message");
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessageAccess access) {
            if (!access.peekLocked()) {
                throw new IllegalStateException("The message was not received under a peek-lock; use a session with"
                        + " CLIENT_ACKNOWLEDGE or RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE");
            }
            return new PeekLock(message, access);
        }
        throw new IllegalArgumentException("The message was not received from Restante: "
                + message.getClass().getName());
    }

    /** A settlement as the broker does it. */
    private interface Step<T> {
        T take(Settlement settlement, HeldDelivery held);
    }

    private <T> T asking(Step<T> step) throws JMSException {
        return access.calls().make(() -> step.take(access.settlement(), access.held()));
    }

    private void settling(Step<Boolean> step) throws JMSException {
        access.calls().run(() -> {
            step.take(access.settlement(), access.held());
            access.settled();
        });
    }

    private Map<String, @Nullable Object> changed(Map<String, ?> properties) throws JMSException {
        HeldDelivery held = access.held();
        return SettlementProperties.checked(properties, held.message().head(), held.note());
    }

    /** Completes the message: it is gone (RCV-08). */
    public void complete() throws JMSException {
        settling((settlement, held) -> {
            settlement.complete(List.of(held));
            return true;
        });
    }

    /**
     * Gives the message back, its delivery count one up; it is delivered again after the queue's redelivery back-off,
     * by default at once (RCV-09). One that was received from among the deferred ones is deferred again (DEF-01).
     */
    public void abandon() throws JMSException {
        abandon(Map.of());
    }

    /**
     * Gives the message back with changed properties.
     *
     * @param properties names and values to change or add, empty for none; values are Boolean, Byte, Short, Integer,
     *     Long, Float, Double, String, or null to remove a property. With them the message's headers and properties may
     *     take 1 MiB, as when it is sent
     * @throws IllegalArgumentException if a name is null or empty
     * @throws JMSException also if a name is no identifier or of a property that only the provider sets
     *     ({@code RESTANTE-MSG-PROPERTY-NAME}), a value is of another type ({@code RESTANTE-MSG-FORMAT}), or all
     *     together is too large ({@code RESTANTE-MSG-HEAD-TOO-LARGE})
     */
    public void abandon(Map<String, ?> properties) throws JMSException {
        Map<String, @Nullable Object> changed = changed(properties);
        settling((settlement, held) -> {
            settlement.abandon(held, changed, null);
            return true;
        });
    }

    /**
     * Gives the message back after a delay of the caller's choice, which replaces the queue's redelivery back-off.
     *
     * @param properties as in {@link #abandon(Map)}
     * @param delay zero or more
     * @throws IllegalArgumentException if the delay is negative
     */
    public void abandon(Map<String, ?> properties, Duration delay) throws JMSException {
        requireNonNull(delay, "delay");
        if (delay.isNegative()) {
            throw new IllegalArgumentException("delay " + delay + " is negative");
        }
        Map<String, @Nullable Object> changed = changed(properties);
        settling((settlement, held) -> {
            settlement.abandon(held, changed, delay);
            return true;
        });
    }

    /**
     * Moves the message to the dead-letter queue (RCV-10).
     *
     * @param reason shown there as property {@code DeadLetterReason}; or null
     * @param description shown there as property {@code DeadLetterErrorDescription}; or null
     * @param properties as in {@link #abandon(Map)}; reason and description count towards their limit
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the message is in a dead-letter queue already
     */
    public void deadLetter(@Nullable String reason, @Nullable String description, Map<String, ?> properties)
            throws JMSException {
        Map<String, @Nullable Object> changed = SettlementProperties.checked(
                properties,
                reason,
                description,
                access.held().message().head(),
                access.held().note());
        settling((settlement, held) -> {
            settlement.deadLetter(held, reason, description, changed);
            return true;
        });
    }

    /**
     * Sets the message aside: only {@link RestanteSession#receiveDeferred} or {@link RestanteConsumer#receiveDeferred}
     * with its {@link #sequenceNumber} gets it (RCV-11). It stays deferred until it is completed, dead-lettered,
     * {@linkplain #undefer undeferred} or expires (DEF-01).
     */
    public void defer() throws JMSException {
        defer(Map.of());
    }

    /**
     * Sets the message aside with changed properties.
     *
     * @param properties as in {@link #abandon(Map)}
     */
    public void defer(Map<String, ?> properties) throws JMSException {
        Map<String, @Nullable Object> changed = changed(properties);
        settling((settlement, held) -> {
            settlement.defer(held, changed);
            return true;
        });
    }

    /**
     * Makes a message available again, at its old place and at once, that was received by its number from among the
     * deferred ones: its delivery count is one up, and it is deferred no longer (DEF-04). Every other way back leaves
     * it deferred (DEF-01). A message that was received in the ordinary way is abandoned without a delay.
     */
    public void undefer() throws JMSException {
        settling((settlement, held) -> {
            settlement.undefer(held);
            return true;
        });
    }

    /**
     * Extends the lock to the queue's lock duration from now, or that which its consumer or receive asked for, but not
     * beyond 12 h after the receive (RCV-05, VIS-04, VIS-11).
     *
     * @return the new end of the lock
     */
    public Instant renew() throws JMSException {
        return asking(Settlement::renew);
    }

    /**
     * Ends the lock after a duration from now, for this receive only; zero makes the message visible to others at once
     * (VIS-02, VIS-03).
     *
     * @param duration zero or more; the lock cannot reach beyond 12 h after the receive (VIS-04)
     * @return the new end of the lock
     * @throws IllegalArgumentException if the duration is negative
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the lock would reach beyond the 12 h
     */
    public Instant changeVisibility(Duration duration) throws JMSException {
        requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative");
        }
        return asking((settlement, held) -> settlement.changeVisibility(held, duration));
    }

    /** When the lock ends unless it is renewed. */
    public Instant lockedUntil() {
        return Instant.ofEpochMilli(access.held().lockedUntilMillis());
    }

    /** Names the message within its queue for good. */
    public long sequenceNumber() {
        return access.held().sequenceNumber();
    }

    /** How often the message has been delivered, this time included: 1 or more. */
    public int deliveryCount() {
        return access.held().deliveryCount();
    }

    /** From when the message's time to live counts in this queue: when it became available. */
    public Instant enqueuedAt() {
        return Instant.ofEpochMilli(access.held().delivery().enqueuedAt());
    }

    /** When the message expires in this queue, as it was when it was received; empty for never. */
    public Optional<Instant> expiresAt() {
        long expirationMillis = access.expirationMillis();
        return expirationMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expirationMillis));
    }

    /** Names this lock: another delivery of the same message has another token. */
    public String lockToken() {
        HeldDelivery held = access.held();
        return Long.toHexString(held.sequenceNumber()) + "-"
                + Long.toHexString(held.delivery().ref().owner()) + "-"
                + Integer.toHexString(held.delivery().ref().acquisition());
    }

    /** Names message and lock. */
    @Override
    public String toString() {
        return "PeekLock[" + lockToken() + ", message="
                + access.held().message().head().messageId() + "]";
    }

    /** The message that is locked. */
    public Message message() {
        return message;
    }
}
