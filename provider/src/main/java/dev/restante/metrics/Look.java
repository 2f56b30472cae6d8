package dev.restante.metrics;

import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.StoreStatistics;
import dev.restante.admin.TopicStatistics;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The statistics that one look at a store has found. No look equals another one, even if it has found the same. */
final class Look {

    /** Of a store that could not be asked. */
    static final Look FAILED = new Look(false, new StoreStatistics(Map.of(), Map.of()));

    private final boolean found;
    private final StoreStatistics statistics;
    private final Set<EntitySummary> entities;

    private Look(boolean found, StoreStatistics statistics) {
        this.found = found;
        this.statistics = statistics;
        this.entities = new LinkedHashSet<>(statistics.queues().keySet());
        entities.addAll(statistics.topics().keySet());
    }

    static Look of(StoreStatistics statistics) {
        return new Look(true, statistics);
    }

    /** False if the store could not be asked. */
    boolean found() {
        return found;
    }

    /** What has meters. */
    Set<EntitySummary> entities() {
        return entities;
    }

    @Nullable
    QueueStatistics queue(EntitySummary entity) {
        return statistics.queues().get(entity);
    }

    @Nullable
    TopicStatistics topic(EntitySummary entity) {
        return statistics.topics().get(entity);
    }
}
