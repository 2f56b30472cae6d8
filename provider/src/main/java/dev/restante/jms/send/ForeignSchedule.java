package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.model.ShownText;
import jakarta.jms.JMSException;
import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The delivery time that properties of other providers ask for, so that code which was written for them schedules its
 * messages here too. The properties are orders for this send and are not sent along: a message that is received and
 * sent again is not delayed again.
 *
 * @param message what is sent
 * @param deliveryTimeMillis the instant that Artemis's {@value #ARTEMIS_DELIVERY_TIME} names, null if it is not set
 * @param delayMillis the delay that ActiveMQ Classic's {@value #CLASSIC_DELAY} names, null if it is not set
 */
record ForeignSchedule(OutgoingMessage message, @Nullable Long deliveryTimeMillis, @Nullable Long delayMillis) {

    /** {@code long}, epoch milliseconds. */
    static final String ARTEMIS_DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

    /** {@code long}, milliseconds. */
    static final String CLASSIC_DELAY = "AMQ_SCHEDULED_DELAY";

    /** How often Classic delivers a message again, and when: nothing that is here. */
    private static final String CLASSIC_REPEAT = "AMQ_SCHEDULED_REPEAT";

    private static final String CLASSIC_PERIOD = "AMQ_SCHEDULED_PERIOD";
    private static final String CLASSIC_CRON = "AMQ_SCHEDULED_CRON";

    /**
     * Reads and takes out the properties.
     *
     * @throws MessageFormatException if one of them is no whole number
     * @throws JMSException with {@link ErrorCodes#NOT_SUPPORTED} if the message is to be delivered repeatedly
     */
    static ForeignSchedule in(OutgoingMessage message) throws JMSException {
        Map<String, @Nullable Object> properties = message.properties();
        if (!isScheduled(properties)) {
            return new ForeignSchedule(message, null, null);
        }
        Object cron = properties.get(CLASSIC_CRON);
        Long repeat = number(properties, CLASSIC_REPEAT);
        if ((cron != null && !cron.toString().isBlank()) || (repeat != null && repeat != 0)) {
            throw ExceptionTranslation.notSupported("messages that are delivered repeatedly (" + CLASSIC_CRON + ", "
                    + CLASSIC_REPEAT + "): let a scheduler of the application send them");
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(properties);
        sent.keySet()
                .removeIf(name -> name.equals(ARTEMIS_DELIVERY_TIME)
                        || name.equals(CLASSIC_DELAY)
                        || name.equals(CLASSIC_REPEAT)
                        || name.equals(CLASSIC_PERIOD)
                        || name.equals(CLASSIC_CRON));
        return new ForeignSchedule(
                new OutgoingMessage(
                        message.bodyKind(),
                        sent,
                        message.correlationId(),
                        message.replyTo(),
                        message.type(),
                        message.body()),
                number(properties, ARTEMIS_DELIVERY_TIME),
                number(properties, CLASSIC_DELAY));
    }

    private static boolean isScheduled(Map<String, @Nullable Object> properties) {
        return !properties.isEmpty()
                && (properties.containsKey(ARTEMIS_DELIVERY_TIME)
                        || properties.containsKey(CLASSIC_DELAY)
                        || properties.containsKey(CLASSIC_CRON)
                        || properties.containsKey(CLASSIC_REPEAT));
    }

    private static @Nullable Long number(Map<String, @Nullable Object> properties, String name)
            throws MessageFormatException {
        Object value = properties.get(name);
        if (value == null) {
            return null;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        try {
            if (value instanceof String text) {
                return Long.valueOf(text);
            }
        } catch (NumberFormatException e) {
            throw ExceptionTranslation.linked(notANumber(name, value), e);
        }
        throw notANumber(name, value);
    }

    private static MessageFormatException notANumber(String name, Object value) {
        return new MessageFormatException(
                "The property " + name + " is a number of milliseconds, not " + ShownText.of(value.toString()),
                ErrorCodes.INVALID_MESSAGE);
    }

    /**
     * How to send. A delay of the producer's own comes first; else the instant, else the delay of the properties. What
     * is in the past is delivered at once.
     *
     * @param options of the producer
     * @param nowMillis when the message is sent
     */
    SendRequest.Options appliedTo(SendRequest.Options options, long nowMillis) {
        if (options.deliveryDelayMillis() > 0 || (deliveryTimeMillis == null && delayMillis == null)) {
            return options;
        }
        long wanted;
        if (deliveryTimeMillis != null) {
            wanted = deliveryTimeMillis <= nowMillis ? 0 : deliveryTimeMillis - nowMillis;
        } else {
            wanted = delayMillis == null ? 0 : Math.max(0, delayMillis);
        }
        return options.withDeliveryDelayMillis(wanted);
    }
}
