package dev.restante.jms.message;

import dev.restante.broker.SendRequest;
import dev.restante.model.DeliveryNote;
import org.jspecify.annotations.Nullable;

/**
 * The property names that mean something to Restante. The {@code JMS_Restante_} ones, {@link #DUPLICATE_ID} and those
 * of schedules apart, and the {@code DeadLetter} ones are shown on received and browsed messages only: a client may set
 * them, and the value does not survive a send (as JMS rules for {@code JMSXDeliveryCount}, PRP-21), so that nobody can
 * forge them, and a dead letter that is sent again is none.
 */
public final class VendorProperties {

    /** What the names of provider-specific properties begin with. */
    public static final String PREFIX = "JMS_Restante_";

    /**
     * {@code long}: names the delivery within its queue or subscription; a deferred message is received again by it.
     */
    public static final String SEQUENCE_NUMBER = PREFIX + "SequenceNumber";

    /** {@code long}, epoch milliseconds: when the message was enqueued where it is now. */
    public static final String ENQUEUED_TIME = PREFIX + "EnqueuedTime";

    /**
     * {@code long}, epoch milliseconds: when the lock would have ended as it was at hand-over; absent without a lock.
     */
    public static final String LOCKED_UNTIL = PREFIX + "LockedUntil";

    /**
     * {@code long}, epoch milliseconds: the expiry that no longer applies since the message was dead-lettered (TTL-17).
     */
    public static final String ORIGINAL_EXPIRATION = PREFIX + "OriginalExpiration";

    /**
     * {@code int}: how often the message was moved back after it had been dead-lettered (BEY-03); absent if it was not.
     */
    public static final String REDRIVE_COUNT = DeliveryNote.REDRIVE_COUNT_PROPERTY;

    /** {@code String}: how a browsed message stands, such as {@value #STATE_EXPIRED}; absent for ordinary ones. */
    public static final String STATE = PREFIX + "State";

    /** The {@link #STATE} of a message that a browser still sees and no receiver will (TTL-03). */
    public static final String STATE_EXPIRED = "EXPIRED";

    /** {@code String}, set by the sender: what duplicate detection compares (SND-06). */
    public static final String DUPLICATE_ID = SendRequest.DUPLICATE_ID;

    /** {@code long}, set by the sender, milliseconds: from one copy of a repeated send to the next (SCH-01). */
    public static final String SCHEDULE_PERIOD = PREFIX + "SchedulePeriod";

    /** {@code int}, set by the sender: how many copies follow the first, -1 for no end (SCH-01). */
    public static final String SCHEDULE_REPEAT = PREFIX + "ScheduleRepeat";

    /** {@code String}, set by the sender: a cron expression in the five fields of Unix (SCH-03). */
    public static final String SCHEDULE_CRON = PREFIX + "ScheduleCron";

    /** {@code String}, set by the sender: the zone of the cron expression; that of the sender's JVM by default. */
    public static final String SCHEDULE_TIME_ZONE = PREFIX + "ScheduleTimeZone";

    /** {@code String}, set by the sender: the name of a {@link dev.restante.option.CatchUp} (SCH-05). */
    public static final String SCHEDULE_CATCH_UP = PREFIX + "ScheduleCatchUp";

    /** {@code String}: why the message is in a dead-letter queue, as Service Bus spells it. */
    public static final String DEAD_LETTER_REASON = DeliveryNote.REASON_PROPERTY;

    /** {@code String}: the reason in words. */
    public static final String DEAD_LETTER_ERROR_DESCRIPTION = DeliveryNote.DESCRIPTION_PROPERTY;

    /** {@code String}: the full name of the queue or subscription that the message was dead-lettered from. */
    public static final String DEAD_LETTER_SOURCE = DeliveryNote.SOURCE_PROPERTY;

    /** {@code int}, set by the provider: 1 at the first delivery (PRP-17). */
    public static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** {@code String}, set by the sender: the group that the message belongs to. */
    public static final String GROUP_ID = "JMSXGroupID";

    /** {@code int}, set by the sender: the message's number within its group. */
    public static final String GROUP_SEQUENCE = "JMSXGroupSeq";

    private VendorProperties() {}

    /** Whether a sender's value for the property is not sent, because the provider alone says what it is. */
    static boolean providerOwned(@Nullable String name) {
        if (name == null) {
            return false;
        }
        return switch (name) {
            case DEAD_LETTER_REASON, DEAD_LETTER_ERROR_DESCRIPTION, DEAD_LETTER_SOURCE -> true;
            case DELIVERY_COUNT, "JMSXState", "JMSXRcvTimestamp", "JMSXConsumerTXID" -> true;
            case DUPLICATE_ID, SCHEDULE_PERIOD, SCHEDULE_REPEAT, SCHEDULE_CRON, SCHEDULE_TIME_ZONE, SCHEDULE_CATCH_UP ->
                false;
            default -> name.startsWith(PREFIX);
        };
    }
}
