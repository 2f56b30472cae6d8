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
 * Jobs that somebody has to take in time. Those that nobody took are dead letters, see {@link OverdueJobs}; painters
 * are always there, see {@link Painter}.
 */
@ApplicationScoped
@Transactional
public class Jobs {

    @Inject
    @JMSConnectionFactory("jms/connectionFactory")
    private JMSContext messaging;

    @Resource(lookup = "java:comp/env/jms/jobs")
    private Queue jobs;

    @Inject
    private OrderDatabase database;

    /** Offers a job to those of a trade, for a time. */
    public void offer(String job, String trade, Duration time) {
        messaging
                .createProducer()
                .setTimeToLive(time.toMillis())
                .setProperty("trade", trade)
                .send(jobs, job);
    }

    /**
     * Takes the next job, of whatever trade. It is taken when the transaction commits.
     *
     * @return null where there is none
     */
    public @Nullable String take() {
        try (JMSConsumer consumer = messaging.createConsumer(jobs)) {
            return consumer.receiveBodyNoWait(String.class);
        }
    }

    /** What became of a job. */
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
