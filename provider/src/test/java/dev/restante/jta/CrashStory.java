package dev.restante.jta;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the child of a round does, and where its message is then. */
enum CrashStory {

    /** It receives a message, gives the key to the partner, and sends it to another queue. */
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
     * A participant gives the key of an expired message to the partner: a row beside the dead letter, or the dead
     * letter itself.
     */
    EXPIRED(ExpiryCrashChild.class, ExpiryCrashChild.MAX_DELIVERIES) {
        @Override
        List<String> queues() {
            return List.of(ExpiryCrashChild.MORTAL, ExpiryCrashChild.WAITING, ExpiryCrashChild.DEAD);
        }

        @Override
        boolean includes(CrashPlan plan) {
            // The participation enlists its own resource, and does so first.
            return plan.restanteFirst() && !plan.atRestante();
        }

        @Override
        void createQueues(RestanteAdmin admin) throws JMSException {
            admin.createQueue(
                    ExpiryCrashChild.WAITING,
                    QueueOptions.defaults()
                            .withMaxDeliveryCount(ExpiryCrashChild.MAX_DELIVERIES)
                            .withRedeliveryBackOff(Duration.ofMillis(100), 1, Duration.ofMillis(100), 0));
            admin.createQueue(
                    ExpiryCrashChild.MORTAL,
                    QueueOptions.defaults().withDeadLetterOnExpiry(true).withExpiredTo(ExpiryCrashChild.WAITING));
        }

        @Override
        @Nullable
        String whereCommitted(Partner.Kind partner) {
            return ExpiryCrashChild.staysHere(partner) ? ExpiryCrashChild.DEAD : null;
        }

        @Override
        String whereRolledBack() {
            return ExpiryCrashChild.WAITING;
        }
    };

    private final Class<?> child;
    private final int maxDeliveries;

    CrashStory(Class<?> child, int maxDeliveries) {
        this.child = child;
        this.maxDeliveries = maxDeliveries;
    }

    /** What has the main method. */
    Class<?> child() {
        return child;
    }

    /** As often the message may have been delivered if all was rolled back, the delivery of the check included. */
    int maxDeliveries() {
        return maxDeliveries;
    }

    /** All where the message could be. */
    abstract List<String> queues();

    /** Whether it can be killed so. */
    abstract boolean includes(CrashPlan plan);

    abstract void createQueues(RestanteAdmin admin) throws JMSException;

    /** The queue that has the message if the transaction was committed; null for none. */
    @Nullable
    abstract String whereCommitted(Partner.Kind partner);

    /** The queue that has the message if the transaction was rolled back. */
    abstract String whereRolledBack();
}
