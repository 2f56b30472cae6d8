package dev.restante.broker;

import static java.util.Objects.requireNonNull;

import dev.restante.model.BodyKind;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.Repetition;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as its sender hands it over.
 *
 * @param target the queue or topic to send to, as the broker has just found it under its name
 * @param destination the destination's name as the sender used it
 * @param content what the sender wrote
 * @param options how to send it
 * @param sender who sends it
 */
public record SendRequest(Entity target, DestinationName destination, Content content, Options options, Sender sender) {

    /** How many bytes headers and properties may take together: 1 MiB. Larger data belongs into the body. */
    public static final int MOST_HEAD_BYTES = 1 << 20;

    /** The property by which a sender tells duplicates, a {@code String} (SND-06). */
    public static final String DUPLICATE_ID = "JMS_Restante_DuplicateId";

    public SendRequest {
        requireNonNull(target, "target");
        requireNonNull(content, "content");
        requireNonNull(options, "options");
        requireNonNull(sender, "sender");
    }

    /**
     * The sender of a message, for subscriptions that do not want what their own connection or client id sends (SUB-08,
     * SUB-20).
     *
     * @param connectionId the connection's id, unique among all connections of all nodes
     * @param clientId the connection's client id, or null
     */
    public record Sender(String connectionId, @Nullable String clientId) {

        public Sender {
            requireNonNull(connectionId, "connectionId");
        }
    }

    /**
     * The content of a message, as its sender wrote it.
     *
     * @param bodyKind which of the six kinds
     * @param properties as in {@link dev.restante.model.MessageHead}
     * @param correlationId a String, a byte[] or null
     * @param replyTo or null
     * @param type or null
     * @param body encoded, or null
     */
    public record Content(
            BodyKind bodyKind,
            Map<String, @Nullable Object> properties,
            @Nullable Object correlationId,
            @Nullable DestinationName replyTo,
            @Nullable String type,
            byte @Nullable [] body) {}

    /**
     * The options of a send.
     *
     * @param persistent whether it must be durable before the send returns (SND-01)
     * @param priority 0 to 9
     * @param timeToLiveMillis its own time to live, 0 for none
     * @param deliveryDelayMillis 0 for at once
     * @param messageIdWanted false leaves the message id header out
     * @param timestampWanted false leaves the timestamp header out
     * @param expirationBase from when the time to live of a delayed message counts
     * @param repetition when copies are due where it is sent repeatedly, as of this send (SCH-01); else null. The delay
     *     does not matter then
     */
    public record Options(
            boolean persistent,
            int priority,
            long timeToLiveMillis,
            long deliveryDelayMillis,
            boolean messageIdWanted,
            boolean timestampWanted,
            ExpirationBase expirationBase,
            @Nullable Repetition repetition) {

        /** Of a message that is sent once. */
        public Options(
                boolean persistent,
                int priority,
                long timeToLiveMillis,
                long deliveryDelayMillis,
                boolean messageIdWanted,
                boolean timestampWanted,
                ExpirationBase expirationBase) {
            this(
                    persistent,
                    priority,
                    timeToLiveMillis,
                    deliveryDelayMillis,
                    messageIdWanted,
                    timestampWanted,
                    expirationBase,
                    null);
        }

        public Options {
            if (timeToLiveMillis < 0 || deliveryDelayMillis < 0) {
                throw new IllegalArgumentException("the time to live " + timeToLiveMillis
                        + " ms and the delivery delay " + deliveryDelayMillis + " ms must not be negative");
            }
        }

        /** The same with another delay. */
        public Options withDeliveryDelayMillis(long otherDelayMillis) {
            return new Options(
                    persistent,
                    priority,
                    timeToLiveMillis,
                    otherDelayMillis,
                    messageIdWanted,
                    timestampWanted,
                    expirationBase,
                    repetition);
        }

        /** The same for a message that is sent repeatedly. */
        public Options repeated(Repetition newRepetition) {
            return new Options(
                    persistent,
                    priority,
                    timeToLiveMillis,
                    deliveryDelayMillis,
                    messageIdWanted,
                    timestampWanted,
                    expirationBase,
                    newRepetition);
        }
    }

    /** The instant from which the time to live of a delayed message counts (TTL-08). */
    public enum ExpirationBase {
        /** From the instant at which it becomes available: the default. */
        DELIVERY,
        /** From the send call: the formula of the Jakarta Messaging specification. */
        SEND
    }
}
