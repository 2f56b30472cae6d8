package dev.restante.samples.quickstart;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;

/**
 * One line of the ledger, which is a message in the queue {@link Queues#LEDGER}.
 *
 * @param job the job's id
 * @param kind what happened to it
 */
record LedgerEntry(int job, Kind kind) {

    /** What can happen to a job: {@link #ACCEPTED} first, then exactly one of the others. */
    enum Kind {
        /** The front has sent it. */
        ACCEPTED,
        /** A worker did it before the deadline. */
        DONE_IN_TIME,
        /** Nobody did it before the deadline; the customer got a mail. */
        ANSWERED_LATE,
        /** It failed each time that it was tried. */
        POISON,
        /** A worker could not even read it. */
        MALFORMED
    }

    private static final String KIND = "Kind";

    /** As a message to send, in the transaction that does what the entry says. */
    Message toMessage(JMSContext context) throws JMSException {
        Message message = context.createMessage();
        message.setIntProperty(Job.ID, job);
        message.setStringProperty(KIND, kind.name());
        return message;
    }

    /** All entries, in the order of their commits. Browsing takes nothing out of the queue. */
    static List<LedgerEntry> readAll(JMSContext context) throws JMSException {
        List<LedgerEntry> entries = new ArrayList<>();
        for (Message message : browse(context, Queues.LEDGER)) {
            entries.add(new LedgerEntry(message.getIntProperty(Job.ID), Kind.valueOf(message.getStringProperty(KIND))));
        }
        return entries;
    }

    /** What is in a queue. */
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
