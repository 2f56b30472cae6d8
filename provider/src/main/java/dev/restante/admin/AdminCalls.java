package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.broker.Administration;
import dev.restante.broker.BrokerException;
import dev.restante.broker.SubscriptionName;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.Entity;
import dev.restante.option.EntityStatus;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** The calls of one administration: what all its parts ask the broker by, until it is closed. Thread-safe. */
final class AdminCalls {

    private final Administration node;
    private final ExceptionTranslation translation;
    private final AtomicBoolean closed = new AtomicBoolean();

    AdminCalls(Administration node, ExceptionTranslation translation) {
        this.node = node;
        this.translation = translation;
    }

    /** The queue, dead-letter queue or subscription of a name, as it is now. */
    Entity existing(String name) {
        return SubscriptionName.isPath(name)
                ? node.topicAdministration().subscription(name)
                : current(() -> node.queueAdministration().queue(name, false));
    }

    /**
     * The entity that a look by name finds, as it is now: another node may have deleted what this one knows, and
     * perhaps created another one with its name.
     */
    Entity current(Supplier<Entity> lookUp) {
        return node.queueAdministration().current(lookUp.get()).orElseGet(lookUp);
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

    /**
     * Asks the node.
     *
     * @throws JMSException in whose words it refuses, or that the administration is closed
     */
    <T> T asking(Supplier<T> question) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException("The administration is closed", ErrorCodes.CLOSED);
        }
        try {
            return question.get();
        } catch (BrokerException refused) {
            throw translated(refused);
        }
    }

    JMSException translated(BrokerException refused) {
        return translation.of(refused);
    }

    /** Nothing can be asked from now on; false if it was closed before. */
    boolean close() {
        return !closed.getAndSet(true);
    }
}
