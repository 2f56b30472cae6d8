package dev.restante.samples.jakartaee;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.transaction.Transactional;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bean that sends jobs with a time limit to a queue, and receives the next job for a caller. Overdue jobs become dead
 * letters, see {@link OverdueJobs}. The bean {@link Painter} always takes jobs for painters.
 */
@ApplicationScoped
@Transactional
public class JobOffers {

    @Inject
    @JMSConnectionFactory("jms/connectionFactory")
    private JMSContext messaging;

    @Resource(lookup = "java:comp/env/jms/jobs")
    private Queue jobs;

    @Inject
    private OrderDatabase database;

    /** Offers a job to the workers of a trade, for a limited time. */
    public void offer(String job, String trade, Duration time) {
        messaging
                .createProducer()
                .setTimeToLive(time.toMillis())
                .setProperty("trade", trade)
                .send(jobs, job);
    }

    /**
     * Takes the next job of any trade, or returns null if there is none. The job is removed from the queue when the
     * transaction commits.
     */
    public @Nullable String take() {
        try (JMSConsumer consumer = messaging.createConsumer(jobs)) {
            return consumer.receiveBodyNoWait(String.class);
        }
    }

    /** Returns the results of a job. */
    public List<String> of(String job) {
        return database.rows(
                """
                SELECT 'painted' FROM paintings WHERE job = ?
                UNION ALL
                SELECT 'overdue, ' || reason FROM overdue_jobs WHERE job = ?
                """,
                job,
                job);
    }
}
