package dev.restante.jms.message;

import dev.restante.broker.SendRequest;
import dev.restante.model.DeliveryAnnotations;
import org.jspecify.annotations.Nullable;

/**
 * Names of the message properties that have a meaning for Restante.
 *
 * <p>Provider-owned properties are the {@code JMS_Restante_} properties, except {@link #DUPLICATE_ID} and the schedule
 * properties, and the {@code DeadLetter} properties. They appear on received and browsed messages only. A send drops
 * their values, as JMS requires for {@code JMSXDeliveryCount} (PRP-21). This prevents forged values, and a resent dead
 * letter loses its marks.
 */
public final class VendorProperties {

    public static final String PREFIX = "JMS_Restante_";

    /** {@code long}: sequence number in the queue or subscription, by which a deferred message is received. */
    public static final String SEQUENCE_NUMBER = PREFIX + "SequenceNumber";

    /** {@code long}, epoch milliseconds: instant at which the message was enqueued in its current entity. */
    public static final String ENQUEUED_TIME = PREFIX + "EnqueuedTime";

    /** {@code long}: name of ActiveMQ Classic for {@link #ENQUEUED_TIME}, which a message does not list (BEY-12). */
    static final String BROKER_IN_TIME = "JMSActiveMQBrokerInTime";

    /** {@code long}, epoch milliseconds: end of the lock at the time of delivery; absent without a lock. */
    public static final String LOCKED_UNTIL = PREFIX + "LockedUntil";

    /** {@code long}, epoch milliseconds: expiry time before the message was dead-lettered (TTL-17). */
    public static final String ORIGINAL_EXPIRATION = PREFIX + "OriginalExpiration";

    /** {@code int}: number of redrives of the message (BEY-03); absent without a redrive. */
    public static final String REDRIVE_COUNT = DeliveryAnnotations.REDRIVE_COUNT_PROPERTY;

    /** {@code String}: state of a browsed message, such as {@value #STATE_EXPIRED}; absent for ordinary messages. */
    public static final String STATE = PREFIX + "State";

    /** {@link #STATE} of an expired message that a browser still sees and no consumer receives (TTL-03). */
    public static final String STATE_EXPIRED = "EXPIRED";

    /** {@code String}, set by the sender: id that duplicate detection compares (SND-06). */
    public static final String DUPLICATE_ID = SendRequest.DUPLICATE_ID;

    /** {@code long}, set by the sender, milliseconds: period between two copies of a repeated send (SCH-01). */
    public static final String SCHEDULE_PERIOD = PREFIX + "SchedulePeriod";

    /** {@code int}, set by the sender: number of copies after the first, -1 for no end (SCH-01). */
    public static final String SCHEDULE_REPEAT = PREFIX + "ScheduleRepeat";

    /** {@code String}, set by the sender: a cron expression in the five fields of Unix (SCH-03). */
    public static final String SCHEDULE_CRON = PREFIX + "ScheduleCron";

    /**
     * {@code String}, set by the sender: time zone of the cron expression; defaults to the zone of the sender's JVM.
     */
    public static final String SCHEDULE_TIME_ZONE = PREFIX + "ScheduleTimeZone";

    /** {@code String}, set by the sender: the name of a {@link dev.restante.option.CatchUpPolicy} (SCH-05). */
    public static final String SCHEDULE_CATCH_UP = PREFIX + "ScheduleCatchUp";

    /** {@code String}: dead-letter reason, spelled as in Service Bus. */
    public static final String DEAD_LETTER_REASON = DeliveryAnnotations.REASON_PROPERTY;

    /** {@code String}: description of the dead-letter reason. */
    public static final String DEAD_LETTER_ERROR_DESCRIPTION = DeliveryAnnotations.DESCRIPTION_PROPERTY;

    /** {@code String}: full name of the queue or subscription from which the message was dead-lettered. */
    public static final String DEAD_LETTER_SOURCE = DeliveryAnnotations.SOURCE_PROPERTY;

    /** {@code int}, set by the provider: 1 at the first delivery (PRP-17). */
    public static final String DELIVERY_COUNT = "JMSXDeliveryCount";

    /** {@code String}, set by the sender: id of the message's group. */
    public static final String GROUP_ID = "JMSXGroupID";

    /** {@code int}, set by the sender: number of the message within its group. */
    public static final String GROUP_SEQUENCE = "JMSXGroupSeq";

    private VendorProperties() {}

    /** Returns whether only the provider sets the property, so that a send drops the sender's value. */
    static boolean isProviderOwned(@Nullable String name) {
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
