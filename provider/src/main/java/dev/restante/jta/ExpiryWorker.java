package dev.restante.jta;

import static java.util.Objects.requireNonNull;

import dev.restante.RestanteSessionModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.ExpiredMessageSettler;
import dev.restante.jta.ExpiryParticipant.ExpiryDisposition;
import dev.restante.model.WorkerThread;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Worker that receives expired messages on its own thread, and removes or dead-letters each in a distributed
 * transaction with application code (an expiry participant).
 */
final class ExpiryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(ExpiryWorker.class);

    /** The first and the longest pause before the thread retries after a failure. */
    private static final long FIRST_PAUSE_MILLIS = 1_000;

    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    /** Interval of checks whether {@code expiredTo} changed. */
    private static final long POLL_MILLIS = 30_000;

    private final RestanteXAConnectionFactory factory;
    private final String entity;
    private final TransactionManager transactions;
    private final ExpiryParticipant participant;
    private final WorkerThread thread;
    private final CountDownLatch closed = new CountDownLatch(1);

    private volatile XAConnection connection;

    /** Worker thread only. */
    private RestanteAdmin admin;

    /** Worker thread only. */
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    ExpiryWorker(
            RestanteXAConnectionFactory factory,
            String entity,
            TransactionManager transactions,
            ExpiryParticipant participant)
            throws JMSException {
        this.factory = factory;
        this.entity = entity;
        this.transactions = transactions;
        this.participant = participant;
        this.admin = factory.admin();
        try {
            ExpiredMessageQueue.requireName(admin, entity);
            this.connection = factory.createXAConnection();
        } catch (JMSException | RuntimeException refusal) {
            admin.close();
            throw refusal;
        }
        this.thread = WorkerThread.repeatingForApplication(this::runOnce, "restante-expiry-" + entity);
    }

    void start() {
        thread.start();
    }

    /** Ends the worker and waits for its current transaction, unless the worker thread itself calls this method. */
    void close() {
        closed.countDown();
        close(connection);
        if (Thread.currentThread() != thread) {
            thread.awaitEnd();
        }
    }

    private boolean open() {
        return closed.getCount() > 0;
    }

    // ---- thread and connection ----

    private boolean runOnce() {
        if (open()) {
            tryReceiving();
            return true;
        }
        close(connection);
        admin.close();
        return false;
    }

    private void tryReceiving() {
        try {
            receive();
        } catch (IllegalStateException e) {
            LOG.debug("The expiry participation of '{}' ends, because its connection is closed", entity, e);
            closed.countDown();
        } catch (JMSException | RuntimeException e) {
            if (open()) {
                LOG.warn(
                        "Expired messages of '{}' cannot be received. Restante reconnects and tries" + " again.",
                        entity,
                        e);
                reconnect();
            }
        }
    }

    /** Connects again, with retries. */
    private void reconnect() {
        boolean connected = false;
        while (!connected && pause()) {
            try {
                connected = connect();
            } catch (JMSException | RuntimeException e) {
                LOG.warn("The store of '{}' cannot be opened. Restante tries again.", entity, e);
            }
        }
    }

    /**
     * Replaces the connection. Returns false if the factory was closed, which only the previous connection can tell.
     */
    private boolean connect() throws JMSException {
        XAConnection former = connection;
        if (isOpen(former)) {
            RestanteAdmin nextAdmin = factory.admin();
            XAConnection next = factory.createXAConnection();
            boolean stillOpen = isOpen(former);
            close(stillOpen ? former : next);
            (stillOpen ? admin : nextAdmin).close();
            if (stillOpen) {
                admin = nextAdmin;
                connection = next;
                return true;
            }
        }
        closed.countDown();
        return false;
    }

    private static boolean isOpen(XAConnection connection) throws JMSException {
        try {
            connection.getExceptionListener();
            return true;
        } catch (IllegalStateException closed) {
            return false;
        }
    }

    private static void close(XAConnection connection) {
        try {
            connection.close();
        } catch (JMSException | RuntimeException e) {
            LOG.debug("The connection of an expiry participation could not be closed", e);
        }
    }

    /** Waits before the next attempt, and returns false if the worker was closed meanwhile. */
    private boolean pause() {
        long millis = pauseMillis;
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * millis);
        try {
            return !closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug(
                    "The thread of an expiry participation ignores an interrupt. It ends when the participation"
                            + " is closed.",
                    e);
            return open();
        }
    }

    // ---- messages ----

    private void receive() throws JMSException {
        String waiting = ExpiredMessageQueue.requireName(admin, entity);
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        XASession inTransactions = connection.createXASession();
        try (MessageConsumer consumer =
                session.createConsumer(session.createQueue(waiting), ExpiredMessageQueue.selector(entity))) {
            connection.start();
            pauseMillis = FIRST_PAUSE_MILLIS;
            while (open()) {
                // The participant may have left the interrupt status set, which would end the receive call.
                boolean unused = Thread.interrupted();
                Message message = consumer.receive(POLL_MILLIS);
                if (message == null) {
                    if (!ExpiredMessageQueue.requireName(admin, entity).equals(waiting)) {
                        break;
                    }
                } else if (!process(message, inTransactions)) {
                    // The session may still be associated with the failed transaction.
                    inTransactions.close();
                    inTransactions = connection.createXASession();
                }
            }
        }
        inTransactions.close();
        session.close();
    }

    /** Moves a message and returns whether this succeeded. */
    private boolean process(Message message, XASession session) throws JMSException {
        ExpiredMessageSettler settler = ExpiredMessageSettler.of(session, message);
        int deliveries = message.getIntProperty("JMSXDeliveryCount");
        if (settler.isLastDelivery()) {
            LOG.warn(
                    "Restante dead-letters the expired message {} of '{}' without calling the participant, because"
                            + " {} deliveries to the participant failed",
                    message.getJMSMessageID(),
                    entity,
                    deliveries - 1);
            settler.deadLetterInOwnTransaction("The expiry participant did not complete the message" + " in "
                    + (deliveries - 1) + " deliveries. The message was dead-lettered without it.");
            return true;
        }
        try {
            moveInTransaction(message, settler, session);
            return true;
        } catch (Exception | Error failure) {
            LOG.warn(
                    "The expired message {} of '{}' could not be moved together with the participant's work in"
                            + " delivery {}. Restante delivers it again after the redelivery back-off.",
                    message.getJMSMessageID(),
                    entity,
                    deliveries,
                    failure);
            settler.release();
            return false;
        }
    }

    private void moveInTransaction(Message message, ExpiredMessageSettler settler, XASession session) throws Exception {
        Transaction transaction = null;
        boolean complete = false;
        try {
            transactions.begin();
            transaction = transactions.getTransaction();
            if (!transaction.enlistResource(session.getXAResource())) {
                throw new JMSException("The transaction manager rejects the store as a resource");
            }
            settler.removeInTransaction();
            ExpiryDisposition disposition = requireNonNull(participant.onExpired(message), "disposition");
            if (transaction.getStatus() == Status.STATUS_COMMITTED) {
                afterParticipantCommit(message, settler, disposition);
                complete = true;
                return;
            }
            if (!transaction.equals(transactions.getTransaction())) {
                throw new JMSException("The participant ended or suspended the transaction in which it was called");
            }
            if (disposition == ExpiryDisposition.DEAD_LETTER) {
                settler.deadLetterInTransaction();
            }
            complete = true;
        } finally {
            if (!complete) {
                rollback(transaction);
            }
        }
        transactions.commit();
    }

    /**
     * Dead-letters a message after the participant itself committed the transaction, which it must not do. The message
     * was removed by that commit and would otherwise be lost.
     */
    private void afterParticipantCommit(Message message, ExpiredMessageSettler settler, ExpiryDisposition disposition)
            throws JMSException {
        LOG.error(
                "The expiry participant of '{}' committed the transaction that was to move the expired message {}."
                        + " A participant must leave the commit to Restante.",
                entity,
                message.getJMSMessageID());
        if (disposition == ExpiryDisposition.DEAD_LETTER) {
            settler.deadLetterAfterTransaction("The expiry participant committed the transaction itself.");
        }
    }

    /** Rolls back the transaction, and detaches the thread from any transaction that the participant left active. */
    private void rollback(@Nullable Transaction transaction) {
        try {
            Transaction left = transactions.suspend();
            if (left != null && !left.equals(transaction)) {
                LOG.warn(
                        "The expiry participant of '{}' left another transaction active on its thread. Restante"
                                + " suspended it: {}",
                        entity,
                        left);
            }
            if (transaction != null
                    && (transaction.getStatus() == Status.STATUS_ACTIVE
                            || transaction.getStatus() == Status.STATUS_MARKED_ROLLBACK)) {
                transaction.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            LOG.warn(
                    "The transaction that moves an expired message of '{}' could not be rolled back. It ends with"
                            + " its timeout.",
                    entity,
                    e);
        }
    }
}
