package dev.restante.jta;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work of the child process of a round, with the queues that contain its message afterwards. */
enum CrashScenario {

    /** Child that receives a message, writes its key to the partner, and sends it to another queue. */
    PASSED_ON(CrashChild.class, 2) {
        @Override
        List<String> queues() {
            return List.of(CrashChild.IN, CrashChild.OUT);
        }

        @Override
        boolean includes(CrashPlan plan) {
            return true;
        }

        @Override
        void createQueues(RestanteAdmin admin) throws JMSException {
            admin.createQueue(CrashChild.IN, QueueOptions.defaults());
            admin.createQueue(CrashChild.OUT, QueueOptions.defaults());
        }

        @Override
        String whereCommitted(Partner.Kind partner) {
            return CrashChild.OUT;
        }

        @Override
        String whereRolledBack() {
            return CrashChild.IN;
        }
    },

    /**
     * Child with an expiry participant that writes the key of an expired message to the partner. The partner stores a
     * row besides the dead letter, or the dead letter itself.
     */
    EXPIRED(ExpiryCrashChild.class, ExpiryCrashChild.MAX_DELIVERIES) {
        @Override
        List<String> queues() {
            return List.of(
                    ExpiryCrashChild.EXPIRING_QUEUE,
                    ExpiryCrashChild.WAITING_QUEUE,
                    ExpiryCrashChild.DEAD_LETTER_QUEUE);
        }

        @Override
        boolean includes(CrashPlan plan) {
            // The participation itself enlists the resource of Restante, before the partner.
            return plan.restanteFirst() && !plan.atRestante();
        }

        @Override
        void createQueues(RestanteAdmin admin) throws JMSException {
            admin.createQueue(
                    ExpiryCrashChild.WAITING_QUEUE,
                    QueueOptions.defaults()
                            .withMaxDeliveryCount(ExpiryCrashChild.MAX_DELIVERIES)
                            .withRedeliveryBackOff(Duration.ofMillis(100), 1, Duration.ofMillis(100), 0));
            admin.createQueue(
                    ExpiryCrashChild.EXPIRING_QUEUE,
                    QueueOptions.defaults().withDeadLetterOnExpiry(true).withExpiredTo(ExpiryCrashChild.WAITING_QUEUE));
        }

        @Override
        @Nullable
        String whereCommitted(Partner.Kind partner) {
            return ExpiryCrashChild.staysHere(partner) ? ExpiryCrashChild.DEAD_LETTER_QUEUE : null;
        }

        @Override
        String whereRolledBack() {
            return ExpiryCrashChild.WAITING_QUEUE;
        }
    };

    private final Class<?> child;
    private final int maxDeliveries;

    CrashScenario(Class<?> child, int maxDeliveries) {
        this.child = child;
        this.maxDeliveries = maxDeliveries;
    }

    /** Returns the class with the main method of the child. */
    Class<?> child() {
        return child;
    }

    /** Returns the highest possible delivery count after a rollback, including the delivery of the check. */
    int maxDeliveries() {
        return maxDeliveries;
    }

    /** Returns all queues that may contain the message. */
    abstract List<String> queues();

    /** Returns whether a plan is possible for the child. */
    abstract boolean includes(CrashPlan plan);

    abstract void createQueues(RestanteAdmin admin) throws JMSException;

    /** Returns the queue that contains the message after a commit, or null if no queue contains it. */
    @Nullable
    abstract String whereCommitted(Partner.Kind partner);

    /** Returns the queue that contains the message after a rollback. */
    abstract String whereRolledBack();
}
