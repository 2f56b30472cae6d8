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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store as those see it who watch an application: its health, its node, its queues in figures. What has to be counted
 * is counted once in a while, however often it is asked for. Thread-safe.
 */
public final class StoreMonitor implements AutoCloseable {

    /** For how long what was counted is kept at least. */
    private static final Duration KEPT = Duration.ofSeconds(5);

    private final RestanteStore store;
    private final Duration patience;
    private final RecentStatistics statistics;
    private final SharedQuestion<RestanteAdmin.Node> reached;
    private final SharedQuestion<StoreStatistics> counted;

    public StoreMonitor(RestanteStore store) {
        this(store, KEPT, store.factory().getStoreTimeout());
    }

    /** @param patience how long the store may take before it counts as one that can't be reached */
    StoreMonitor(RestanteStore store, Duration kept, Duration patience) {
        this.store = store;
        this.patience = patience;
        this.statistics =
                new RecentStatistics(store.factory(), EntityFilter.all().withTemporary(false), kept);
        this.reached = new SharedQuestion<>("restante-health", this::reach);
        this.counted = new SharedQuestion<>("restante-count", this::count);
    }

    /**
     * The health of the store. Without limits it is asked for one row; with limits also for the figures, unless these
     * were asked for before. It takes no longer than the store time-out, whatever the store does.
     *
     * @throws JMSException if it can't be reached
     */
    public StoreHealth health(Limits limits) throws JMSException {
        long startNanos = System.nanoTime();
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("store", store.place());
        boolean alive = reached.answer(patience).alive();
        details.put("lease", alive ? "held" : "not held");
        boolean within = true;
        if (limits.any()) {
            StoreStatistics figures = counted.answer(patience.minusNanos(System.nanoTime() - startNanos));
            within = within(limits, figures, details);
        }
        return new StoreHealth(alive && within ? State.UP : State.OUT_OF_SERVICE, details);
    }

    private RestanteAdmin.Node reach() throws JMSException {
        try (RestanteAdmin admin = store.factory().admin()) {
            admin.checkStore();
            return admin.node();
        }
    }

    private StoreStatistics count() throws JMSException {
        StoreStatistics found = statistics.current(patience);
        if (found == null) {
            throw new JMSException("The messages of the store can't be counted");
        }
        return found;
    }

    private static boolean within(Limits limits, StoreStatistics figures, Map<String, Object> details) {
        boolean backlogWithin = backlogWithin(limits.maxBacklogAge(), figures, details);
        return deadLettersWithin(limits.maxDeadLetters(), figures, details) && backlogWithin;
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

    /** The node, and the store that it has open, if it has; nothing is opened. */
    public Optional<RestanteAdmin.Node> node() {
        return store.factory().openNode();
    }

    /**
     * The figures of all queues, topics and subscriptions that are not temporary, as they were some seconds ago at
     * most.
     *
     * @throws JMSException if they can't be counted within the store time-out
     */
    public StoreStatistics statistics() throws JMSException {
        return counted.answer(patience);
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
