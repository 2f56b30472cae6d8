package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.samples.quickstart.LedgerEntry.JobOutcome;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Bookkeeper that receives results and dead letters, writes the ledger, and mails customers whose job came too late.
 *
 * <p>The ledger is exact, whenever the process is killed:
 *
 * <ol>
 *   <li>No job is lost. A job leaves the queue {@code jobs} only when a worker completes it after storing its
 *       result, or when the store dead-letters it in one transaction. So each job arrives here <em>at least once</em>,
 *       as a result or as a dead letter.
 *   <li>No arrival is half-recorded. One transaction receives it, writes its entry and mails the customer.
 *   <li>No job is recorded twice. A job that arrives again (see {@link Worker}) is recognized by its id. This
 *       object reads the recorded outcomes at the start. Later it is the only writer of outcomes, and a session calls
 *       its listeners one at a time. Its memory therefore equals the ledger.
 * </ol>
 *
 * <p>Each job is thus recorded exactly once.
 */
final class Bookkeeper implements AutoCloseable {

    private static final long WRITING_A_MAIL_MILLIS = 5;

    private final JMSContext context;
    private final EventReporter reporter;
    private final CompletionCheck completionCheck;
    private final Map<Integer, JobOutcome> outcomes = new ConcurrentHashMap<>();

    private Bookkeeper(JMSContext context, EventReporter reporter, CompletionCheck completionCheck) {
        this.context = context;
        this.reporter = reporter;
        this.completionCheck = completionCheck;
    }

    static Bookkeeper open(RestanteConnectionFactory factory, EventReporter reporter, CompletionCheck completionCheck)
            throws JMSException {
        JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        Bookkeeper bookkeeper = new Bookkeeper(context, reporter, completionCheck);
        bookkeeper.readLedger();
        context.setAutoStart(false);
        context.createConsumer(context.createQueue(Queues.RESULTS)).setMessageListener(bookkeeper::onResult);
        context.createConsumer(context.createQueue(Queues.DEAD_JOBS)).setMessageListener(bookkeeper::onDeadLetter);
        context.start();
        return bookkeeper;
    }

    private void readLedger() throws JMSException {
        for (LedgerEntry entry : LedgerEntry.readAll(context)) {
            if (entry.outcome() != JobOutcome.ACCEPTED) {
                outcomes.put(entry.job(), entry.outcome());
                completionCheck.recorded();
            }
        }
    }

    private void onResult(Message result) {
        inTransaction(result, message -> JobOutcome.DONE_IN_TIME);
    }

    private void onDeadLetter(Message deadLetter) {
        inTransaction(deadLetter, message -> {
            String reason = message.getStringProperty("DeadLetterReason");
            return switch (reason) {
                case "TTLExpiredException" -> JobOutcome.ANSWERED_LATE;
                case "MaxDeliveryCountExceeded" -> JobOutcome.POISON;
                case Worker.MALFORMED -> JobOutcome.MALFORMED;
                default -> throw new IllegalStateException("Unknown dead-letter reason: " + reason);
            };
        });
    }

    /** Function that determines the outcome of a job from its arrival. */
    private interface QueueReader {
        JobOutcome of(Message message) throws JMSException;
    }

    private void inTransaction(Message message, QueueReader reader) {
        try {
            int job = message.getIntProperty(Job.ID);
            JobOutcome outcome = reader.of(message);
            JobOutcome earlier = outcomes.get(job);
            if (earlier == null) {
                record(job, outcome);
            }
            context.commit();
            if (earlier == null) {
                outcomes.put(job, outcome);
                completionCheck.recorded();
            } else {
                reporter.note("job " + job + " arrived again, " + outcome + " after " + earlier + ": known by its id");
            }
        } catch (JMSException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Writes the entry, and mails a customer whose job was not done in time. */
    private void record(int job, JobOutcome outcome) throws JMSException, InterruptedException {
        if (outcome == JobOutcome.ANSWERED_LATE) {
            Thread.sleep(WRITING_A_MAIL_MILLIS);
            Message mail = context.createTextMessage("We are sorry: your job " + job + " was not done in time.");
            mail.setIntProperty(Job.ID, job);
            context.createProducer().send(context.createQueue(Queues.MAIL), mail);
        }
        context.createProducer()
                .send(context.createQueue(Queues.LEDGER), new LedgerEntry(job, outcome).toMessage(context));
    }

    /** Returns the number of jobs with an outcome. */
    int count(JobOutcome outcome) {
        return (int) outcomes.values().stream().filter(outcome::equals).count();
    }

    @Override
    public void close() {
        context.close();
    }
}
