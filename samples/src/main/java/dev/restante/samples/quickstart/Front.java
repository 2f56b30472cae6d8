package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.samples.quickstart.LedgerEntry.Kind;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/**
 * The web front: takes jobs from customers and sends them to the workers, with a deadline.
 *
 * <p>A job and its entry {@code ACCEPTED} are sent in one transaction, so there is never one without the other. Only
 * when the commit has returned does the customer get a receipt.
 */
final class Front implements Story.Part {

    private final RestanteConnectionFactory factory;
    private final Script script;
    private final Reporter reporter;

    Front(RestanteConnectionFactory factory, Script script, Reporter reporter) {
        this.factory = factory;
        this.script = script;
        this.reporter = reporter;
    }

    @Override
    public void play() throws JMSException, InterruptedException {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (int id = acceptedBefore(context) + 1; id <= script.jobs(); id++) {
                accept(context, id);
                reporter.accepted(id);
                Thread.sleep(script.pauseAfter(id).toMillis());
            }
        }
    }

    /** Where a former life was killed: the store knows. */
    private static int acceptedBefore(JMSContext context) throws JMSException {
        return LedgerEntry.readAll(context).stream()
                .filter(entry -> entry.kind() == Kind.ACCEPTED)
                .mapToInt(LedgerEntry::job)
                .max()
                .orElse(0);
    }

    private void accept(JMSContext context, int id) throws JMSException {
        Queue jobs = context.createQueue(Queues.JOBS);
        Queue ledger = context.createQueue(Queues.LEDGER);

        TextMessage job = context.createTextMessage(Job.textOf(id));
        job.setIntProperty(Job.ID, id);
        JMSProducer producer = context.createProducer();
        if (Job.hasDeadline(job.getText())) {
            producer.setTimeToLive(script.deadline().toMillis());
        }
        producer.send(jobs, job);
        context.createProducer().send(ledger, new LedgerEntry(id, Kind.ACCEPTED).toMessage(context));
        context.commit();
    }
}
