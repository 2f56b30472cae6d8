package dev.restante.jms.send;

import static dev.restante.jms.send.SchedulePropertyReader.malformed;

import dev.restante.jms.message.VendorProperties;
import dev.restante.model.DisplayText;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.model.UsesDefaultTimeZone;
import dev.restante.option.CatchUpPolicy;
import jakarta.jms.MessageFormatException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Repeat schedule as the properties of a sent message request it, with the conversion to a
 * {@link RepeatedSendSchedule}. Properties of Restante override those of ActiveMQ Classic.
 *
 * @param periodMillis the period, 0 if not specified
 * @param repeatCount the number of copies after the first
 */
record RepeatScheduleRequest(
        long periodMillis, int repeatCount, @Nullable String cron, @Nullable String timeZone, CatchUpPolicy catchUp) {

    private static final String CLASSIC_PERIOD = "AMQ_SCHEDULED_PERIOD";
    private static final String CLASSIC_REPEAT = "AMQ_SCHEDULED_REPEAT";
    private static final String CLASSIC_CRON = "AMQ_SCHEDULED_CRON";

    /** Names of all properties that request a repeat schedule. */
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
     * Reads the repeat schedule, which is a single copy if the properties request none.
     *
     * @throws MessageFormatException if a property is malformed
     */
    @UsesDefaultTimeZone
    static RepeatScheduleRequest read(SchedulePropertyReader reader) throws MessageFormatException {
        Long period = reader.number(presentName(reader, VendorProperties.SCHEDULE_PERIOD, CLASSIC_PERIOD));
        String repeatName = presentName(reader, VendorProperties.SCHEDULE_REPEAT, CLASSIC_REPEAT);
        Long repeat = reader.number(repeatName);
        if (period != null && period < 0) {
            throw malformed("The period " + period + " ms of a repeated send is negative");
        }
        if (repeat != null && repeat.intValue() != repeat) {
            throw malformed("The property " + repeatName + " is out of range: " + repeat);
        }
        String cron = reader.text(presentName(reader, VendorProperties.SCHEDULE_CRON, CLASSIC_CRON));
        String timeZone = reader.text(VendorProperties.SCHEDULE_TIME_ZONE);
        if (cron == null && timeZone != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_TIME_ZONE + " requires a cron expression");
        }
        RepeatScheduleRequest request = new RepeatScheduleRequest(
                period == null ? 0 : period,
                repeat == null ? 0 : repeat.intValue(),
                cron,
                // Uses the time zone of the sender, because another node may create the copies.
                cron != null && timeZone == null ? ZoneId.systemDefault().getId() : timeZone,
                catchUp(reader));
        if (request.isSingle() && reader.text(VendorProperties.SCHEDULE_CATCH_UP) != null) {
            throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " requires a repeat schedule");
        }
        return request;
    }

    private static String presentName(SchedulePropertyReader reader, String own, String classic) {
        return reader.has(own) ? own : classic;
    }

    private static CatchUpPolicy catchUp(SchedulePropertyReader reader) throws MessageFormatException {
        String name = reader.text(VendorProperties.SCHEDULE_CATCH_UP);
        for (CatchUpPolicy catchUp : CatchUpPolicy.values()) {
            if (name == null || catchUp.name().equals(name)) {
                return catchUp;
            }
        }
        throw malformed("The property " + VendorProperties.SCHEDULE_CATCH_UP + " must be one of "
                + Arrays.stream(CatchUpPolicy.values()).map(Enum::name).collect(Collectors.joining(", ")) + ", not "
                + DisplayText.shorten(String.valueOf(name)));
    }

    /** Returns whether there is only one copy, so that the message itself can be sent. */
    boolean isSingle() {
        return cron == null && repeatCount == 0;
    }

    /**
     * Returns the delay of the first copy. Without a specified delay it is the period, or zero if only the cron
     * expression sets the times.
     */
    long initialDelayMillis(long delayMillis) {
        boolean followsCron = cron != null && repeatCount == 0;
        return delayMillis > 0 || followsCron ? delayMillis : periodMillis;
    }

    RepeatedSendSchedule toSchedule(long nowMillis, long initialDelayMillis) {
        return new RepeatedSendSchedule(
                nowMillis, initialDelayMillis, periodMillis, repeatCount, cron, timeZone, catchUp);
    }
}
