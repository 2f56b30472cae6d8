package dev.restante.spring;

import dev.restante.RecentStatistics;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.spring.StoreHealth.HealthLimits;
import dev.restante.spring.StoreHealth.State;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Query service that checks the health of a store and reads its node and statistics, for the health indicators and the
 * actuator endpoint. Frequent calls share the statistics of one store query for a few seconds. Thread-safe.
 */
public final class StoreMonitor implements AutoCloseable {

    /** Minimum time for which statistics are cached. */
    private static final Duration CACHE_DURATION = Duration.ofSeconds(5);

    private final RestanteStore store;
    private final Duration timeout;
    private final RecentStatistics statistics;
    private final SharedStoreQuery<RestanteAdmin.NodeDescription> nodeQuery;
    private final SharedStoreQuery<StoreStatistics> statisticsQuery;

    public StoreMonitor(RestanteStore store) {
        this(store, CACHE_DURATION, store.restanteConnectionFactory().getStoreTimeout());
    }

    /**
     * Creates a monitor.
     *
     * @param timeout the time after which a store that does not answer counts as unreachable
     */
    StoreMonitor(RestanteStore store, Duration cacheDuration, Duration timeout) {
        this.store = store;
        this.timeout = timeout;
        this.statistics = new RecentStatistics(
                store.restanteConnectionFactory(), EntityFilter.all().withTemporary(false), cacheDuration);
        this.nodeQuery = new SharedStoreQuery<>("restante-health", this::queryNode);
        this.statisticsQuery = new SharedStoreQuery<>("restante-count", this::count);
    }

    /**
     * Checks the health of the store within the store timeout. The check reads one row, and with limits also the
     * statistics unless they are cached.
     *
     * @throws JMSException if the store cannot be reached
     */
    public StoreHealth health(HealthLimits limits) throws JMSException {
        long startNanos = System.nanoTime();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", store.location());
        boolean alive = nodeQuery.get(timeout).alive();
        details.put("lease", alive ? "held" : "not held");
        boolean within = true;
        if (limits.isConfigured()) {
            StoreStatistics figures = statisticsQuery.get(timeout.minusNanos(System.nanoTime() - startNanos));
            within = within(limits, figures, details);
        }
        return new StoreHealth(alive && within ? State.UP : State.OUT_OF_SERVICE, details);
    }

    private RestanteAdmin.NodeDescription queryNode() throws JMSException {
        try (RestanteAdmin admin = store.restanteConnectionFactory().admin()) {
            admin.checkStore();
            return admin.node();
        }
    }

    private StoreStatistics count() throws JMSException {
        StoreStatistics found = statistics.current(timeout);
        if (found == null) {
            throw new JMSException("The messages of the store cannot be counted");
        }
        return found;
    }

    private static boolean within(HealthLimits limits, StoreStatistics figures, Map<String, Object> details) {
        boolean backlogWithin = backlogWithin(limits.maxBacklogAge(), figures, details);
        return deadLettersWithin(limits.maxDeadLetters(), figures, details) && backlogWithin;
    }

    private static boolean backlogWithin(
            @Nullable Duration most, StoreStatistics storeStatistics, Map<String, Object> details) {
        if (most == null) {
            return true;
        }
        Duration oldest = Duration.ZERO;
        String where = null;
        for (Entry<EntitySummary, QueueStatistics> each :
                storeStatistics.queues().entrySet()) {
            Duration age = each.getValue().oldestAge();
            if (each.getKey().type() != EntityType.DEAD_LETTER_QUEUE && age != null && age.compareTo(oldest) > 0) {
                oldest = age;
                where = each.getKey().name();
            }
        }
        details.put("backlogAge", oldest.toString());
        if (where != null) {
            details.put("oldestIn", where);
        }
        return oldest.compareTo(most) <= 0;
    }

    private static boolean deadLettersWithin(
            @Nullable Long most, StoreStatistics storeStatistics, Map<String, Object> details) {
        if (most == null) {
            return true;
        }
        long all = storeStatistics.queues().values().stream()
                .mapToLong(QueueStatistics::deadLettered)
                .sum();
        details.put("deadLetters", all);
        return all <= most;
    }

    /** Returns the node of the store if the store is open, and never opens it. */
    public Optional<RestanteAdmin.NodeDescription> node() {
        return store.restanteConnectionFactory().openNode();
    }

    /**
     * Returns the statistics of all queues, topics and subscriptions that are not temporary, at most a few seconds old.
     *
     * @throws JMSException if the statistics cannot be read within the store timeout
     */
    public StoreStatistics statistics() throws JMSException {
        return statisticsQuery.get(timeout);
    }

    /** Returns the location of the store, without secrets. */
    public String location() {
        return store.location();
    }

    /** Releases the store. */
    @Override
    public void close() {
        statistics.close();
    }
}
