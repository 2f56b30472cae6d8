package dev.restante.jta;

import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Functions for the queue where expired messages wait for application code (an expiry participant): find it, check its
 * options, and select one entity's messages.
 */
final class ExpiredMessageQueue {

    private ExpiredMessageQueue() {}

    /**
     * Returns the selector for the expired messages of an entity, because the queue may contain dead letters of other
     * entities, too.
     */
    static String selector(String entity) {
        return "DeadLetterReason = 'TTLExpiredException' AND DeadLetterSource = '" + entity.replace("'", "''") + "'";
    }

    /**
     * Returns the name of the queue where the expired messages of an entity wait.
     *
     * @throws JMSException if the entity or the queue does not exist, or the store fails
     * @throws IllegalArgumentException if an option of the entity or the queue is unsuitable
     */
    static String requireName(RestanteAdmin admin, String entity) throws JMSException {
        QueueOptions source = admin.options(entity);
        String waiting = source.expiredTo();
        if (waiting == null) {
            throw new IllegalArgumentException("The option expiredTo of '" + entity
                    + "' is not set. Set it to the queue in which expired" + " messages wait for the participant.");
        }
        QueueDescription queue = admin.queue(waiting);
        String unfit = configurationProblem(source, queue, admin.maximumTimeToLive());
        if (unfit != null) {
            throw new IllegalArgumentException(
                    "Queue '" + waiting + "' is not suitable for the expired messages of '" + entity + "': " + unfit);
        }
        return waiting;
    }

    private static @Nullable String configurationProblem(
            QueueOptions source, QueueDescription queue, @Nullable Duration maximum) {
        QueueOptions options = queue.options();
        if (queue.deadLetterQueue() || queue.name().equals(source.deadLetterTo())) {
            return "it is a dead-letter queue. Name another queue in expiredTo.";
        }
        if (options.forwardTo() != null || options.forwardToTopic() != null) {
            return "it forwards its messages. Remove its forwardTo or forwardToTopic.";
        }
        if (options.maxDeliveryCount() < 2) {
            return "it has maxDeliveryCount 1, and the last delivery does not call the participant. Set 2 or more.";
        }
        if (options.lockDuration().isZero()) {
            return "it has lockDuration 0 s, which prevents a receive in a transaction. Set a longer duration.";
        }
        if (options.redeliveryBackOffInitial().isZero()) {
            return "it has no redelivery back-off, so a participant that fails would use up all deliveries at once."
                    + " Set redeliveryBackOffInitial.";
        }
        if ((options.defaultTimeToLive() != null || maximum != null) && !options.deadLetterOnExpiry()) {
            return "its messages would be dropped after its defaultTimeToLive or the maximum time to live of the"
                    + " store. Set its deadLetterOnExpiry.";
        }
        return null;
    }
}
