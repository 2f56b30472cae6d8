package dev.restante.jms;

import static java.util.Objects.requireNonNull;

import dev.restante.api.ErrorCodes;
import dev.restante.jms.core.ConnectionServices;
import dev.restante.jms.core.Domain;
import dev.restante.jms.core.Selectors;
import dev.restante.jms.core.SubscriptionOpening;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.jms.mode.AcknowledgementMode;
import dev.restante.jms.receive.AcceptedGroup;
import dev.restante.jms.receive.JmsBrowser;
import dev.restante.jms.receive.QueueConsumer;
import dev.restante.jms.receive.SubscriptionConsumer;
import dev.restante.jms.receive.Taker;
import dev.restante.model.Entity;
import dev.restante.model.ShownText;
import dev.restante.selector.Selector;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.TemporaryQueue;
import org.jspecify.annotations.Nullable;

/** The consumers, accepted groups and browsers of a session as they come into being, and which ones a mode has. */
final class SessionConsumers {

    private final OpenSession open;
    private final ConnectionServices connection;
    private final AcknowledgementMode mode;

    SessionConsumers(OpenSession open, ConnectionServices connection, AcknowledgementMode mode) {
        this.open = open;
        this.connection = connection;
        this.mode = mode;
    }

    QueueConsumer ofQueue(@Nullable Destination queue, @Nullable String messageSelector) throws JMSException {
        if (!mode.subscribes() && queue instanceof TemporaryQueue) {
            throw ExceptionTranslation.notSupported(
                    "receiving from temporary queues in transactions of the application, which may outlive them; use transactions of the session");
        }
        return connection.calls().make(() -> {
            Entity entity = connection.entities().consumableQueue(queue);
            Selector selector = Selectors.parse(messageSelector);
            return open.opened(
                    new QueueConsumer(open, (Queue) requireNonNull(queue), entity, selector, Taker.of(open)));
        });
    }

    SubscriptionConsumer ofSubscription(SubscriptionOpening opening) throws JMSException {
        if (!mode.subscribes()) {
            throw ExceptionTranslation.notSupported(
                    "receiving from topics in transactions of the application; use transactions of the session");
        }
        return connection.calls().make(() -> {
            return open.opened(SubscriptionConsumer.open(open, opening));
        });
    }

    /**
     * A consumer of a durable subscription. A session for topics only has no two at a time that have something to
     * settle (SUB-22).
     */
    SubscriptionConsumer ofDurable(Domain domain, SubscriptionOpening opening) throws JMSException {
        SubscriptionConsumer subscriber = ofSubscription(opening);
        if (domain == Domain.TOPICS && subscriber.isPending()) {
            subscriber.close();
            throw new IllegalStateException(
                    "The subscription " + ShownText.quoted(requireNonNull(opening.name()))
                            + " has messages that are unacknowledged or in a transaction",
                    ErrorCodes.SUBSCRIPTION_IN_USE);
        }
        return subscriber;
    }

    /** A group of a queue that the session accepts by its name, with its consumer. */
    AcceptedGroup group(Queue queue, String groupId) throws JMSException {
        return connection.calls().make(() -> {
            Entity entity = connection.entities().consumableQueue(queue);
            return AcceptedGroup.named(open, entity, opening(queue, entity), groupId);
        });
    }

    /** The group of the first message of a queue whose group nobody has; null if there is none in time. */
    @Nullable
    AcceptedGroup anyGroup(Queue queue, long timeoutMillis) throws JMSException {
        return connection.calls().makeOrNull(() -> {
            return AcceptedGroup.any(open, opening(queue, connection.entities().consumableQueue(queue)), timeoutMillis);
        });
    }

    private AcceptedGroup.Opening opening(Queue queue, Entity entity) {
        return (selector, taker) -> open.opened(new QueueConsumer(open, queue, entity, selector, taker));
    }

    QueueBrowser browser(Queue queue, @Nullable String messageSelector) throws JMSException {
        return connection.calls().make(() -> {
            Entity entity = connection.entities().queue(queue);
            return new JmsBrowser(
                    open, queue, entity, Selectors.textOrNull(messageSelector), Selectors.parse(messageSelector));
        });
    }
}
