package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Delivery delay and time to live of an imported message, computed from the instants in its export line and the store
 * time.
 *
 * @param delayMillis the delivery delay, or 0
 * @param timeToLiveMillis the time to live after the delay, or 0 if the message never expires
 */
record ImportedTimes(long delayMillis, long timeToLiveMillis) {

    /**
     * Computes the times.
     *
     * @param delayed true to keep the delivery time of the line
     * @param expiring true to keep the expiry time of the line
     * @param now the store time
     * @return the times, or null if the message has expired
     * @throws IllegalArgumentException if the line has an invalid time
     */
    static @Nullable ImportedTimes of(ImportedMessage line, boolean delayed, boolean expiring, Instant now) {
        Instant scheduledFor = delayed ? line.scheduledFor() : null;
        Instant expiresAt = expiring ? line.expiresAt() : null;
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            return null;
        }
        long delayMillis = scheduledFor == null ? 0 : Math.max(0, Millis.of(Duration.between(now, scheduledFor)));
        // The time to live begins at the delivery time.
        long liveMillis = expiresAt == null
                ? Message.DEFAULT_TIME_TO_LIVE
                : Math.max(1, Millis.of(Duration.between(now, expiresAt)) - delayMillis);
        ImportedRepeatSchedule repeatSchedule = line.repeatSchedule();
        if (repeatSchedule == null) {
            return new ImportedTimes(delayMillis, liveMillis);
        }
        Long fromInstants = repeatSchedule.delayMillis();
        return new ImportedTimes(
                fromInstants == null ? delayMillis : fromInstants,
                expiring ? repeatSchedule.timeToLiveMillis() : Message.DEFAULT_TIME_TO_LIVE);
    }
}
