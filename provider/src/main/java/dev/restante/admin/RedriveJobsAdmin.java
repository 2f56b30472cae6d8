package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.Administration;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Redrives in the background: {@code admin.redriveJobs()} (BEY-07). Thread-safe.
 *
 * <p>A job is stored. It goes on when this administration is closed, when the node is closed or dies, then at another
 * live node of the store, and when the store is opened again. Each portion of messages moves in one transaction
 * together with the count of what has moved, and every node can see how far a job has come, and cancel it.
 *
 * <p>At most 100 jobs of a store are running. Those that have ended are kept for 7 days, the last 100 of them.
 *
 * <p>Errors are those of {@link RestanteAdmin}.
 */
public final class RedriveJobsAdmin {

    /** So long may be what is said of who asks. */
    private static final int MOST_REQUESTED_BY = 200;

    private final Administration node;
    private final AdminCalls calls;

    RedriveJobsAdmin(Administration node, AdminCalls calls) {
        this.node = node;
        this.calls = calls;
    }

    /**
     * Begins a job, which does what {@link MessagesAdmin#redrive} does. Counts first what is in the queue.
     *
     * @param queue the name of a dead-letter queue, queue or subscription
     * @param requestedBy who asks for it, for those who look at the jobs, at most 200 characters; or null
     * @throws JMSException as {@link MessagesAdmin#redrive}, and with {@code RESTANTE-INVALID-ARGUMENT} if 100 jobs are
     *     running
     * @throws IllegalArgumentException for a longer text
     */
    public RedriveJobDescription start(String queue, RedriveOptions options, @Nullable String requestedBy)
            throws JMSException {
        requireNonNull(queue, "queue");
        requireNonNull(options, "options");
        if (requestedBy != null && requestedBy.length() > MOST_REQUESTED_BY) {
            throw new IllegalArgumentException(
                    "who asks takes " + requestedBy.length() + " characters, more than " + MOST_REQUESTED_BY);
        }
        return calls.asking(() -> RedriveJobDescription.of(node.redriveJobs()
                .start(calls.existing(queue), MessagesAdmin.redriveOrder(options, calls), requestedBy)));
    }

    /** The jobs that are running, and those that have ended not long ago; the newest first. */
    public List<RedriveJobDescription> list() throws JMSException {
        return calls.asking(() -> node.redriveJobs().list().stream()
                .map(RedriveJobDescription::of)
                .toList());
    }

    /** One of them, by its {@link RedriveJobDescription#id()}. */
    public Optional<RedriveJobDescription> get(long id) throws JMSException {
        return calls.asking(() -> node.redriveJobs().find(id).map(RedriveJobDescription::of));
    }

    /**
     * Ends a job at whichever node it is: nothing moves any more when this returns. What has moved stays where it is.
     *
     * @return false if it is not running
     */
    public boolean cancel(long id) throws JMSException {
        return calls.asking(() -> node.redriveJobs().cancel(id));
    }
}
