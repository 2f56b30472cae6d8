package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.stream.Collectors;

/** Names of the demo's queues, with a method that creates missing queues. */
final class Queues {

    /** Queue of the customers' jobs. */
    static final String JOBS = "jobs";

    /** Dead-letter queue of the jobs, as every queue has one, with the reason as a property. */
    static final String DEAD_JOBS = JOBS + "/$DeadLetterQueue";

    /** Queue to which workers report completed jobs, at least once. */
    static final String RESULTS = "results";

    /** Queue with an entry for each accepted job and an entry for its outcome, exactly once. */
    static final String LEDGER = "ledger";

    /** Queue of replies to customers whose job was not done in time. */
    static final String MAIL = "mail";

    /** Number of deliveries after which a failing job is poison. */
    static final int MAX_DELIVERY_COUNT = 3;

    private Queues() {}

    /** Creates missing queues. The first run creates all of them. */
    static void create(RestanteConnectionFactory factory, DemoPlan plan) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            Set<String> existing =
                    admin.queues().stream().map(queue -> queue.name()).collect(Collectors.toSet());
            if (!existing.contains(JOBS)) {
                admin.createQueue(
                        JOBS,
                        QueueOptions.defaults()
                                .withLockDuration(plan.lock())
                                .withMaxDeliveryCount(MAX_DELIVERY_COUNT)
                                .withDeadLetterOnExpiry(true));
            }
            for (String name : new String[] {RESULTS, LEDGER, MAIL}) {
                if (!existing.contains(name)) {
                    admin.createQueue(name, QueueOptions.defaults());
                }
            }
        }
    }
}
