package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.admin.history.HistoryPoint;
import dev.restante.admin.history.HistoryScale;
import dev.restante.admin.history.StoreHistory;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionName;
import dev.restante.broker.view.StoreHistory.Point;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.CallBound;
import dev.restante.model.Entity;
import dev.restante.model.EntityFigures;
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

/** The calls of one administration: what all its parts ask the broker by, until it is closed. Thread-safe. */
final class AdminCalls {

    private static final double LEAST_SECONDS = 1;

    private final Administration node;
    private final Supplier<CallBound> bounds;
    private final ExceptionTranslation translation;
    private final AtomicBoolean closed = new AtomicBoolean();

    AdminCalls(Administration node, ExceptionTranslation translation, Supplier<CallBound> bounds) {
        this.bounds = bounds;
        this.node = node;
        this.translation = translation;
    }

    /** The queue, dead-letter queue or subscription of a name, as it is now. */
    Entity existing(String name) {
        return SubscriptionName.isPath(name)
                ? node.topicAdministration().subscription(name)
                : node.queueAdministration().queue(name, false);
    }

    /** The entity of a type and a full name. */
    Entity existing(EntityType type, String name) {
        return type == EntityType.TOPIC ? node.topicAdministration().topic(name) : existing(name);
    }

    /** Gives an entity another status; returns that. */
    EntityStatus statusChanged(Entity entity, UnaryOperator<EntityStatus> change) {
        return node.queueAdministration().changeStatus(entity, change).options().status();
    }

    /** The same by name. */
    EntityStatus statusChanged(String name, UnaryOperator<EntityStatus> change) throws JMSException {
        requireNonNull(name, "name");
        return asking(() -> statusChanged(existing(name), change));
    }

    /** Question to the node, which may consist of several questions. */
    @FunctionalInterface
    interface Question<T> {
        T answer() throws JMSException;
    }

    /**
     * Asks the node, within the bound of one call (RCV-19).
     *
     * @throws JMSException in whose words it refuses, or that the administration is closed
     */
    <T> T asking(Question<T> question) throws JMSException {
        try (CallBound unused = bounds.get()) {
            return working(question);
        }
    }

    /**
     * Deletes an entity, with its messages if {@code force}. Their number is not limited, so a forced deletion takes as
     * long as {@link #working} does.
     */
    <T> T deleting(boolean force, Question<T> deletion) throws JMSException {
        return force ? working(deletion) : asking(deletion);
    }

    /**
     * Lets the node work on as many messages as there are, for as long as that takes. Each step of the work has a bound
     * of its own.
     *
     * @throws JMSException as {@link #asking}
     */
    <T> T working(Question<T> question) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException("The administration is closed", ErrorCodes.CLOSED);
        }
        try {
            return question.answer();
        } catch (BrokerException refused) {
            throw translated(refused);
        }
    }

    /** A call without an answer. */
    void doing(Runnable order) throws JMSException {
        asking(() -> {
            order.run();
            return true;
        });
    }

    JMSException translated(BrokerException refused) {
        return translation.of(refused);
    }

    /** Nothing can be asked from now on; false if it was closed before. */
    boolean close() {
        return !closed.getAndSet(true);
    }

    /** The history of the figures of all that have messages, by their full names. */
    StoreHistory history(HistoryScale scale) {
        Map<String, Long> entityIds = new HashMap<>();
        EntityFilter.all().meant(node.entities()).forEach((summary, entity) -> {
            if (entity.kind() != EntityKind.TOPIC) {
                entityIds.put(summary.name(), entity.id());
            }
        });
        dev.restante.model.HistoryScale recordedScale = dev.restante.model.HistoryScale.valueOf(scale.name());
        dev.restante.broker.view.StoreHistory recorded = new dev.restante.broker.view.StoreHistory(
                recordedScale, node.history().read(recordedScale));
        return new StoreHistory(
                scale,
                recorded.complete(),
                name -> entityIds.containsKey(name)
                        ? recorded.of(entityIds.get(name)).stream()
                                .map(AdminCalls::point)
                                .toList()
                        : List.of());
    }

    private static HistoryPoint point(Point point) {
        double seconds = Math.max(LEAST_SECONDS, point.coveredMillis() / 1000.0);
        return new HistoryPoint(
                Instant.ofEpochMilli(point.fromMillis()),
                point.depth() == EntityFigures.UNKNOWN ? null : point.depth(),
                point.sent() / seconds,
                point.received() / seconds,
                point.completed() / seconds,
                point.completed() == 0 || point.heldMillis() == 0
                        ? null
                        : Duration.ofMillis(point.heldMillis() / point.completed()));
    }
}
