package dev.restante.samples.quickstart;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.MessageLockLostException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Worker of the demo that receives jobs under a peek-lock (time-limited exclusive lock), sends each result to the
 * bookkeeper, and settles the job. If the worker dies, the job is delivered again.
 *
 * <p>A worker settles each job in one of four ways:
 *
 * <ul>
 *   <li><b>complete</b>: the job is done. The worker sends the result <em>before</em> it completes the job. If it
 *       is killed in between, the job is delivered again and produces a second result, or expires. Results arrive at
 *       least once, so the {@link Bookkeeper} recognizes them by the id of the job.
 *   <li><b>abandon</b>: the job failed. The queue delivers it up to {@link Queues#MAX_DELIVERY_COUNT} times, and
 *       then treats it as poison.
 *   <li><b>abandon</b> after the deadline: the customer does not want the result any more. Locked jobs do not
 *       expire, but an abandoned job expires immediately.
 *   <li><b>dead-letter</b>: the job is unreadable, so that a second attempt would fail, too.
 * </ul>
 *
 * <p>A worker keeps a job that takes longer than the lock duration by <b>renewing</b> the lock.
 */
final class Worker implements DemoApplication.DemoComponent {

    /** Dead-letter reason that this application sets. */
    static final String MALFORMED = "MalformedJob";

    private static final long RECEIVE_TIMEOUT_MILLIS = 100;

    private final String name;
    private final RestanteConnectionFactory factory;
    private final DemoPlan plan;
    private final EventReporter reporter;
    private final CompletionCheck completionCheck;

    Worker(
            String name,
            RestanteConnectionFactory factory,
            DemoPlan plan,
            EventReporter reporter,
            CompletionCheck completionCheck) {
        this.name = name;
        this.factory = factory;
        this.plan = plan;
        this.reporter = reporter;
        this.completionCheck = completionCheck;
    }

    @Override
    public void play() throws JMSException, InterruptedException {
        try (JMSContext context = factory.createContext(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE)) {
            JMSConsumer jobs = context.createConsumer(context.createQueue(Queues.JOBS));
            while (!completionCheck.reached()) {
                Message message = jobs.receive(RECEIVE_TIMEOUT_MILLIS);
                if (message != null) {
                    settle(context, message);
                }
            }
        }
    }

    private void settle(JMSContext context, Message message) throws JMSException, InterruptedException {
        int id = message.getIntProperty(Job.ID);
        String text = message.getBody(String.class);
        PeekLock lock = PeekLock.of(message);
        Optional<Job> job = Job.parse(id, text);
        try {
            if (job.isEmpty()) {
                lock.deadLetter(MALFORMED, "No file is named in '" + text + "'", Map.of("FoundBy", name));
                reporter.note("job " + id + " is malformed: dead-lettered by " + name);
            } else {
                attempt(context, job.get(), lock);
            }
        } catch (MessageLockLostException lost) {
            reporter.note("job " + id + ": " + name + " lost the lock; another worker will process it");
        }
    }

    private void attempt(JMSContext context, Job job, PeekLock lock) throws JMSException, InterruptedException {
        int renewals = work(job, lock);
        if (job.isPoison()) {
            lock.abandon(Map.of("LastError", job.file() + " cannot be read"));
            reporter.note("job " + job.id() + " failed at delivery " + lock.deliveryCount() + ": abandoned");
            return;
        }
        if (lock.expiresAt().map(Instant.now()::isAfter).orElse(false)) {
            lock.abandon();
            return;
        }
        Message result = context.createTextMessage(job.file() + " is ready");
        result.setIntProperty(Job.ID, job.id());
        context.createProducer().send(context.createQueue(Queues.RESULTS), result);
        lock.complete();
        if (renewals > 0) {
            reporter.note("job " + job.id() + " took " + plan.longWork().toMillis() + " ms under a lock of "
                    + plan.lock().toMillis() + " ms, renewed " + renewals + " times");
        }
    }

    /** Works, renews the lock in time, and returns the number of renewals. */
    private int work(Job job, PeekLock lock) throws JMSException, InterruptedException {
        Duration left = job.takesLong() ? plan.longWork() : plan.work();
        Duration stretch = plan.lock().dividedBy(3);
        int renewals = 0;
        while (left.compareTo(stretch) > 0) {
            Thread.sleep(stretch.toMillis());
            left = left.minus(stretch);
            lock.renew();
            renewals++;
        }
        Thread.sleep(left.toMillis());
        return renewals;
    }
}
