package dev.restante.jms.message;

import dev.restante.broker.SendRequest;
import dev.restante.model.DeliveryNote;
import org.jspecify.annotations.Nullable;

/**
 * The property names that mean something to Restante. The {@code JMS_Restante_} ones, {@link #DUPLICATE_ID} apart, and
 * the {@code DeadLetter} ones are shown on received and browsed messages only: a client may set them, and the value
 * does not survive a send (as JMS rules for {@code JMSXDeliveryCount}, PRP-21), so that nobody can forge them, and a
 * dead letter that is sent again is none.
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

    /** {@code String}: how a browsed message stands, such as {@value #STATE_EXPIRED}; absent for ordinary ones. */
    public static final String STATE = PREFIX + "State";

    /** The {@link #STATE} of a message that a browser still sees and no receiver will (TTL-03). */
    public static final String STATE_EXPIRED = "EXPIRED";

    /** {@code String}, set by the sender: what duplicate detection compares (SND-06). */
    public static final String DUPLICATE_ID = SendRequest.DUPLICATE_ID;

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
            case DUPLICATE_ID -> false;
            default -> name.startsWith(PREFIX);
        };
    }
}
