package dev.restante.cli.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/**
 * Repeat schedule in an export line, by which the import makes the sent message a repeated send (a stored message with
 * scheduled copies).
 */
final class ImportedRepeatSchedule {

    private final ExportLineFields fields;

    ImportedRepeatSchedule(ExportLineFields fields) {
        this.fields = fields;
    }

    /**
     * Returns the delay of each copy after the instant of its cron expression, or null without a cron expression. In
     * that case the line contains the next delivery time.
     */
    @Nullable
    Long delayMillis() {
        return fields.text("cron") == null ? null : (Long) fields.durationMillis("delay");
    }

    /** Returns the time to live of each copy, or 0 if the copies never expire. */
    long timeToLiveMillis() {
        return fields.durationMillis("timeToLive");
    }

    /** Sets the properties that make a message a repeated send. */
    void set(Message message) throws JMSException {
        put(message, "JMS_Restante_ScheduleCron", fields.text("cron"));
        put(message, "JMS_Restante_ScheduleTimeZone", fields.text("timeZone"));
        put(message, "JMS_Restante_ScheduleCatchUp", fields.text("catchUp"));
        Long repeat = fields.number("repeatCount");
        put(message, "JMS_Restante_ScheduleRepeat", repeat == null ? null : repeat.toString());
        long periodMillis = fields.durationMillis("period");
        if (periodMillis > 0) {
            message.setLongProperty("JMS_Restante_SchedulePeriod", periodMillis);
        }
    }

    private static void put(Message message, String name, @Nullable String value) throws JMSException {
        if (value != null) {
            message.setStringProperty(name, value);
        }
    }
}
