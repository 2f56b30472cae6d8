package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.RepeatedSendSchedule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Request of a sender: target, content, send options and sender identity.
 *
 * @param destination the name of the destination of the send, before forwarding
 */
public record SendRequest(Entity target, DestinationName destination, Content content, Options options, Sender sender) {

    /** Largest total size of headers and properties in bytes: 1 MiB. Larger data belongs into the body. */
    public static final int MAX_HEADER_BYTES = 1 << 20;

    /** Name of the {@code String} property that contains the duplicate id (SND-06). */
    public static final String DUPLICATE_ID = "JMS_Restante_DuplicateId";

    public SendRequest {
        requireNonNull(target, "target");
        requireNonNull(content, "content");
        requireNonNull(options, "options");
        requireNonNull(sender, "sender");
    }

    /**
     * Sender of a message, for subscriptions with {@code noLocal} (SUB-08, SUB-20).
     *
     * @param connectionId the id of the connection, unique in all nodes
     */
    public record Sender(String connectionId, @Nullable String clientId) {

        public Sender {
            requireNonNull(connectionId, "connectionId");
        }
    }

    /**
     * Content of a message.
     *
     * @param properties the properties, see {@link dev.restante.model.MessageHeader}
     * @param correlationId a String, a byte[] or null
     * @param body the encoded body, or null
     */
    public record Content(
            BodyKind bodyKind,
            Map<String, @Nullable Object> properties,
            @Nullable Object correlationId,
            @Nullable DestinationName replyTo,
            @Nullable String type,
            byte @Nullable [] body) {}

    /**
     * Options of a send.
     *
     * @param persistent true if the message must be durable before the send returns (SND-01)
     * @param priority 0 to 9
     * @param timeToLiveMillis the time to live of the message, 0 for none
     * @param deliveryDelayMillis the delivery delay, 0 for none; ignored for repeated sends
     * @param repeatSchedule the due times of the copies of a repeated send, computed at the send (SCH-01); else null
     */
    public record Options(
            boolean persistent,
            int priority,
            long timeToLiveMillis,
            long deliveryDelayMillis,
            boolean withMessageId,
            boolean withTimestamp,
            TimeToLiveStart timeToLiveStart,
            @Nullable RepeatedSendSchedule repeatSchedule) {

        public Options {
            if (timeToLiveMillis < 0 || deliveryDelayMillis < 0) {
                throw new IllegalArgumentException("The time to live " + timeToLiveMillis
                        + " ms and the delivery delay " + deliveryDelayMillis + " ms must not be negative");
            }
        }

        public Options withDeliveryDelayMillis(long otherDelayMillis) {
            return new Options(
                    persistent,
                    priority,
                    timeToLiveMillis,
                    otherDelayMillis,
                    withMessageId,
                    withTimestamp,
                    timeToLiveStart,
                    repeatSchedule);
        }

        public Options withRepeatSchedule(RepeatedSendSchedule newSchedule) {
            return new Options(
                    persistent,
                    priority,
                    timeToLiveMillis,
                    deliveryDelayMillis,
                    withMessageId,
                    withTimestamp,
                    timeToLiveStart,
                    newSchedule);
        }
    }

    /** Instant at which the time to live of a delayed message starts (TTL-08). */
    public enum TimeToLiveStart {
        /** The instant at which the message becomes available: the default. */
        DELIVERY,
        /** The send call, as in the formula of the Jakarta Messaging specification. */
        SEND
    }
}
