package dev.restante.jta;

import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The queue where expired messages wait for a participant, and what it must be like. */
final class WaitingQueue {

    private WaitingQueue() {}

    /** Selects what has expired in an entity: others may send their dead letters there, too. */
    static String selector(String entity) {
        return "DeadLetterReason = 'TTLExpiredException' AND DeadLetterSource = '" + entity.replace("'", "''") + "'";
    }

    /**
     * The name of the queue where the expired messages of an entity wait.
     *
     * @throws JMSException if the entity or the queue does not exist, or the store fails
     * @throws IllegalArgumentException if an option of one of them is not as it must be
     */
    static String of(RestanteAdmin admin, String entity) throws JMSException {
        QueueOptions source = admin.options(entity);
        String waiting = source.expiredTo();
        if (waiting == null) {
            throw new IllegalArgumentException(
                    "'" + entity
                            + "' has no option expiredTo; set it to a queue where its expired messages wait for their participant");
        }
        QueueDescription queue = admin.queue(waiting);
        String unfit = unfit(source, queue, admin.maximumTimeToLive());
        if (unfit != null) {
            throw new IllegalArgumentException(
                    "Queue '" + waiting + "', where expired messages of '" + entity + "' wait, " + unfit);
        }
        return waiting;
    }

    private static @Nullable String unfit(QueueOptions source, QueueDescription queue, @Nullable Duration maximum) {
        QueueOptions options = queue.options();
        if (queue.deadLetterQueue() || queue.name().equals(source.deadLetterTo())) {
            return "is where they go as dead letters; name another one in expiredTo";
        }
        if (options.forwardTo() != null || options.forwardToTopic() != null) {
            return "forwards, so that nothing waits there; take its forwardTo back";
        }
        if (options.maxDeliveryCount() < 2) {
            return "has maxDeliveryCount 1, and the last delivery goes without the participant; set 2 or more";
        }
        if (options.lockDuration().isZero()) {
            return "has lockDuration 0 s, with which nothing can be received in transactions; set more";
        }
        if (options.redeliveryBackOffInitial().isZero()) {
            return "has no redelivery back-off: a participant that fails would use up its deliveries at once; set one";
        }
        if ((options.defaultTimeToLive() != null || maximum != null) && !options.deadLetterOnExpiry()) {
            return "has a time to live, its own or the store's maximum, after which they would be dropped; set its deadLetterOnExpiry";
        }
        return null;
    }
}
