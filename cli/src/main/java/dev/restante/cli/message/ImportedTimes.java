package dev.restante.cli.message;

import dev.restante.cli.shell.Millis;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * For how long a message of an export waits when it is sent again, and for how long it lives after that.
 *
 * @param delayMillis 0 for none
 * @param timeToLiveMillis 0 for no end
 */
record ImportedTimes(long delayMillis, long timeToLiveMillis) {

    /**
     * Those of a line.
     *
     * @param delayed whether it waits for when it was scheduled
     * @param expiring whether it has an end
     * @param now by the store's clock
     * @return null if it has expired
     * @throws IllegalArgumentException if the line has a time that is none
     */
    static @Nullable ImportedTimes of(ImportedMessage line, boolean delayed, boolean expiring, Instant now) {
        Instant scheduledFor = delayed ? line.scheduledFor() : null;
        Instant expiresAt = expiring ? line.expiresAt() : null;
        if (expiresAt != null && !expiresAt.isAfter(now)) {
            return null;
        }
        long delayMillis = scheduledFor == null ? 0 : Math.max(0, Millis.of(Duration.between(now, scheduledFor)));
        // A time to live counts from when the message becomes available.
        long liveMillis = expiresAt == null
                ? Message.DEFAULT_TIME_TO_LIVE
                : Math.max(1, Millis.of(Duration.between(now, expiresAt)) - delayMillis);
        ImportedRepetition repetition = line.repetition();
        if (repetition == null) {
            return new ImportedTimes(delayMillis, liveMillis);
        }
        Long fromInstants = repetition.delayMillis();
        return new ImportedTimes(
                fromInstants == null ? delayMillis : fromInstants,
                expiring ? repetition.timeToLiveMillis() : Message.DEFAULT_TIME_TO_LIVE);
    }
}
