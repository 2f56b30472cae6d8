package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.samples.quickstart.LedgerEntry.JobOutcome;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;

/**
 * Web front end of the demo, which accepts jobs of customers and sends them to the workers, with a deadline.
 *
 * <p>One transaction sends a job and its entry {@code ACCEPTED}, and the customer gets a receipt only after its commit.
 */
final class WebFrontEnd implements DemoApplication.DemoComponent {

    private final RestanteConnectionFactory factory;
    private final DemoPlan plan;
    private final EventReporter reporter;

    WebFrontEnd(RestanteConnectionFactory factory, DemoPlan plan, EventReporter reporter) {
        this.factory = factory;
        this.plan = plan;
        this.reporter = reporter;
    }

    @Override
    public void play() throws JMSException, InterruptedException {
        try (JMSContext context = factory.createContext(JMSContext.SESSION_TRANSACTED)) {
            for (int id = acceptedBefore(context) + 1; id <= plan.jobs(); id++) {
                accept(context, id);
                reporter.accepted(id);
                Thread.sleep(plan.pauseAfter(id).toMillis());
            }
        }
    }

    /** Returns the last job that earlier runs accepted, as recorded in the store. */
    private static int acceptedBefore(JMSContext context) throws JMSException {
        return LedgerEntry.readAll(context).stream()
                .filter(entry -> entry.outcome() == JobOutcome.ACCEPTED)
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
            producer.setTimeToLive(plan.deadline().toMillis());
        }
        producer.send(jobs, job);
        context.createProducer().send(ledger, new LedgerEntry(id, JobOutcome.ACCEPTED).toMessage(context));
        context.commit();
    }
}
