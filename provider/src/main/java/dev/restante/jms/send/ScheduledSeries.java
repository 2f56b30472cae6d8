package dev.restante.jms.send;

import static dev.restante.jms.send.ScheduleValues.malformed;

import dev.restante.jms.message.VendorProperties;
import dev.restante.model.Repetition;
import dev.restante.model.ShownText;
import dev.restante.model.UsesDefaultTimeZone;
import dev.restante.option.CatchUp;
import jakarta.jms.MessageFormatException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Copies of a message that follow each other, as its properties say: our own, which come first, or those of ActiveMQ
 * Classic.
 *
 * @param periodMillis 0 where none is named
 * @param repeat how many follow the first
 * @param cron null for none
 */
record ScheduledSeries(
        long periodMillis, int repeat, @Nullable String cron, @Nullable String timeZone, CatchUp catchUp) {

    private static final String CLASSIC_PERIOD = "AMQ_SCHEDULED_PERIOD";
    private static final String CLASSIC_REPEAT = "AMQ_SCHEDULED_REPEAT";
    private static final String CLASSIC_CRON = "AMQ_SCHEDULED_CRON";

    /** The names of all properties that say something of a series. */
    static final Set<String> NAMES = Set.of(
            CLASSIC_PERIOD,
            CLASSIC_REPEAT,
            CLASSIC_CRON,
            VendorProperties.SCHEDULE_PERIOD,
            VendorProperties.SCHEDULE_REPEAT,
            VendorProperties.SCHEDULE_CRON,
            VendorProperties.SCHEDULE_TIME_ZONE,
            VendorProperties.SCHEDULE_CATCH_UP);

    /**
     * What the properties ask for, a single copy where they ask for nothing.
     *
     * @throws MessageFormatException if one of them is malformed
     */
    @UsesDefaultTimeZone
    static ScheduledSeries in(ScheduleValues values) throws MessageFormatException {
        Long period = values.number(named(values, VendorProperties.SCHEDULE_PERIOD, CLASSIC_PERIOD));
        String repeatName = named(values, VendorProperties.SCHEDULE_REPEAT, CLASSIC_REPEAT);
        Long repeat = values.number(repeatName);
        if (period != null && period < 0) {
            throw malformed("The period of a repeated message is not below 0, as " + period + " ms is");
        }
        if (repeat != null && repeat.intValue() != repeat) {
            throw malformed("The property " + repeatName + " is out of its range: " + repeat);
        }
        String cron = values.text(named(values, VendorProperties.SCHEDULE_CRON, CLASSIC_CRON));
        String timeZone = values.text(VendorProperties.SCHEDULE_TIME_ZONE);
        if (cron == null && timeZone != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_TIME_ZONE + " needs a cron expression");
        }
        ScheduledSeries series = new ScheduledSeries(
                period == null ? 0 : period,
                repeat == null ? 0 : repeat.intValue(),
                cron,
                // That of this JVM, which is not that of the node which makes a copy.
                cron != null && timeZone == null ? ZoneId.systemDefault().getId() : timeZone,
                catchUp(values));
        if (series.once() && values.text(VendorProperties.SCHEDULE_CATCH_UP) != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " needs a repetition");
        }
        return series;
    }

    private static String named(ScheduleValues values, String own, String classic) {
        return values.has(own) ? own : classic;
    }

    private static CatchUp catchUp(ScheduleValues values) throws MessageFormatException {
        String name = values.text(VendorProperties.SCHEDULE_CATCH_UP);
        for (CatchUp catchUp : CatchUp.values()) {
            if (name == null || catchUp.name().equals(name)) {
                return catchUp;
            }
        }
        throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " is one of "
                + Arrays.stream(CatchUp.values()).map(Enum::name).collect(Collectors.joining(", ")) + ", not "
                + ShownText.of(String.valueOf(name)));
    }

    /** Whether there is one copy only, so that the message itself can be it. */
    boolean once() {
        return cron == null && repeat == 0;
    }

    /** How long the first copy waits, where the message is to wait for so long; without that for a period. */
    long leadMillis(long delayMillis) {
        boolean followsCron = cron != null && repeat == 0;
        return delayMillis > 0 || followsCron ? delayMillis : periodMillis;
    }

    Repetition from(long nowMillis, long leadMillis) {
        return new Repetition(nowMillis, leadMillis, periodMillis, repeat, cron, timeZone, catchUp);
    }
}
