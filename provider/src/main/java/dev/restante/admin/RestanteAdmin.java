package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Broker;
import dev.restante.broker.BrokerException;
import dev.restante.jms.ErrorCodes;
import dev.restante.jms.ExceptionTranslation;
import dev.restante.model.Entity;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Administration of a store: {@code try (RestanteAdmin admin = factory.admin()) { ... }}. Refusals are {@link JMSException}s whose error code names the reason.
 * Null as an argument throws a {@link NullPointerException} that names it. Thread-safe.
 */
public final class RestanteAdmin implements AutoCloseable {

    private final Broker broker;
    private final ExceptionTranslation translation;
    private final Runnable onClosed;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Made by the factory. */
    public RestanteAdmin(Broker broker, ExceptionTranslation translation, Runnable onClosed) {
        this.broker = broker;
        this.translation = translation;
        this.onClosed = onClosed;
    }

    /**
     * Creates a queue with its dead-letter queue.
     *
     * @throws JMSException if it exists or can't have that name
     */
    public QueueDescription createQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return described(asking(() -> broker.createQueue(name, options.entityOptions())));
    }

    /**
     * Replaces the options of a queue, also while it is in use; effective for the next message (BEY-04).
     *
     * @throws JMSException if it does not exist
     */
    public QueueDescription alterQueue(String name, QueueOptions options) throws JMSException {
        requireNonNull(name, "name");
        requireNonNull(options, "options");
        return described(asking(() -> broker.alterQueue(name, options.entityOptions())));
    }

    /** Deletes a queue with its dead-letter queue and all their messages; false if it did not exist. */
    public boolean deleteQueue(String name) throws JMSException {
        requireNonNull(name, "name");
        return asking(() -> broker.deleteQueue(name));
    }

    /**
     * A queue or dead-letter queue as it is configured now.
     *
     * @throws JMSException if it does not exist
     */
    public QueueDescription queue(String name) throws JMSException {
        requireNonNull(name, "name");
        return described(asking(() -> existing(name)));
    }

    /** All queues and dead-letter queues, by name. */
    public List<QueueDescription> queues() throws JMSException {
        return asking(broker::queues).stream().map(RestanteAdmin::described).toList();
    }

    /**
     * What is in a queue or dead-letter queue now.
     *
     * @throws JMSException if it does not exist
     */
    public QueueStatistics statistics(String name) throws JMSException {
        requireNonNull(name, "name");
        dev.restante.broker.QueueStatistics counted = asking(() -> broker.statistics(existing(name)));
        return new QueueStatistics(
                counted.available(),
                counted.inFlight(),
                counted.scheduled(),
                counted.deferred(),
                counted.deadLettered(),
                Duration.ofMillis(counted.expiryLagMillis()));
    }

    private Entity existing(String name) {
        Entity entity = broker.queue(name, false);
        return broker.current(entity).orElse(entity);
    }

    private static QueueDescription described(Entity entity) {
        return new QueueDescription(entity.name(), entity.isDeadLetterQueue(), QueueOptions.of(entity.options()));
    }

    private <T> T asking(Supplier<T> question) throws JMSException {
        if (closed.get()) {
            throw new IllegalStateException("The administration is closed", ErrorCodes.CLOSED);
        }
        try {
            return question.get();
        } catch (BrokerException refused) {
            throw translation.of(refused);
        }
    }

    /** Lets go of the store. */
    @Override
    public void close() {
        if (!closed.getAndSet(true)) {
            onClosed.run();
        }
    }
}
