package dev.restante;

import static java.util.Objects.requireNonNull;

import dev.restante.api.MessageLockLostException;
import dev.restante.broker.DeliverySettler;
import dev.restante.broker.InFlightDelivery;
import dev.restante.jms.message.RestanteMessage;
import dev.restante.jms.message.SettlementPropertyRules;
import dev.restante.jms.receive.LockedMessage;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * Lock of a consumer on one message, with the operations that settle it. Messages of sessions with
 * {@code CLIENT_ACKNOWLEDGE} or {@link RestanteSessionModes#INDIVIDUAL_ACKNOWLEDGE} have a peek-lock.
 *
 * <p>Each settlement returns after it is stored (RCV-08). A later {@code acknowledge()} of the session ignores messages
 * that are settled here. Settlements and renewals throw {@link MessageLockLostException} without any change if the lock
 * is lost (RCV-12). After a failure of the store they throw another {@link JMSException}, and the lock is unchanged. A
 * null argument that is not allowed causes a {@link NullPointerException} with its name and no change.
 *
 * <p>Thread-safe: any thread can settle a message, even while its session continues.
 */
public final class PeekLock {

    private final Message message;
    private final LockedMessage lockedMessage;

    private PeekLock(Message message, LockedMessage lockedMessage) {
        this.message = message;
        this.lockedMessage = lockedMessage;
    }

    /**
     * Returns the lock of a received message.
     *
     * @throws IllegalArgumentException if no consumer of Restante received the message: the application created it,
     *     browsed it, or has it from another provider
     * @throws IllegalStateException if the session settles messages itself, as in the automatic and transacted modes
     */
    public static PeekLock of(Message message) {
        requireNonNull(message, "message");
        if (message instanceof RestanteMessage received
                && received.acknowledger() instanceof LockedMessage lockedMessage) {
            if (!lockedMessage.isPeekLocked()) {
                throw new IllegalStateException("The message was not received under a peek-lock. Use a session with"
                        + " CLIENT_ACKNOWLEDGE or RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE.");
            }
            return new PeekLock(message, lockedMessage);
        }
        throw new IllegalArgumentException("The message was not received from Restante: "
                + message.getClass().getName());
    }

    /** Settles the message, which ends the peek-lock. */
    private void settle(BiConsumer<DeliverySettler, InFlightDelivery> settlement) throws JMSException {
        lockedMessage.boundedCalls().run(() -> {
            settlement.accept(lockedMessage.settler(), lockedMessage.delivery());
            lockedMessage.markSettled();
        });
    }

    private Instant extend(BiFunction<DeliverySettler, InFlightDelivery, Instant> extension) throws JMSException {
        return lockedMessage
                .boundedCalls()
                .call(() -> extension.apply(lockedMessage.settler(), lockedMessage.delivery()));
    }

    private Map<String, @Nullable Object> checkedProperties(Map<String, ?> properties) throws JMSException {
        InFlightDelivery delivery = lockedMessage.delivery();
        return SettlementPropertyRules.validated(properties, delivery.message().header(), delivery.annotations());
    }

    /** Completes and removes the message (RCV-08). */
    public void complete() throws JMSException {
        settle((settler, delivery) -> settler.complete(List.of(delivery)));
    }

    /**
     * Makes the message available again with a higher delivery count, after the queue's redelivery back-off, by default
     * immediately (RCV-09). A message received as deferred is deferred again (DEF-01).
     */
    public void abandon() throws JMSException {
        abandon(Map.of());
    }

    /**
     * Makes the message available again with changed properties; see {@link #abandon()}.
     *
     * @param properties the names and values to change or add, empty for none. Values are Boolean, Byte, Short,
     *     Integer, Long, Float, Double, String, or null to remove a property. Headers and properties together may take
     *     1 MiB, as in a send
     * @throws IllegalArgumentException if a name is null or empty
     * @throws JMSException also with {@code RESTANTE-INVALID-PROPERTY-NAME} for an invalid name or a property that only
     *     the provider sets, {@code RESTANTE-MESSAGE-FORMAT} for a value of another type, or
     *     {@code RESTANTE-MESSAGE-HEADER-TOO-LARGE}
     */
    public void abandon(Map<String, ?> properties) throws JMSException {
        Map<String, @Nullable Object> changed = checkedProperties(properties);
        settle((settler, delivery) -> settler.abandon(delivery, changed, null));
    }

    /**
     * Makes the message available again after a delay, which replaces the queue's redelivery back-off.
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
        Map<String, @Nullable Object> changed = checkedProperties(properties);
        settle((settler, delivery) -> settler.abandon(delivery, changed, delay));
    }

    /**
     * Moves the message to the dead-letter queue (RCV-10).
     *
     * @param reason the value of the property {@code DeadLetterReason}, or null
     * @param description the value of the property {@code DeadLetterErrorDescription}, or null
     * @param properties as in {@link #abandon(Map)}; reason and description count towards the limit
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the message already is in a dead-letter queue
     */
    public void deadLetter(@Nullable String reason, @Nullable String description, Map<String, ?> properties)
            throws JMSException {
        Map<String, @Nullable Object> changed = SettlementPropertyRules.validated(
                properties,
                reason,
                description,
                lockedMessage.delivery().message().header(),
                lockedMessage.delivery().annotations());
        settle((settler, delivery) -> settler.deadLetter(delivery, reason, description, changed));
    }

    /**
     * Defers the message: only {@link RestanteSession#receiveDeferred} or {@link RestanteConsumer#receiveDeferred} with
     * its {@link #sequenceNumber} receives it (RCV-11). The message stays deferred until it is completed,
     * dead-lettered, {@linkplain #undefer undeferred} or expires (DEF-01).
     */
    public void defer() throws JMSException {
        defer(Map.of());
    }

    /**
     * Defers the message with changed properties.
     *
     * @param properties as in {@link #abandon(Map)}
     */
    public void defer(Map<String, ?> properties) throws JMSException {
        Map<String, @Nullable Object> changed = checkedProperties(properties);
        settle((settler, delivery) -> settler.defer(delivery, changed));
    }

    /**
     * Makes a message that was received as deferred available again immediately, at its old position and with a higher
     * delivery count (DEF-04). After any other release the message is deferred again (DEF-01). A message that was not
     * deferred is abandoned without a delay.
     */
    public void undefer() throws JMSException {
        settle((settler, delivery) -> settler.undefer(delivery));
    }

    /**
     * Extends the lock by the lock duration of the queue, consumer or receive call, from now on. The lock cannot extend
     * beyond 12 h after the receive (RCV-05, VIS-04, VIS-11). Ends the renewal by default of a session with
     * {@code CLIENT_ACKNOWLEDGE} for this message.
     *
     * @return the new end of the lock
     */
    public Instant renew() throws JMSException {
        return extend(DeliverySettler::renew);
    }

    /**
     * Sets the end of the lock to a duration from now, for this delivery only. Zero makes the message available
     * immediately (VIS-02, VIS-03). Ends the renewal by default, as {@link #renew} does.
     *
     * @param duration zero or more
     * @return the new end of the lock
     * @throws IllegalArgumentException if the duration is negative
     * @throws JMSException with {@code RESTANTE-INVALID-ARGUMENT} if the lock would extend beyond 12 h after the
     *     receive (VIS-04)
     */
    public Instant changeVisibility(Duration duration) throws JMSException {
        requireNonNull(duration, "duration");
        if (duration.isNegative()) {
            throw new IllegalArgumentException("duration " + duration + " is negative");
        }
        return extend((settler, delivery) -> settler.changeVisibility(delivery, duration));
    }

    /** Returns the end of the lock without renewal. */
    public Instant lockedUntil() {
        return Instant.ofEpochMilli(lockedMessage.delivery().lockedUntilMillis());
    }

    /** Returns the number that permanently identifies the message within its queue or subscription. */
    public long sequenceNumber() {
        return lockedMessage.delivery().sequenceNumber();
    }

    /** Returns the number of deliveries, including this delivery: 1 or more. */
    public int deliveryCount() {
        return lockedMessage.delivery().deliveryCount();
    }

    /** Returns the instant at which the message became available and its time to live in this queue began. */
    public Instant enqueuedAt() {
        return Instant.ofEpochMilli(lockedMessage.delivery().delivery().enqueuedAtMillis());
    }

    /** Returns the expiry time in this queue at the time of the receive; empty for never. */
    public Optional<Instant> expiresAt() {
        long expirationMillis = lockedMessage.expirationMillis();
        return expirationMillis == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(expirationMillis));
    }

    /** Returns the identifier of this lock; each delivery of a message has another token. */
    public String lockToken() {
        InFlightDelivery delivery = lockedMessage.delivery();
        return Long.toHexString(delivery.sequenceNumber()) + "-"
                + Long.toHexString(delivery.delivery().ref().owner()) + "-"
                + Integer.toHexString(delivery.delivery().ref().acquisitionCount());
    }

    /** Shows message and lock. */
    @Override
    public String toString() {
        return "PeekLock[" + lockToken() + ", message="
                + lockedMessage.delivery().message().header().messageId() + "]";
    }

    /** Returns the locked message. */
    public Message message() {
        return message;
    }
}
