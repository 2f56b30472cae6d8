package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.EntityStatus;
import dev.restante.option.LateSettlement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Options of the queue in the model, with times in milliseconds.
 *
 * @param lockMillis the lock duration
 * @param maxDeliveryCount the number of deliveries after which a message is dead-lettered
 * @param defaultTimeToLiveMillis the default time to live; 0 for none
 * @param deadLetterOnExpiry true to dead-letter expired messages, false to drop them
 * @param duplicateWindowMillis the detection window; 0 for none
 * @param backOffMillis the first back-off of a released message, which doubles each time up to four times its value; 0
 *     for none
 * @param lateSettlementAllowed true if a late completion is allowed
 * @param maxInFlight the in-flight limit
 */
record ModelOptions(
        long lockMillis,
        int maxDeliveryCount,
        long defaultTimeToLiveMillis,
        boolean deadLetterOnExpiry,
        long duplicateWindowMillis,
        long backOffMillis,
        boolean lateSettlementAllowed,
        int maxInFlight,
        EntityStatus status,
        boolean deletionProtected) {

    /** Returns the back-off after a number of deliveries (RCV-15). */
    long backOffAfter(int deliveries) {
        return Math.min(backOffMillis << Math.min(deliveries - 1, 2), 4 * backOffMillis);
    }

    /** Returns the options as an administrator sets them. */
    QueueOptions toQueueOptions() {
        return QueueOptions.defaults()
                .withLockDuration(Duration.ofMillis(lockMillis()))
                .withMaxDeliveryCount(maxDeliveryCount())
                .withDefaultTimeToLive(duration(defaultTimeToLiveMillis()))
                .withDeadLetterOnExpiry(deadLetterOnExpiry())
                .withDuplicateDetectionWindow(duration(duplicateWindowMillis()))
                .withRedeliveryBackOff(Duration.ofMillis(backOffMillis()), 2, Duration.ofMillis(4 * backOffMillis()), 0)
                .withLateSettlement(lateSettlementAllowed() ? LateSettlement.ALLOW_IF_UNCLAIMED : LateSettlement.REJECT)
                .withMaxInFlight(maxInFlight())
                .withStatus(status())
                .withDeletionProtected(deletionProtected());
    }

    ModelOptions withDefaultTimeToLive(long millis) {
        return with(millis, status, deletionProtected);
    }

    ModelOptions withStatus(EntityStatus value) {
        return with(defaultTimeToLiveMillis, value, deletionProtected);
    }

    ModelOptions withDeletionProtected(boolean value) {
        return with(defaultTimeToLiveMillis, status, value);
    }

    private ModelOptions with(long newTimeToLiveMillis, EntityStatus newStatus, boolean newDeletionProtected) {
        return new ModelOptions(
                lockMillis,
                maxDeliveryCount,
                newTimeToLiveMillis,
                deadLetterOnExpiry,
                duplicateWindowMillis,
                backOffMillis,
                lateSettlementAllowed,
                maxInFlight,
                newStatus,
                newDeletionProtected);
    }

    private static @Nullable Duration duration(long millis) {
        return millis == 0 ? null : Duration.ofMillis(millis);
    }
}
