package dev.restante.jms.send;

import dev.restante.broker.SendRequest;
import dev.restante.jms.message.OutgoingMessage;
import jakarta.jms.MessageFormatException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * When a message is sent, and how often, as its properties say: our own, and those of other providers, so that code
 * which was written for them schedules its messages here too (SCH-01). The properties are orders for this send and are
 * not sent along: a message that is received and sent again is not delayed or repeated again.
 *
 * @param message what is sent
 * @param deliveryTimeMillis the instant that Artemis's {@value #ARTEMIS_DELIVERY_TIME} names, null if it is not set
 * @param delayMillis the delay that ActiveMQ Classic's {@value #CLASSIC_DELAY} names, null if it is not set
 * @param series what is asked for beyond that, null for nothing
 */
record ScheduleProperties(
        OutgoingMessage message,
        @Nullable Long deliveryTimeMillis,
        @Nullable Long delayMillis,
        @Nullable ScheduledSeries series) {

    /** {@code long}, epoch milliseconds. */
    static final String ARTEMIS_DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

    /** {@code long}, milliseconds. */
    static final String CLASSIC_DELAY = "AMQ_SCHEDULED_DELAY";

    /**
     * Reads and takes out the properties.
     *
     * @throws MessageFormatException if one of them is malformed
     */
    static ScheduleProperties in(OutgoingMessage message) throws MessageFormatException {
        Map<String, @Nullable Object> properties = message.properties();
        if (properties.isEmpty() || properties.keySet().stream().noneMatch(ScheduleProperties::isOrder)) {
            return new ScheduleProperties(message, null, null, null);
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(properties);
        sent.keySet().removeIf(ScheduleProperties::isOrder);
        ScheduleValues values = new ScheduleValues(properties);
        return new ScheduleProperties(
                message.with(sent),
                values.number(ARTEMIS_DELIVERY_TIME),
                values.number(CLASSIC_DELAY),
                ScheduledSeries.in(values));
    }

    private static boolean isOrder(String name) {
        return name.equals(ARTEMIS_DELIVERY_TIME) || name.equals(CLASSIC_DELAY) || ScheduledSeries.NAMES.contains(name);
    }

    /**
     * How to send. A delay of the producer's own comes first; else the instant, else the delay of the properties; what
     * is in the past is now. Without any of them a series begins with its period, as in ActiveMQ Classic.
     *
     * @param options of the producer
     * @param nowMillis when the message is sent
     */
    SendRequest.Options appliedTo(SendRequest.Options options, long nowMillis) {
        if (series == null) {
            return options;
        }
        long waitMillis = options.deliveryDelayMillis() > 0 ? options.deliveryDelayMillis() : wantedMillis(nowMillis);
        long leadMillis = series.leadMillis(waitMillis);
        return series.once()
                ? options.withDeliveryDelayMillis(leadMillis)
                : options.repeated(series.from(nowMillis, leadMillis));
    }

    private long wantedMillis(long nowMillis) {
        if (deliveryTimeMillis != null) {
            return deliveryTimeMillis <= nowMillis ? 0 : deliveryTimeMillis - nowMillis;
        }
        return delayMillis == null ? 0 : Math.max(0, delayMillis);
    }
}
