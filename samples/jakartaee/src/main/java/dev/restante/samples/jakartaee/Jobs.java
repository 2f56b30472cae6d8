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

/** Jobs that somebody has to take in time. Those that nobody took are dead letters, see {@link OverdueJobs}. */
@ApplicationScoped
@Transactional
public class Jobs {

    @Inject
    @JMSConnectionFactory("java:comp/env/jms/connectionFactory")
    private JMSContext messaging;

    @Resource(name = "jms/jobs")
    private Queue jobs;

    @Inject
    private OrderDatabase database;

    /** Offers a job for a time. */
    public void offer(String job, Duration time) {
        messaging.createProducer().setTimeToLive(time.toMillis()).send(jobs, job);
    }

    /**
     * Takes the next job. It is taken when the transaction commits.
     *
     * @return null where there is none
     */
    public @Nullable String take() {
        try (JMSConsumer consumer = messaging.createConsumer(jobs)) {
            return consumer.receiveBodyNoWait(String.class);
        }
    }

    /** Those that nobody took in time, and why they ended. */
    public List<String> overdue() {
        return database.rows("SELECT job, reason FROM overdue_jobs");
    }
}
