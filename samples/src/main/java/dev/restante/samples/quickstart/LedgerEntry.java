package dev.restante.samples.quickstart;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/** Ledger entry that records an outcome of a job, stored as a message in the queue {@link Queues#LEDGER}. */
record LedgerEntry(int job, JobOutcome outcome) {

    /** Outcome of a job: {@link #ACCEPTED} first, then exactly one other outcome. */
    enum JobOutcome {
        /** The front end has sent the job. */
        ACCEPTED,
        /** A worker did the job before the deadline. */
        DONE_IN_TIME,
        /** No worker did the job before the deadline, and the customer got a mail. */
        ANSWERED_LATE,
        /** The job failed at every attempt. */
        POISON,
        /** A worker could not read the job. */
        MALFORMED
    }

    private static final String KIND = "Kind";

    /** Returns the entry as a message, to be sent in the transaction that the entry describes. */
    Message toMessage(JMSContext context) throws JMSException {
        Message message = context.createMessage();
        message.setIntProperty(Job.ID, job);
        message.setStringProperty(KIND, outcome.name());
        return message;
    }

    /** Returns all entries in the order of their commits, without removing them. */
    static List<LedgerEntry> readAll(JMSContext context) throws JMSException {
        List<LedgerEntry> entries = new ArrayList<>();
        for (Message message : browse(context, Queues.LEDGER)) {
            entries.add(new LedgerEntry(
                    message.getIntProperty(Job.ID), JobOutcome.valueOf(message.getStringProperty(KIND))));
        }
        return entries;
    }

    /** Returns the messages of a queue without removing them. */
    static List<Message> browse(JMSContext context, String name) throws JMSException {
        Queue queue = context.createQueue(name);
        List<Message> messages = new ArrayList<>();
        try (QueueBrowser browser = context.createBrowser(queue)) {
            Enumeration<?> enumeration = browser.getEnumeration();
            while (enumeration.hasMoreElements()) {
                messages.add((Message) enumeration.nextElement());
            }
        }
        return messages;
    }
}
