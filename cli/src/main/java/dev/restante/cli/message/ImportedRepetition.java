package dev.restante.cli.message;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import org.jspecify.annotations.Nullable;

/** The repetition of a message that is sent repeatedly, as its line of an export has it. */
final class ImportedRepetition {

    private final ExportedFields fields;

    /** From the object of the line. */
    ImportedRepetition(ExportedFields fields) {
        this.fields = fields;
    }

    /** How long after each instant of its cron expression; null without one: the line tells when the next is due. */
    @Nullable
    Long delayMillis() {
        return fields.text("cron") == null ? null : (Long) fields.durationMillis("delay");
    }

    /** The time to live of each copy, 0 for none. */
    long timeToLiveMillis() {
        return fields.durationMillis("timeToLive");
    }

    /** Asks for it. */
    void set(Message message) throws JMSException {
        put(message, "JMS_Restante_ScheduleCron", fields.text("cron"));
        put(message, "JMS_Restante_ScheduleTimeZone", fields.text("timeZone"));
        put(message, "JMS_Restante_ScheduleCatchUp", fields.text("catchUp"));
        Long repeat = fields.number("repeat");
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
