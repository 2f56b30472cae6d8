package dev.restante.spring;

import dev.restante.RecentStatistics;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.StoreStatistics;
import dev.restante.spring.StoreHealth.Limits;
import dev.restante.spring.StoreHealth.State;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * A store as those see it who watch an application: its health, its node, its queues in figures. What has to be counted
 * is counted once in a while, however often it is asked for. Thread-safe.
 */
public final class StoreMonitor implements AutoCloseable {

    /** For how long what was counted is kept at least. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private final RestanteStore store;
    private final RecentStatistics statistics;

    public StoreMonitor(RestanteStore store) {
        this(store, KEPT);
    }

    StoreMonitor(RestanteStore store, Duration kept) {
        this.store = store;
        this.statistics =
                new RecentStatistics(store.factory(), EntityFilter.all().withTemporary(false), kept);
    }

    /**
     * The health of the store.
     *
     * @throws JMSException if it can't be reached
     */
    public StoreHealth health(Limits limits) throws JMSException {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", store.place());
        RestanteAdmin.Node node;
        try (RestanteAdmin admin = store.factory().admin()) {
            details.put("queues", admin.queues().size());
            node = admin.node();
        }
        details.put("lease", node.alive() ? "held" : "not held");
        boolean within = !limits.any() || within(limits, details);
        return new StoreHealth(node.alive() && within ? State.UP : State.OUT_OF_SERVICE, details);
    }

    private boolean within(Limits limits, Map<String, Object> details) throws JMSException {
        StoreStatistics counted = statistics();
        boolean backlogWithin = backlogWithin(limits.maxBacklogAge(), counted, details);
        return deadLettersWithin(limits.maxDeadLetters(), counted, details) && backlogWithin;
    }

    private static boolean backlogWithin(
            @Nullable Duration most, StoreStatistics counted, Map<String, Object> details) {
        if (most == null) {
            return true;
        }
        Duration oldest = Duration.ZERO;
        String where = null;
        for (Entry<EntitySummary, QueueStatistics> each : counted.queues().entrySet()) {
            Duration age = each.getValue().oldestAge();
            if (each.getKey().type() != EntityType.DEAD_LETTER_QUEUE && age != null && age.compareTo(oldest) > 0) {
                oldest = age;
                where = each.getKey().name();
            }
        }
        details.put("backlogAge", oldest.toString());
        if (where != null) {
            details.put("backlogIn", where);
        }
        return oldest.compareTo(most) <= 0;
    }

    private static boolean deadLettersWithin(
            @Nullable Long most, StoreStatistics counted, Map<String, Object> details) {
        if (most == null) {
            return true;
        }
        long all = counted.queues().values().stream()
                .mapToLong(QueueStatistics::deadLettered)
                .sum();
        details.put("deadLetters", all);
        return all <= most;
    }

    /**
     * The node, and the store that it has open.
     *
     * @throws JMSException if it can't be opened
     */
    public RestanteAdmin.Node node() throws JMSException {
        try (RestanteAdmin admin = store.factory().admin()) {
            return admin.node();
        }
    }

    /**
     * The figures of all queues, topics and subscriptions that are not temporary, as they were some seconds ago at
     * most.
     *
     * @throws JMSException if they can't be counted
     */
    public StoreStatistics statistics() throws JMSException {
        StoreStatistics counted = statistics.current();
        if (counted == null) {
            throw new JMSException("The messages of the store can't be counted");
        }
        return counted;
    }

    /** Where the store is, with nothing secret. */
    public String place() {
        return store.place();
    }

    /** Lets go of the store. */
    @Override
    public void close() {
        statistics.close();
    }
}
