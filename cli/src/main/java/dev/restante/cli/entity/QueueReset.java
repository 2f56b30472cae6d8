package dev.restante.cli.entity;

import dev.restante.admin.QueueOptions;
import dev.restante.cli.shell.CommandFailure;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Option;

/** Takes options of queues and subscriptions back to their defaults. */
final class QueueReset {

    private static final QueueOptions DEFAULTS = QueueOptions.defaults();

    private static final String EXPIRED_TO = "expired-to";

    private static final Map<String, UnaryOperator<QueueOptions>> RESETS = Map.ofEntries(
            Map.entry("lock-duration", options -> options.withLockDuration(DEFAULTS.lockDuration())),
            Map.entry("max-delivery-count", options -> options.withMaxDeliveryCount(DEFAULTS.maxDeliveryCount())),
            Map.entry("default-time-to-live", options -> options.withDefaultTimeToLive(null)),
            Map.entry("dead-letter-on-expiry", options -> options.withDeadLetterOnExpiry(false)),
            Map.entry("expiry-only-when-active", options -> options.withExpiryOnlyWhenActive(false)),
            Map.entry("duplicate-detection-window", options -> options.withDuplicateDetectionWindow(null)),
            Map.entry("dead-letter-to", options -> options.withDeadLetterTo(null)),
            Map.entry(EXPIRED_TO, options -> options.withExpiredTo(null)),
            Map.entry("groups-required", options -> options.withGroupsRequired(false)),
            Map.entry("redelivery-back-off", QueueReset::withoutBackOff),
            Map.entry("forward-to", options -> options.withForwardTo(null)),
            Map.entry("forward-to-topic", options -> options.withForwardToTopic(null)),
            Map.entry("auto-delete-on-idle", options -> options.withAutoDeleteOnIdle(null)),
            Map.entry("late-settlement", options -> options.withLateSettlement(DEFAULTS.lateSettlement())),
            Map.entry("max-in-flight", options -> options.withMaxInFlight(null)),
            Map.entry("group-expiry", options -> options.withGroupExpiry(null)));

    @Option(
            names = "--reset",
            paramLabel = "OPTION",
            split = ",",
            description = "Takes options back to their defaults, by their names without dashes: --reset forward-to")
    private List<String> names = List.of();

    private static QueueOptions withoutBackOff(QueueOptions options) {
        return options.withRedeliveryBackOff(
                DEFAULTS.redeliveryBackOffInitial(),
                DEFAULTS.redeliveryBackOffMultiplier(),
                DEFAULTS.redeliveryBackOffMaximum(),
                DEFAULTS.redeliveryBackOffJitter());
    }

    void check() throws CommandFailure {
        for (String name : names) {
            if (!RESETS.containsKey(name)) {
                throw CommandFailure.usage("there is no option '" + name + "' to reset; there are: "
                        + RESETS.keySet().stream().sorted().collect(Collectors.joining(", ")));
            }
        }
    }

    QueueOptions applied(QueueOptions to) {
        QueueOptions options = to;
        // What needs another option goes before it.
        for (String name : names.stream()
                .sorted(Comparator.comparing(name -> !name.equals(EXPIRED_TO)))
                .toList()) {
            UnaryOperator<QueueOptions> reset = RESETS.get(name);
            options = reset == null ? options : reset.apply(options);
        }
        return options;
    }
}
