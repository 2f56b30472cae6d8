package dev.restante.cli.migrate;

import dev.restante.option.DurationText;
import dev.restante.option.PolicyKind;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Options that address settings become. A policy sets all options of a group, because they come from one policy. */
enum OptionGroup {
    DELIVERY_LIMIT("max-delivery-attempts") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            long attempts = settings.number("max-delivery-attempts", DEFAULT_ATTEMPTS);
            boolean unlimited = attempts <= 0;
            return new GroupOptions(
                    List.of(
                            "--max-delivery-count",
                            String.valueOf(unlimited ? Integer.MAX_VALUE : Math.min(attempts, Integer.MAX_VALUE))),
                    attempts == DEFAULT_ATTEMPTS,
                    unlimited ? List.of("max-delivery-attempts " + attempts + " means no limit") : List.of());
        }
    },

    BACK_OFF(
            "redelivery-delay",
            "redelivery-delay-multiplier",
            "max-redelivery-delay",
            "redelivery-collision-avoidance-factor") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            long delay = Math.max(0, settings.number("redelivery-delay", 0));
            long usualMaximum = delay > Long.MAX_VALUE / TIMES ? Long.MAX_VALUE : delay * TIMES;
            long maximum = Math.max(0, settings.number("max-redelivery-delay", usualMaximum));
            long initial = Math.min(delay, maximum);
            if (initial == 0) {
                return new GroupOptions(List.of("--redelivery-back-off", "0s"), true, List.of());
            }
            double multiplier = settings.decimal("redelivery-delay-multiplier", 1);
            double jitter = settings.decimal("redelivery-collision-avoidance-factor", 0);
            List<String> arguments = new ArrayList<>(List.of("--redelivery-back-off", duration(initial)));
            List<String> notes = new ArrayList<>();
            if (multiplier > 1) {
                arguments.addAll(List.of("--redelivery-back-off-multiplier", plain(multiplier)));
                arguments.addAll(List.of("--redelivery-back-off-maximum", duration(maximum)));
            }
            if (jitter > 0) {
                arguments.addAll(List.of("--redelivery-back-off-jitter", plain(Math.min(jitter, 1))));
                notes.add("In Restante, the jitter can make a delay longer than its maximum");
            }
            return new GroupOptions(arguments, false, notes);
        }
    },

    DEAD_LETTERS("dead-letter-address", "auto-create-dead-letter-resources") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            Optional<String> target = deadLetterTarget(settings, targets);
            return new GroupOptions(List.of("--dead-letter-to", target.orElse("")), target.isEmpty(), notes(settings));
        }

        private static List<String> notes(MergedSettings settings) {
            if (settings.text("dead-letter-address") == null) {
                return List.of("Artemis drops dead letters without a dead-letter-address. In Restante they go to"
                        + " NAME/$DeadLetterQueue");
            }
            return settings.flag("auto-create-dead-letter-resources")
                    ? List.of("NAME/$DeadLetterQueue replaces the created dead-letter queue of each address")
                    : List.of();
        }
    },

    EXPIRED("expiry-address", "auto-create-expiry-resources") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            if (settings.text("expiry-address") == null) {
                return new GroupOptions(List.of("--no-dead-letter-on-expiry"), true, List.of());
            }
            Optional<String> target = expiryTarget(settings, targets);
            List<String> arguments = new ArrayList<>(List.of("--dead-letter-on-expiry"));
            target.ifPresent(name -> arguments.addAll(List.of("--expired-to", name)));
            return new GroupOptions(
                    arguments,
                    false,
                    target.isPresent()
                            ? List.of()
                            : List.of("Expired messages go to the other dead letters. Their DeadLetterReason is"
                                    + " TTLExpiredException"));
        }
    },

    TIME_TO_LIVE("no-expiry", "expiry-delay", "min-expiry-delay", "max-expiry-delay") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            long usual = settings.number("expiry-delay", NONE);
            long longest = settings.number("max-expiry-delay", NONE);
            boolean fromDelay = usual >= 0;
            long timeToLive = fromDelay ? usual : longest;
            if (settings.flag("no-expiry") || timeToLive < 0) {
                return new GroupOptions(List.of("--default-time-to-live", ""), true, List.of());
            }
            return new GroupOptions(
                    List.of("--default-time-to-live", duration(Math.max(1, timeToLive))),
                    false,
                    fromDelay
                            ? List.of("In Restante, expiry-delay is also the longest time to live: messages that"
                                    + " request more get this value")
                            : List.of());
        }
    },

    LAST_VALUES("default-last-value-queue", "last-value-queue", "default-last-value-key") {
        @Override
        GroupOptions options(MergedSettings settings, TargetNames targets) {
            String key = lastValueKey(settings);
            return new GroupOptions(List.of("--last-value-key", key), key.isEmpty(), List.of());
        }
    };

    private static final int DEFAULT_ATTEMPTS = 10;
    private static final int TIMES = 10;
    private static final int NONE = -1;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of is immutable
    private final Set<String> elements;

    OptionGroup(String... elements) {
        this.elements = Set.of(elements);
    }

    /**
     * Command-line options of a group.
     *
     * @param isDefault true if the options are the defaults of Restante
     * @param notes differences that the user should know
     */
    record GroupOptions(List<String> arguments, boolean isDefault, List<String> notes) {
        GroupOptions {
            arguments = List.copyOf(arguments);
            notes = List.copyOf(notes);
        }
    }

    /** Names of addresses that can be targets of dead letters. */
    interface TargetNames {
        boolean isQueue(String address);
    }

    Set<String> elements() {
        return elements;
    }

    /** Returns whether entities of a kind get the options. The time to live of a message begins at its topic. */
    boolean appliesTo(PolicyKind kind) {
        return switch (kind) {
            case QUEUES -> true;
            case TOPICS -> this == TIME_TO_LIVE;
            case SUBSCRIPTIONS -> this != TIME_TO_LIVE;
            case DEAD_LETTER_QUEUES -> false;
        };
    }

    abstract GroupOptions options(MergedSettings settings, TargetNames targets);

    /** Returns the queue of dead letters, or nothing if each queue keeps its own. */
    static Optional<String> deadLetterTarget(MergedSettings settings, TargetNames targets) {
        return target(settings, "dead-letter-address", "auto-create-dead-letter-resources", targets);
    }

    /** Returns the queue of expired messages, or nothing if they are dropped or go to the other dead letters. */
    static Optional<String> expiryTarget(MergedSettings settings, TargetNames targets) {
        return target(settings, "expiry-address", "auto-create-expiry-resources", targets);
    }

    private static Optional<String> target(
            MergedSettings settings, String address, String autoCreate, TargetNames targets) {
        return settings.flag(autoCreate)
                ? Optional.empty()
                : Optional.ofNullable(settings.text(address)).filter(targets::isQueue);
    }

    /** Returns the property of last values of address settings, or an empty text for none. */
    static String lastValueKey(MergedSettings settings) {
        return lastValueKey(settings.text("default-last-value-key"), isLastValueQueue(settings));
    }

    /** Returns whether address settings make queues last-value queues. */
    static boolean isLastValueQueue(MergedSettings settings) {
        return settings.flag("default-last-value-queue") || settings.flag("last-value-queue");
    }

    /** Returns the property of last values, or an empty text for none. A key makes a queue a last-value queue. */
    static String lastValueKey(@Nullable String key, boolean isLastValueQueue) {
        return key != null && !key.isEmpty() ? key : isLastValueQueue ? "_AMQ_LVQ_NAME" : "";
    }

    private static String duration(long millis) {
        return DurationText.format(Duration.ofMillis(millis));
    }

    private static String plain(double number) {
        return BigDecimal.valueOf(number).stripTrailingZeros().toPlainString();
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
