package dev.restante.cli.entity;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.TopicStatistics;
import dev.restante.cli.shell.CommandStore;
import dev.restante.console.json.JsonObject;
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
 * Snapshot of the message counts of queues, topics and subscriptions for the commands stats and top, which computes
 * rates of change since an earlier snapshot.
 *
 * @param at the store time at the beginning of the count
 * @param atNanos the same instant by {@link System#nanoTime}
 */
record EntityCountsSnapshot(Instant at, long atNanos, List<EntityCountRow> counts) {

    /**
     * Counts of one entity.
     *
     * @param statistics the message counts, or null for a topic
     * @param subscriptions the number of subscriptions of a topic, else 0
     */
    record EntityCountRow(String name, EntityType type, @Nullable QueueStatistics statistics, int subscriptions) {

        /** Returns the number of messages without the dead letters. */
        long depth() {
            return statistics == null
                    ? 0
                    : statistics.available() + statistics.inFlight() + statistics.scheduled() + statistics.deferred();
        }

        long deadLettered() {
            return statistics == null ? 0 : statistics.deadLettered();
        }

        JsonObject fields() {
            JsonObject json = new JsonObject().with("name", name).with("type", type);
            if (statistics == null) {
                return json.with("subscriptions", subscriptions);
            }
            return json.with("available", statistics.available())
                    .with("inFlight", statistics.inFlight())
                    .with("scheduled", statistics.scheduled())
                    .with("deferred", statistics.deferred())
                    .with("deadLettered", statistics.deadLettered())
                    .with("oldestAge", statistics.oldestAge())
                    .with("expiryLag", statistics.expiryLag());
        }
    }

    /**
     * Counts the messages of the store.
     *
     * @param patterns the patterns of entity names, or an empty list for all entities
     */
    static EntityCountsSnapshot take(CommandStore store, List<String> patterns, Set<EntityType> types)
            throws JMSException {
        Instant at = store.admin().node().storeTime();
        long atNanos = System.nanoTime();
        List<EntityCountRow> counts = new ArrayList<>();
        for (EntitySummary entity : store.admin().entities(new EntityFilter(null, types, null))) {
            boolean matches = patterns.isEmpty()
                    || patterns.stream().anyMatch(pattern -> NamePattern.matches(pattern, entity.name()));
            if (matches) {
                counts(store, entity).ifPresent(counts::add);
            }
        }
        return new EntityCountsSnapshot(at, atNanos, counts);
    }

    @SuppressWarnings("UnusedException") // the entity was deleted meanwhile
    private static Optional<EntityCountRow> counts(CommandStore store, EntitySummary entity) throws JMSException {
        try {
            if (entity.type() == EntityType.TOPIC) {
                TopicStatistics topic = store.admin().topics().statistics(entity.name());
                return Optional.of(new EntityCountRow(entity.name(), entity.type(), null, topic.subscriptions()));
            }
            return Optional.of(new EntityCountRow(
                    entity.name(), entity.type(), store.admin().statistics(entity.name()), 0));
        } catch (InvalidDestinationException gone) {
            return Optional.empty();
        }
    }

    /** Rounds an age of a second or more down to whole seconds. */
    static JsonObject withRoundedAge(JsonObject row) {
        return row.get("oldestAge") instanceof Duration age && age.toSeconds() > 0
                ? row.with("oldestAge", Duration.ofSeconds(age.toSeconds()))
                : row;
    }

    /**
     * Returns the counts, with their rates of change since an earlier snapshot.
     *
     * @param earlier the earlier snapshot, or null for counts without rates
     */
    List<JsonObject> withRates(@Nullable EntityCountsSnapshot earlier) {
        Map<String, EntityCountRow> before = earlier == null
                ? Map.of()
                : earlier.counts.stream().collect(Collectors.toMap(EntityCountRow::name, Function.identity()));
        double seconds = earlier == null ? 0 : Math.max(1_000_000, atNanos - earlier.atNanos) / 1e9;
        return counts.stream()
                .map(now -> {
                    EntityCountRow then = before.get(now.name());
                    return now.fields()
                            .with("depthPerSecond", then == null ? null : (now.depth() - then.depth()) / seconds)
                            .with(
                                    "deadLetteredPerSecond",
                                    then == null ? null : (now.deadLettered() - then.deadLettered()) / seconds);
                })
                .toList();
    }
}
