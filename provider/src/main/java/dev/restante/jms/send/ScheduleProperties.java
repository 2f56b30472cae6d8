package dev.restante.jms.send;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.SendRequest;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.message.OutgoingMessage;
import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Repetition;
import dev.restante.model.ShownText;
import dev.restante.option.CatchUp;
import jakarta.jms.MessageFormatException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * When a message is sent, and how often, as its properties say: our own, and those of other providers, so that code
 * which was written for them schedules its messages here too (SCH-01). The properties are orders for this send and are
 * not sent along: a message that is received and sent again is not delayed or repeated again.
 *
 * @param message what is sent
 * @param deliveryTimeMillis the instant that Artemis's {@value #ARTEMIS_DELIVERY_TIME} names, null if it is not set
 * @param delayMillis the delay that ActiveMQ Classic's {@value #CLASSIC_DELAY} names, null if it is not set
 * @param repetition what is asked for beyond that, null for nothing
 */
record ScheduleProperties(
        OutgoingMessage message,
        @Nullable Long deliveryTimeMillis,
        @Nullable Long delayMillis,
        @Nullable Series repetition) {

    /** {@code long}, epoch milliseconds. */
    static final String ARTEMIS_DELIVERY_TIME = "_AMQ_SCHED_DELIVERY";

    /** {@code long}, milliseconds. */
    static final String CLASSIC_DELAY = "AMQ_SCHEDULED_DELAY";

    private static final String CLASSIC_PERIOD = "AMQ_SCHEDULED_PERIOD";
    private static final String CLASSIC_REPEAT = "AMQ_SCHEDULED_REPEAT";
    private static final String CLASSIC_CRON = "AMQ_SCHEDULED_CRON";

    private static final Set<String> ORDERS = Set.of(
            ARTEMIS_DELIVERY_TIME,
            CLASSIC_DELAY,
            CLASSIC_PERIOD,
            CLASSIC_REPEAT,
            CLASSIC_CRON,
            VendorProperties.SCHEDULE_PERIOD,
            VendorProperties.SCHEDULE_REPEAT,
            VendorProperties.SCHEDULE_CRON,
            VendorProperties.SCHEDULE_TIME_ZONE,
            VendorProperties.SCHEDULE_CATCH_UP);

    /**
     * Copies that follow each other.
     *
     * @param periodMillis 0 where none is named
     * @param repeat how many follow the first
     * @param cron null for none
     */
    private record Series(
            long periodMillis, int repeat, @Nullable String cron, @Nullable String timeZone, CatchUp catchUp) {

        /** Whether there is one copy only, so that the message itself can be it. */
        boolean once() {
            return cron == null && repeat == 0;
        }
    }

    /**
     * Reads and takes out the properties.
     *
     * @throws MessageFormatException if one of them is malformed
     */
    static ScheduleProperties in(OutgoingMessage message) throws MessageFormatException {
        Map<String, @Nullable Object> properties = message.properties();
        if (properties.isEmpty() || properties.keySet().stream().noneMatch(ORDERS::contains)) {
            return new ScheduleProperties(message, null, null, null);
        }
        Map<String, @Nullable Object> sent = new LinkedHashMap<>(properties);
        sent.keySet().removeAll(ORDERS);
        return new ScheduleProperties(
                new OutgoingMessage(
                        message.bodyKind(),
                        sent,
                        message.correlationId(),
                        message.replyTo(),
                        message.type(),
                        message.body(),
                        message.stream()),
                number(properties, ARTEMIS_DELIVERY_TIME),
                number(properties, CLASSIC_DELAY),
                series(properties));
    }

    private static Series series(Map<String, @Nullable Object> properties) throws MessageFormatException {
        Long period = number(properties, named(properties, VendorProperties.SCHEDULE_PERIOD, CLASSIC_PERIOD));
        String repeatName = named(properties, VendorProperties.SCHEDULE_REPEAT, CLASSIC_REPEAT);
        Long repeat = number(properties, repeatName);
        if (period != null && period < 0) {
            throw malformed("The period of a repeated message is not below 0, as " + period + " ms is");
        }
        if (repeat != null && repeat.intValue() != repeat) {
            throw malformed("The property " + repeatName + " is out of its range: " + repeat);
        }
        String cron = text(properties, named(properties, VendorProperties.SCHEDULE_CRON, CLASSIC_CRON));
        String timeZone = text(properties, VendorProperties.SCHEDULE_TIME_ZONE);
        if (cron == null && timeZone != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_TIME_ZONE + " needs a cron expression");
        }
        Series series = new Series(
                period == null ? 0 : period,
                repeat == null ? 0 : repeat.intValue(),
                cron,
                // That of this JVM, which is not that of the node which makes a copy.
                cron != null && timeZone == null ? ZoneId.systemDefault().getId() : timeZone,
                catchUp(properties));
        if (series.once() && text(properties, VendorProperties.SCHEDULE_CATCH_UP) != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " needs a repetition");
        }
        return series;
    }

    /** Our own name comes before that of ActiveMQ Classic. */
    private static String named(Map<String, @Nullable Object> properties, String own, String classic) {
        return properties.get(own) == null ? classic : own;
    }

    private static @Nullable String text(Map<String, @Nullable Object> properties, String name) {
        Object value = properties.get(name);
        return value == null || value.toString().isBlank()
                ? null
                : value.toString().strip();
    }

    private static CatchUp catchUp(Map<String, @Nullable Object> properties) throws MessageFormatException {
        String name = text(properties, VendorProperties.SCHEDULE_CATCH_UP);
        for (CatchUp catchUp : CatchUp.values()) {
            if (name == null || catchUp.name().equals(name)) {
                return catchUp;
            }
        }
        throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " is one of "
                + Arrays.stream(CatchUp.values()).map(Enum::name).collect(Collectors.joining(", ")) + ", not "
                + ShownText.of(String.valueOf(name)));
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
        return malformed("The property " + name + " is a whole number, of milliseconds unless it counts, not "
                + ShownText.of(value.toString()));
    }

    private static MessageFormatException malformed(String text) {
        return new MessageFormatException(text, ErrorCodes.INVALID_MESSAGE);
    }

    /**
     * How to send. A delay of the producer's own comes first; else the instant, else the delay of the properties; what
     * is in the past is now. Without any of them a series begins with its period, as in ActiveMQ Classic.
     *
     * @param options of the producer
     * @param nowMillis when the message is sent
     */
    SendRequest.Options appliedTo(SendRequest.Options options, long nowMillis) {
        Series series = repetition;
        if (series == null) {
            return options;
        }
        long delay = options.deliveryDelayMillis() > 0 ? options.deliveryDelayMillis() : wanted(nowMillis);
        boolean followsCron = series.cron() != null && series.repeat() == 0;
        long lead = delay > 0 || followsCron ? delay : series.periodMillis();
        if (series.once()) {
            return options.withDeliveryDelayMillis(lead);
        }
        return options.repeated(new Repetition(
                nowMillis,
                lead,
                series.periodMillis(),
                series.repeat(),
                series.cron(),
                series.timeZone(),
                series.catchUp()));
    }

    private long wanted(long nowMillis) {
        if (deliveryTimeMillis != null) {
            return deliveryTimeMillis <= nowMillis ? 0 : deliveryTimeMillis - nowMillis;
        }
        return delayMillis == null ? 0 : Math.max(0, delayMillis);
    }
}
