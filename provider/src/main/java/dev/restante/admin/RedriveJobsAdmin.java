package dev.restante.admin;

import static java.util.Objects.requireNonNull;

import dev.restante.broker.BrokerAdministration;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Administration of background redrive jobs, which move dead letters back to their source or to another queue: starts,
 * lists and cancels jobs (BEY-07). Obtained from {@code admin.redriveJobs()}. Thread-safe.
 *
 * <p>A job is stored and therefore independent of this administration. If its node closes or dies, another live node of
 * the store continues the job, or the next node that opens the store. One transaction moves a batch of messages and
 * records the progress. Every node can show the progress of a job and cancel it.
 *
 * <p>At most 100 jobs of a store run at a time. The last 100 jobs that ended are kept for 7 days.
 *
 * <p>Errors are those of {@link RestanteAdmin}.
 */
public final class RedriveJobsAdmin {

    private static final int MAX_REQUESTED_BY_CHARS = 200;

    private final BrokerAdministration node;
    private final AdminCallExecutor executor;

    RedriveJobsAdmin(BrokerAdministration node, AdminCallExecutor executor) {
        this.node = node;
        this.executor = executor;
    }

    /**
     * Starts a job that does the work of {@link MessagesAdmin#redrive}. Counts the messages of the queue first.
     *
     * @param queue the name of a dead-letter queue, queue or subscription
     * @param requestedBy a text that shows people who requested the job, at most 200 characters, or null
     * @throws JMSException for the reasons of {@link MessagesAdmin#redrive}, and with {@code RESTANTE-INVALID-ARGUMENT}
     *     if 100 jobs are running
     * @throws IllegalArgumentException if {@code requestedBy} is longer than 200 characters
     */
    public RedriveJobDescription start(String queue, RedriveOptions options, @Nullable String requestedBy)
            throws JMSException {
        requireNonNull(queue, "queue");
        requireNonNull(options, "options");
        if (requestedBy != null && requestedBy.length() > MAX_REQUESTED_BY_CHARS) {
            throw new IllegalArgumentException("requestedBy has " + requestedBy.length()
                    + " characters, but the limit is " + MAX_REQUESTED_BY_CHARS);
        }
        return executor.execute(() -> RedriveJobDescription.of(node.redriveJobs()
                .start(executor.requireEntity(queue), MessagesAdmin.redriveRequest(options, executor), requestedBy)));
    }

    /** Returns running jobs and recently ended jobs, the newest job first. */
    public List<RedriveJobDescription> list() throws JMSException {
        return executor.execute(() -> node.redriveJobs().list().stream()
                .map(RedriveJobDescription::of)
                .toList());
    }

    /** Returns a job by its {@link RedriveJobDescription#id()}. */
    public Optional<RedriveJobDescription> get(long id) throws JMSException {
        return executor.execute(() -> node.redriveJobs().find(id).map(RedriveJobDescription::of));
    }

    /**
     * Cancels a job on any node. After the method returns, no more messages move. Messages that were already moved stay
     * at their targets.
     *
     * @return false if the job is not running
     */
    public boolean cancel(long id) throws JMSException {
        return executor.execute(() -> node.redriveJobs().cancel(id));
    }
}
