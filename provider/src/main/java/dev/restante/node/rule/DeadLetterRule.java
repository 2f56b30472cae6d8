package dev.restante.node.rule;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.ShownText;
import dev.restante.store.Change;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rule for dead letters: what their note says and how they move (TTL-15, TTL-17, RCV-07, RCV-10). Pure. */
public final class DeadLetterRule {

    /** The reason of a message that outlived its time; Service Bus spells it so. */
    public static final String EXPIRED = "TTLExpiredException";

    /** The reason of a message that was delivered too often; Service Bus spells it so. */
    public static final String DELIVERED_TOO_OFTEN = "MaxDeliveryCountExceeded";

    private DeadLetterRule() {}

    /**
     * Why something is dead-lettered.
     *
     * @param expiry whether because it, or its group, has expired; an application may use the same reason for something
     *     else
     */
    public record Cause(
            @Nullable String reason,
            @Nullable String description,
            Map<String, @Nullable Object> changedProperties,
            boolean expiry) {

        /** A cause that is no expiry. */
        public Cause(
                @Nullable String reason,
                @Nullable String description,
                Map<String, @Nullable Object> changedProperties) {
            this(reason, description, changedProperties, false);
        }

        /**
         * It expired at an instant, which was noticed at another; or with its group, as its note says. In few words:
         * where many expire at once, each gets them written.
         */
        public static Cause expired(Delivery delivery, long deadlineMillis, long nowMillis) {
            DeliveryNote note = delivery.note();
            if (note != null && isExpiring(note)) {
                return expired(note.description());
            }
            return expired("Expired at " + Instant.ofEpochMilli(deadlineMillis) + ", moved at "
                    + Instant.ofEpochMilli(nowMillis) + ".");
        }

        private static Cause expired(@Nullable String description) {
            return new Cause(EXPIRED, description, Map.of(), true);
        }

        /** It went with its group, of which another one expired. */
        public static Cause expiredWithGroup(
                Delivery delivery, long otherId, long otherDeadlineMillis, long nowMillis) {
            return expired("The message was enqueued at " + Instant.ofEpochMilli(delivery.enqueuedAt())
                    + " and went with its group '" + ShownText.of(String.valueOf(delivery.groupId()))
                    + "', of which the message with sequence number "
                    + otherId + " expired at " + Instant.ofEpochMilli(otherDeadlineMillis)
                    + "; that was noticed at " + Instant.ofEpochMilli(nowMillis) + ".");
        }

        /** Returns the cause for a message that the store has and no node can read (SND-08). */
        public static Cause unreadable() {
            return new Cause("MessageUnreadable", "The stored message could not be read.", Map.of());
        }

        /** It came back once too often. */
        public static Cause deliveredTooOften(int deliveryCount, int maxDeliveryCount) {
            return new Cause(
                    DELIVERED_TOO_OFTEN,
                    "The message was delivered " + deliveryCount + " times without being completed; the limit is "
                            + maxDeliveryCount + ".",
                    Map.of());
        }
    }

    /**
     * The move of a delivery to where its entity's dead letters go.
     *
     * @param ref the fence under which it moves
     * @param delivery as last read
     * @param source the full name of where it comes from
     * @param targetId the dead-letter queue
     * @param deadlineMillis the deadline that no longer applies, {@link Delivery#NEVER} for none
     */
    public static Change.Move move(
            DeliveryRef ref,
            Delivery delivery,
            String source,
            long targetId,
            Cause cause,
            long deadlineMillis,
            long nowMillis,
            long position) {
        return new Change.Move(
                ref, targetId, position, nowMillis, Delivery.NEVER, note(delivery, source, cause, deadlineMillis));
    }

    /**
     * The note of a delivery whose group has expired, and which will be a dead letter if its holder does not complete
     * it (TTL-18).
     *
     * @param deadlineMillis its own deadline so far, {@link Delivery#NEVER} for none
     */
    public static DeliveryNote expiring(Delivery delivery, Cause cause, long deadlineMillis) {
        DeliveryNote before = delivery.note();
        return new DeliveryNote(
                null,
                cause.description(),
                null,
                originalExpiration(delivery, deadlineMillis),
                before == null ? Map.of() : before.changedProperties());
    }

    /** Whether a note was made by {@link #expiring}. */
    private static boolean isExpiring(@Nullable DeliveryNote note) {
        return note != null && note.reason() == null && note.source() == null && note.description() != null;
    }

    /**
     * The note of a dead letter.
     *
     * @param source the full name of where it comes from
     * @param deadlineMillis the deadline that no longer applies, {@link Delivery#NEVER} for none
     */
    public static DeliveryNote note(Delivery delivery, String source, Cause cause, long deadlineMillis) {
        DeliveryNote before = delivery.note();
        DeliveryNote note = new DeliveryNote(
                cause.reason(),
                cause.description(),
                source,
                originalExpiration(delivery, deadlineMillis),
                before == null ? Map.of() : before.changedProperties());
        return note.withProperties(cause.changedProperties());
    }

    private static long originalExpiration(Delivery delivery, long deadlineMillis) {
        if (deadlineMillis == Delivery.NEVER) {
            return 0;
        }
        DeliveryNote before = delivery.note();
        if (before != null && isExpiring(before)) {
            return before.originalExpiration();
        }
        // Once the head's expiry no longer applied, what a message has of its own is not what its sender saw.
        boolean shown = before == null || before.originalExpiration() == 0;
        return delivery.expiresAt() != Delivery.NEVER && shown ? DeliveryNote.OWN_EXPIRATION : deadlineMillis;
    }
}
