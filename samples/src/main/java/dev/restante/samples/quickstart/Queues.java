package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Set;
import java.util.stream.Collectors;

/** The queues of the story. */
final class Queues {

    /** What the customers want done. */
    static final String JOBS = "jobs";

    /** Every queue has one of these: here arrive jobs that nobody could do, with the reason as a property. */
    static final String DEAD_JOBS = JOBS + "/$DeadLetterQueue";

    /** Where workers report a job that is done; at least once. */
    static final String RESULTS = "results";

    /** One entry for each job that was accepted and one for what became of it; exactly once. */
    static final String LEDGER = "ledger";

    /** Replies to customers whose job was not done in time. */
    static final String MAIL = "mail";

    /** After so many failures a job is poison. */
    static final int MAX_DELIVERY_COUNT = 3;

    private Queues() {}

    /** Creates those that do not exist: all of them in the first life, none in later ones. */
    static void create(RestanteConnectionFactory factory, Script script) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            Set<String> existing =
                    admin.queues().stream().map(queue -> queue.name()).collect(Collectors.toSet());
            if (!existing.contains(JOBS)) {
                admin.createQueue(
                        JOBS,
                        QueueOptions.defaults()
                                .withLockDuration(script.lock())
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
