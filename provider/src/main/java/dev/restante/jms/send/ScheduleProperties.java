package dev.restante.jms.send;

import dev.restante.broker.SendRequest;
import dev.restante.jms.message.OutgoingMessage;
import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scheduling properties of a message that is sent: delivery time, delay and repeat schedule (SCH-01).
 *
 * <p>The properties of Restante, Artemis and ActiveMQ Classic are supported. They are removed from the message, so that
 * a received message can be sent again without its delay and repeat schedule.
 *
 * @param message the message without the properties
 * @param deliveryTimeMillis the value of Artemis's {@value #ARTEMIS_DELIVERY_TIME}, null if it is not set
 * @param delayMillis the value of ActiveMQ Classic's {@value #CLASSIC_DELAY}, null if it is not set
 * @param repeatRequest the requested repeat schedule, null if no scheduling property is set
 */
record ScheduleProperties(
        OutgoingMessage message,
        @Nullable Long deliveryTimeMillis,
        @Nullable Long delayMillis,
        @Nullable RepeatScheduleRequest repeatRequest) {

    /** Delivery time as {@code long} in epoch milliseconds. */
    static final String ARTEMIS_DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

    /** Delay as {@code long} in milliseconds. */
    static final String CLASSIC_DELAY = "AMQ_SCHEDULED_DELAY";

    /**
     * Reads the properties and removes them from the message.
     *
     * @throws MessageFormatException if a property is malformed
     */
    static ScheduleProperties in(OutgoingMessage message) throws MessageFormatException {
        Map<String, @Nullable Object> properties = message.properties();
        if (properties.isEmpty() || properties.keySet().stream().noneMatch(ScheduleProperties::isScheduleProperty)) {
            return new ScheduleProperties(message, null, null, null);
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(properties);
        sent.keySet().removeIf(ScheduleProperties::isScheduleProperty);
        SchedulePropertyReader reader = new SchedulePropertyReader(properties);
        return new ScheduleProperties(
                message.withProperties(sent),
                reader.number(ARTEMIS_DELIVERY_TIME),
                reader.number(CLASSIC_DELAY),
                RepeatScheduleRequest.read(reader));
    }

    private static boolean isScheduleProperty(String name) {
        return name.equals(ARTEMIS_DELIVERY_TIME)
                || name.equals(CLASSIC_DELAY)
                || RepeatScheduleRequest.NAMES.contains(name);
    }

    /**
     * Returns the options of the producer with the requested delay or repeat schedule.
     *
     * <p>The delay of the producer has precedence, then the delivery time, then the delay of the properties. Times in
     * the past mean no delay. Without any delay, a repeated send starts after its period, as in ActiveMQ Classic.
     *
     * @param nowMillis the time of the send
     */
    SendRequest.Options applyTo(SendRequest.Options options, long nowMillis) {
        if (repeatRequest == null) {
            return options;
        }
        long waitMillis =
                options.deliveryDelayMillis() > 0 ? options.deliveryDelayMillis() : requestedDelayMillis(nowMillis);
        long initialDelayMillis = repeatRequest.initialDelayMillis(waitMillis);
        return repeatRequest.isSingle()
                ? options.withDeliveryDelayMillis(initialDelayMillis)
                : options.withRepeatSchedule(repeatRequest.toSchedule(nowMillis, initialDelayMillis));
    }

    private long requestedDelayMillis(long nowMillis) {
        if (deliveryTimeMillis != null) {
            return deliveryTimeMillis <= nowMillis ? 0 : deliveryTimeMillis - nowMillis;
        }
        return delayMillis == null ? 0 : Math.max(0, delayMillis);
    }
}
