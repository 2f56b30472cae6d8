package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.TopicStatistics;
import dev.restante.cli.shell.OpenStore;
import dev.restante.console.json.Fields;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The counts of the entities of a store at one time.
 *
 * @param at when the counting began, by the store's clock
 * @param atNanos the same by {@link System#nanoTime}
 * @param counts of each entity, by name
 */
record Snapshot(Instant at, long atNanos, List<Counts> counts) {

    /**
     * The counts of one entity.
     *
     * @param statistics null for a topic
     * @param subscriptions of a topic, else 0
     */
    record Counts(String name, EntityType type, @Nullable QueueStatistics statistics, int subscriptions) {

        /** All messages but dead letters. */
        long depth() {
            return statistics == null
                    ? 0
                    : statistics.available() + statistics.inFlight() + statistics.scheduled() + statistics.deferred();
        }

        long deadLettered() {
            return statistics == null ? 0 : statistics.deadLettered();
        }

        Fields fields() {
            Fields fields = new Fields().with("name", name).with("type", type);
            if (statistics == null) {
                return fields.with("subscriptions", subscriptions);
            }
            return fields.with("available", statistics.available())
                    .with("inFlight", statistics.inFlight())
                    .with("scheduled", statistics.scheduled())
                    .with("deferred", statistics.deferred())
                    .with("deadLettered", statistics.deadLettered())
                    .with("oldestAge", statistics.oldestAge())
                    .with("expiryLag", statistics.expiryLag());
        }
    }

    /**
     * Counts what there is now.
     *
     * @param patterns of names; empty for all
     */
    static Snapshot take(OpenStore store, List<String> patterns, Set<EntityType> types) throws JMSException {
        Instant at = store.admin().node().storeTime();
        long atNanos = System.nanoTime();
        List<Counts> counts = new ArrayList<>();
        for (EntitySummary entity : store.admin().entities(new EntityFilter(null, types, null))) {
            boolean meant =
                    patterns.isEmpty() || patterns.stream().anyMatch(pattern -> Names.match(pattern, entity.name()));
            if (meant) {
                counts(store, entity).ifPresent(counts::add);
            }
        }
        return new Snapshot(at, atNanos, counts);
    }

    @SuppressWarnings("UnusedException") // deleted meanwhile: there is nothing to count
    private static Optional<Counts> counts(OpenStore store, EntitySummary entity) throws JMSException {
        try {
            if (entity.type() == EntityType.TOPIC) {
                TopicStatistics topic = store.admin().topics().statistics(entity.name());
                return Optional.of(new Counts(entity.name(), entity.type(), null, topic.subscriptions()));
            }
            return Optional.of(
                    new Counts(entity.name(), entity.type(), store.admin().statistics(entity.name()), 0));
        } catch (InvalidDestinationException gone) {
            return Optional.empty();
        }
    }

    /** Ages to the second, where they are more than that. */
    static Fields readable(Fields row) {
        return row.get("oldestAge") instanceof Duration age && age.toSeconds() > 0
                ? row.with("oldestAge", Duration.ofSeconds(age.toSeconds()))
                : row;
    }

    /**
     * The counts with how fast they have changed since an earlier snapshot.
     *
     * @param earlier null for the first, which has no rates
     */
    List<Fields> withRates(@Nullable Snapshot earlier) {
        Map<String, Counts> before = earlier == null
                ? Map.of()
                : earlier.counts.stream().collect(Collectors.toMap(Counts::name, Function.identity()));
        double seconds = earlier == null ? 0 : Math.max(1_000_000, atNanos - earlier.atNanos) / 1e9;
        return counts.stream()
                .map(now -> {
                    Counts then = before.get(now.name());
                    return now.fields()
                            .with("depthPerSecond", then == null ? null : (now.depth() - then.depth()) / seconds)
                            .with(
                                    "deadLetteredPerSecond",
                                    then == null ? null : (now.deadLettered() - then.deadLettered()) / seconds);
                })
                .toList();
    }
}
