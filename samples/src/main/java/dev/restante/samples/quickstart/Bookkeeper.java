package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.samples.quickstart.LedgerEntry.Kind;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Takes results and dead letters, writes the ledger, and mails customers whose job came too late: the slow path.
 *
 * <p>Why the ledger is exact, whenever the process is killed:
 *
 * <ol>
 *   <li>No job is lost. A job leaves the queue {@code jobs} only when a worker completes it, after its result is
 *       stored, or when the store moves it to the dead-letter queue, which is one transaction. So each job arrives here
 *       <em>at least once</em>, as a result or as a dead letter.
 *   <li>No arrival is half-recorded. Receiving it, writing its entry and mailing the customer are one transaction.
 *   <li>No job is recorded twice. One that arrives again (see {@link Worker}) is known by its id. What is recorded is
 *       read from the ledger at the start; after that nobody else writes outcomes, and a session calls its listeners
 *       one at a time, so what this object remembers is what the ledger says.
 * </ol>
 *
 * At least once, and not twice: exactly once.
 */
final class Bookkeeper implements AutoCloseable {

    private static final long WRITING_A_MAIL_MILLIS = 5;

    private final JMSContext context;
    private final Reporter reporter;
    private final Finish finish;
    private final Map<Integer, Kind> outcomes = new ConcurrentHashMap<>();

    private Bookkeeper(JMSContext context, Reporter reporter, Finish finish) {
        this.context = context;
        this.reporter = reporter;
        this.finish = finish;
    }

    static Bookkeeper open(RestanteConnectionFactory factory, Reporter reporter, Finish finish) throws JMSException {
        JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED);
        Bookkeeper bookkeeper = new Bookkeeper(context, reporter, finish);
        bookkeeper.readLedger();
        context.setAutoStart(false);
        context.createConsumer(context.createQueue(Queues.RESULTS)).setMessageListener(bookkeeper::onResult);
        context.createConsumer(context.createQueue(Queues.DEAD_JOBS)).setMessageListener(bookkeeper::onDeadLetter);
        context.start();
        return bookkeeper;
    }

    private void readLedger() throws JMSException {
        for (LedgerEntry entry : LedgerEntry.readAll(context)) {
            if (entry.kind() != Kind.ACCEPTED) {
                outcomes.put(entry.job(), entry.kind());
                finish.recorded();
            }
        }
    }

    private void onResult(Message result) {
        inTransaction(result, message -> Kind.DONE_IN_TIME);
    }

    private void onDeadLetter(Message deadLetter) {
        inTransaction(deadLetter, message -> {
            String reason = message.getStringProperty("DeadLetterReason");
            return switch (reason) {
                case "TTLExpiredException" -> Kind.ANSWERED_LATE;
                case "MaxDeliveryCountExceeded" -> Kind.POISON;
                case Worker.MALFORMED -> Kind.MALFORMED;
                default -> throw new IllegalStateException("Nobody dead-letters for " + reason);
            };
        });
    }

    /** What an arrival means for its job. */
    private interface Reading {
        Kind of(Message message) throws JMSException;
    }

    private void inTransaction(Message message, Reading reading) {
        try {
            int job = message.getIntProperty(Job.ID);
            Kind kind = reading.of(message);
            Kind earlier = outcomes.get(job);
            if (earlier == null) {
                record(job, kind);
            }
            context.commit();
            if (earlier == null) {
                outcomes.put(job, kind);
                finish.recorded();
            } else {
                reporter.note("job " + job + " arrived again, " + kind + " after " + earlier + ": known by its id");
            }
        } catch (JMSException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Writes the entry and, to a customer who waited in vain, a mail. */
    private void record(int job, Kind kind) throws JMSException, InterruptedException {
        if (kind == Kind.ANSWERED_LATE) {
            Thread.sleep(WRITING_A_MAIL_MILLIS);
            Message mail = context.createTextMessage("We are sorry: your job " + job + " was not done in time.");
            mail.setIntProperty(Job.ID, job);
            context.createProducer().send(context.createQueue(Queues.MAIL), mail);
        }
        context.createProducer()
                .send(context.createQueue(Queues.LEDGER), new LedgerEntry(job, kind).toMessage(context));
    }

    /** How many jobs ended in that way. */
    int count(Kind kind) {
        return (int) outcomes.values().stream().filter(kind::equals).count();
    }

    @Override
    public void close() {
        context.close();
    }
}
