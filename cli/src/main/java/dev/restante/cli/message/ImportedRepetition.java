package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The repetition of a message that is sent repeatedly, as its line of an export has it. */
final class ImportedRepetition {

    private final Map<?, ?> fields;

    /** From the JSON of the field. */
    ImportedRepetition(Map<?, ?> fields) {
        this.fields = fields;
    }

    /** How long after each instant of its cron expression; null without one: the line tells when the next is due. */
    @Nullable
    Long delayMillis() {
        return fields.get("cron") == null ? null : millis("delay");
    }

    /** The time to live of each copy, 0 for none. */
    long timeToLiveMillis() {
        return millis("timeToLive");
    }

    /** Asks for it. */
    void set(Message message) throws JMSException {
        put(message, "JMS_Restante_ScheduleCron", fields.get("cron"));
        put(message, "JMS_Restante_ScheduleTimeZone", fields.get("timeZone"));
        put(message, "JMS_Restante_ScheduleCatchUp", fields.get("catchUp"));
        put(message, "JMS_Restante_ScheduleRepeat", fields.get("repeat"));
        long periodMillis = millis("period");
        if (periodMillis > 0) {
            message.setLongProperty("JMS_Restante_SchedulePeriod", periodMillis);
        }
    }

    private static void put(Message message, String name, @Nullable Object value) throws JMSException {
        if (value != null) {
            message.setStringProperty(name, value.toString());
        }
    }

    private long millis(String name) {
        Object value = fields.get(name);
        try {
            return value == null ? 0 : Millis.of(Duration.parse(value.toString()));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is '" + value + "', which is no duration such as PT1H30M", e);
        }
    }
}
