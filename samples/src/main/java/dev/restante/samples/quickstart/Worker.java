package dev.restante.samples.quickstart;

import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * Does jobs, each under a peek-lock: while a worker holds a job no other sees it, and if the worker dies the job comes
 * back.
 *
 * <p>A worker ends each job in one of four ways:
 *
 * <ul>
 *   <li><b>complete</b>: done. The result is sent <em>before</em> the job is completed. A worker killed in between has
 *       reported a job that comes back and is then done, or expires, once more: results arrive at least once, which is
 *       why the {@link Bookkeeper} knows them by the job's id.
 *   <li><b>abandon</b>: it failed. The queue delivers it again, up to {@link Queues#MAX_DELIVERY_COUNT} times; then it
 *       is poison.
 *   <li><b>abandon</b> after the deadline: too late, nobody wants the result. Expiry, which leaves locked jobs alone,
 *       takes it at once.
 *   <li><b>dead-letter</b>: it can't be read; trying again would not help.
 * </ul>
 *
 * A job that takes longer than the lock lasts is kept by <b>renewing</b> the lock.
 */
final class Worker implements Story.Part {

    /** The reason that this application gives. */
    static final String MALFORMED = "MalformedJob";

    private static final long RECEIVE_TIMEOUT_MILLIS = 100;

    private final String name;
    private final RestanteConnectionFactory factory;
    private final Script script;
    private final Reporter reporter;
    private final Finish finish;

    Worker(String name, RestanteConnectionFactory factory, Script script, Reporter reporter, Finish finish) {
        this.name = name;
        this.factory = factory;
        this.script = script;
        this.reporter = reporter;
        this.finish = finish;
    }

    @Override
    public void play() throws JMSException, InterruptedException {
        try (JMSContext context = factory.createContext(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE)) {
            JMSConsumer jobs = context.createConsumer(context.createQueue(Queues.JOBS));
            while (!finish.reached()) {
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
            reporter.note("job " + id + ": " + name + " lost the lock; another worker will see to it");
        }
    }

    private void attempt(JMSContext context, Job job, PeekLock lock) throws JMSException, InterruptedException {
        int renewals = work(job, lock);
        if (job.isPoison()) {
            lock.abandon(Map.of("LastError", job.file() + " can't be read"));
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
            reporter.note("job " + job.id() + " took " + script.longWork().toMillis() + " ms under a lock of "
                    + script.lock().toMillis() + " ms, renewed " + renewals + " times");
        }
    }

    /** Works, and renews the lock in good time; returns how often. */
    private int work(Job job, PeekLock lock) throws JMSException, InterruptedException {
        Duration left = job.takesLong() ? script.longWork() : script.work();
        Duration stretch = script.lock().dividedBy(3);
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
