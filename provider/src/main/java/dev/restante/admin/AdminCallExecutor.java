package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerAdministration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.view.MergedHistory.EntityHistoryPoint;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.Entity;
import dev.restante.model.EntityIntervalStatistics;
import dev.restante.model.EntityKind;
import dev.restante.option.EntityStatus;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Executor of administration calls with time limit and exception translation. Rejects calls after {@link #close}.
 * Thread-safe.
 */
final class AdminCallExecutor {

    private static final double MIN_SECONDS = 1;

    private final BrokerAdministration node;
    private final Supplier<CallTimeBudget> timeBudgets;
    private final AtomicBoolean closed = new AtomicBoolean();

    AdminCallExecutor(BrokerAdministration node, Supplier<CallTimeBudget> timeBudgets) {
        this.timeBudgets = timeBudgets;
        this.node = node;
    }

    Entity requireEntity(String name) {
        return SubscriptionName.isPath(name)
                ? node.topicAdministration().subscription(name)
                : node.queueAdministration().queue(name, false);
    }

    Entity requireEntity(EntityType type, String name) {
        return type == EntityType.TOPIC ? node.topicAdministration().topic(name) : requireEntity(name);
    }

    EntityStatus changeStatus(Entity entity, UnaryOperator<EntityStatus> change) {
        return node.queueAdministration().changeStatus(entity, change).options().status();
    }

    EntityStatus changeStatus(String name, UnaryOperator<EntityStatus> change) throws JMSException {
        requireNonNull(name, "name");
        return execute(() -> changeStatus(requireEntity(name), change));
    }

    @FunctionalInterface
    interface AdminCall<T> {
        T answer() throws JMSException;
    }

    /**
     * Executes a call within the time budget of one call (RCV-19).
     *
     * @throws JMSException if the node rejects the call or the administration is closed
     */
    <T> T execute(AdminCall<T> call) throws JMSException {
        try (CallTimeBudget unused = timeBudgets.get()) {
            return executeUnbounded(call);
        }
    }

    /**
     * Deletes an entity. A forced deletion also deletes any number of messages, and is therefore executed by
     * {@link #executeUnbounded}.
     */
    <T> T executeDeletion(boolean force, AdminCall<T> deletion) throws JMSException {
        return force ? executeUnbounded(deletion) : execute(deletion);
    }

    /**
     * Executes a call that processes any number of messages, without a time budget. Each step of the call still has its
     * own time limit.
     *
     * @throws JMSException for the reasons of {@link #execute}
     */
    <T> T executeUnbounded(AdminCall<T> call) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException("The administration is closed. Open a new one.", ErrorCodes.CLOSED);
        }
        try {
            return call.answer();
        } catch (BrokerException refused) {
            throw translated(refused);
        }
    }

    void run(Runnable order) throws JMSException {
        execute(() -> {
            order.run();
            return true;
        });
    }

    JMSException translated(BrokerException refused) {
        return ExceptionTranslation.translate(refused);
    }

    /** Rejects calls from now on. Returns false if already closed. */
    boolean close() {
        return !closed.getAndSet(true);
    }

    StoreHistory history(HistoryScale scale) {
        Map<String, Long> entityIds = new HashMap<>();
        EntityFilter.all().select(node.entities()).forEach((summary, entity) -> {
            if (entity.kind() != EntityKind.TOPIC) {
                entityIds.put(summary.name(), entity.id());
            }
        });
        dev.restante.model.HistoryResolution recordedResolution =
                dev.restante.model.HistoryResolution.valueOf(scale.name());
        dev.restante.broker.view.MergedHistory recorded = new dev.restante.broker.view.MergedHistory(
                recordedResolution, node.history().read(recordedResolution));
        return new StoreHistory(
                scale,
                recorded.isComplete(),
                name -> entityIds.containsKey(name)
                        ? recorded.points(entityIds.get(name)).stream()
                                .map(AdminCallExecutor::toPoint)
                                .toList()
                        : List.of());
    }

    private static HistoryPoint toPoint(EntityHistoryPoint point) {
        EntityIntervalStatistics sum = point.sum();
        double seconds = Math.max(MIN_SECONDS, point.coveredMillis() / 1000.0);
        return new HistoryPoint(
                Instant.ofEpochMilli(point.fromMillis()),
                sum.depth() == EntityIntervalStatistics.UNKNOWN_DEPTH ? null : sum.depth(),
                sum.sent() / seconds,
                sum.received() / seconds,
                sum.completed() / seconds,
                sum.completed() == 0 || sum.inFlightMillis() == 0
                        ? null
                        : Duration.ofMillis(sum.inFlightMillis() / sum.completed()));
    }
}
