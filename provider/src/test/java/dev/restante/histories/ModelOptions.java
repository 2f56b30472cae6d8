package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.EntityStatus;
import dev.restante.option.LateSettlement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The options of the queue, in milliseconds.
 *
 * @param lockMillis how long a peek-lock lasts
 * @param maxDeliveryCount after how many deliveries a message is dead-lettered
 * @param defaultTimeToLiveMillis 0 for none
 * @param deadLetterOnExpiry whether expired messages are dead-lettered or dropped
 * @param duplicateWindowMillis 0 for none
 * @param backOffMillis what a released message waits the first time, doubled each time, at most four times as long; 0
 *     for none
 * @param lateAllowed whether a completion may be late
 * @param maxInFlight how many messages applications have in their hands at most
 */
record ModelOptions(
        long lockMillis,
        int maxDeliveryCount,
        long defaultTimeToLiveMillis,
        boolean deadLetterOnExpiry,
        long duplicateWindowMillis,
        long backOffMillis,
        boolean lateAllowed,
        int maxInFlight,
        EntityStatus status,
        boolean deletionProtected) {

    /** The wait after a number of deliveries (RCV-15). */
    long backOffAfter(int deliveries) {
        return Math.min(backOffMillis << Math.min(deliveries - 1, 2), 4 * backOffMillis);
    }

    /** The same, as an administrator gives them. */
    QueueOptions forQueue() {
        return QueueOptions.defaults()
                .withLockDuration(Duration.ofMillis(lockMillis()))
                .withMaxDeliveryCount(maxDeliveryCount())
                .withDefaultTimeToLive(duration(defaultTimeToLiveMillis()))
                .withDeadLetterOnExpiry(deadLetterOnExpiry())
                .withDuplicateDetectionWindow(duration(duplicateWindowMillis()))
                .withRedeliveryBackOff(Duration.ofMillis(backOffMillis()), 2, Duration.ofMillis(4 * backOffMillis()), 0)
                .withLateSettlement(lateAllowed() ? LateSettlement.ALLOW_IF_UNCLAIMED : LateSettlement.REFUSE)
                .withMaxInFlight(maxInFlight())
                .withStatus(status())
                .withDeletionProtected(deletionProtected());
    }

    ModelOptions withStatus(EntityStatus value) {
        return new ModelOptions(
                lockMillis,
                maxDeliveryCount,
                defaultTimeToLiveMillis,
                deadLetterOnExpiry,
                duplicateWindowMillis,
                backOffMillis,
                lateAllowed,
                maxInFlight,
                value,
                deletionProtected);
    }

    ModelOptions withDeletionProtected(boolean value) {
        return new ModelOptions(
                lockMillis,
                maxDeliveryCount,
                defaultTimeToLiveMillis,
                deadLetterOnExpiry,
                duplicateWindowMillis,
                backOffMillis,
                lateAllowed,
                maxInFlight,
                status,
                value);
    }

    private static @Nullable Duration duration(long millis) {
        return millis == 0 ? null : Duration.ofMillis(millis);
    }
}
