package dev.restante.cli.entity;

import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import dev.restante.admin.QueueOptions;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of queues and subscriptions; what is not given stays as it is. */
final class QueueOptionArguments {

    @Option(names = "--lock-duration", paramLabel = "DURATION", description = "0s to 12h, default 30s")
    private @Nullable Duration lockDuration;

    @Option(names = "--max-delivery-count", paramLabel = "N", description = "1 or more, default 10")
    private @Nullable Integer maxDeliveryCount;

    @Option(names = "--default-time-to-live", paramLabel = "DURATION", description = "1ms or more, default none")
    private @Nullable Duration defaultTimeToLive;

    @Option(
            names = "--dead-letter-on-expiry",
            negatable = true,
            description = "Whether expired messages are dead-lettered instead of dropped")
    private @Nullable Boolean deadLetterOnExpiry;

    @Option(
            names = "--expiry-only-when-active",
            negatable = true,
            description = "Whether expired messages leave only while a receiver is open")
    private @Nullable Boolean expiryOnlyWhenActive;

    @Option(names = "--duplicate-detection-window", paramLabel = "DURATION", description = "20s to 7d, default none")
    private @Nullable Duration duplicateDetectionWindow;

    @Option(names = "--dead-letter-to", paramLabel = "QUEUE", description = "Default: its own dead-letter queue")
    private @Nullable String deadLetterTo;

    @Option(
            names = "--expired-to",
            paramLabel = "QUEUE",
            description =
                    "Where dead letters go that have expired; needs --dead-letter-on-expiry. Default: where all go")
    private @Nullable String expiredTo;

    @Option(names = "--groups-required", negatable = true, description = "Whether messages without a group are refused")
    private @Nullable Boolean groupsRequired;

    @Option(
            names = "--redelivery-back-off",
            paramLabel = "DURATION",
            description = "The wait after the first delivery, default 0s: none")
    private @Nullable Duration backOffInitial;

    @Option(names = "--redelivery-back-off-multiplier", paramLabel = "FACTOR", description = "1 or more, default 1")
    private @Nullable Double backOffMultiplier;

    @Option(
            names = "--redelivery-back-off-maximum",
            paramLabel = "DURATION",
            description = "The longest wait, default that after the first delivery")
    private @Nullable Duration backOffMaximum;

    @Option(names = "--redelivery-back-off-jitter", paramLabel = "FRACTION", description = "0 to 1, default 0")
    private @Nullable Double backOffJitter;

    @Option(names = "--forward-to", paramLabel = "QUEUE", description = "The queue that gets what arrives")
    private @Nullable String forwardTo;

    @Option(names = "--forward-to-topic", paramLabel = "TOPIC", description = "The topic that gets what arrives")
    private @Nullable String forwardToTopic;

    @Option(names = "--auto-delete-on-idle", paramLabel = "DURATION", description = "5m or more, default never")
    private @Nullable Duration autoDeleteOnIdle;

    @Option(names = "--late-settlement", paramLabel = "RULE", description = "${COMPLETION-CANDIDATES}; default REFUSE")
    private @Nullable LateSettlement lateSettlement;

    @Option(
            names = "--group-expiry",
            paramLabel = "RULE",
            description = "${COMPLETION-CANDIDATES}; default GROUP where groups are required, else MESSAGE")
    private @Nullable GroupExpiry groupExpiry;

    @Option(names = "--max-in-flight", paramLabel = "N", description = "1 or more, default 120000")
    private @Nullable Integer maxInFlight;

    /**
     * Options with those changed that were given.
     *
     * @throws IllegalArgumentException for a value out of its range
     */
    QueueOptions applied(QueueOptions to) {
        QueueOptions options = timing(to);
        if (maxDeliveryCount != null) {
            options = options.withMaxDeliveryCount(maxDeliveryCount);
        }
        if (deadLetterOnExpiry != null) {
            options = options.withDeadLetterOnExpiry(deadLetterOnExpiry);
        }
        if (expiryOnlyWhenActive != null) {
            options = options.withExpiryOnlyWhenActive(expiryOnlyWhenActive);
        }
        if (deadLetterTo != null) {
            options = options.withDeadLetterTo(deadLetterTo);
        }
        if (expiredTo != null) {
            options = options.withExpiredTo(expiredTo);
        }
        if (groupsRequired != null) {
            options = options.withGroupsRequired(groupsRequired);
        }
        if (forwardTo != null) {
            options = options.withForwardTo(forwardTo);
        }
        if (forwardToTopic != null) {
            options = options.withForwardToTopic(forwardToTopic);
        }
        if (lateSettlement != null) {
            options = options.withLateSettlement(lateSettlement);
        }
        if (groupExpiry != null) {
            options = options.withGroupExpiry(groupExpiry);
        }
        return maxInFlight == null ? options : options.withMaxInFlight(maxInFlight);
    }

    private QueueOptions timing(QueueOptions to) {
        QueueOptions options = backingOff(to);
        if (lockDuration != null) {
            options = options.withLockDuration(lockDuration);
        }
        if (defaultTimeToLive != null) {
            options = options.withDefaultTimeToLive(defaultTimeToLive);
        }
        if (duplicateDetectionWindow != null) {
            options = options.withDuplicateDetectionWindow(duplicateDetectionWindow);
        }
        return autoDeleteOnIdle == null ? options : options.withAutoDeleteOnIdle(autoDeleteOnIdle);
    }

    private QueueOptions backingOff(QueueOptions options) {
        if (backOffInitial == null && backOffMultiplier == null && backOffMaximum == null && backOffJitter == null) {
            return options;
        }
        Duration initial = backOffInitial == null ? options.redeliveryBackOffInitial() : backOffInitial;
        Duration former = options.redeliveryBackOffMaximum();
        Duration maximum = backOffMaximum != null ? backOffMaximum : former.compareTo(initial) < 0 ? initial : former;
        return options.withRedeliveryBackOff(
                initial,
                backOffMultiplier == null ? options.redeliveryBackOffMultiplier() : backOffMultiplier,
                maximum,
                backOffJitter == null ? options.redeliveryBackOffJitter() : backOffJitter);
    }
}
