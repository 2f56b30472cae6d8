package dev.restante.jta;

import static java.util.Objects.requireNonNull;

import dev.restante.MessageLockLostException;
import dev.restante.PeekLock;
import dev.restante.RestanteMessagingModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.jms.ExpiredMessageMoves;
import dev.restante.jta.ExpiryParticipant.Disposition;
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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread of a participation: takes expired messages from where they wait, each in a transaction of its own. */
final class ExpiryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(ExpiryWorker.class);

    /** How long it waits before it tries a store again that has failed. */
    private static final long RETRY_MILLIS = 1_000;

    private final RestanteXAConnectionFactory factory;
    private final String entity;
    private final String waiting;
    private final TransactionManager transactions;
    private final ExpiryParticipant participant;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);

    private volatile XAConnection connection;

    /**
     * Not started.
     *
     * @throws JMSException if the store can't be used
     */
    ExpiryWorker(
            RestanteXAConnectionFactory factory,
            String entity,
            String waiting,
            TransactionManager transactions,
            ExpiryParticipant participant)
            throws JMSException {
        this.factory = factory;
        this.entity = entity;
        this.waiting = waiting;
        this.transactions = transactions;
        this.participant = participant;
        this.connection = factory.createXAConnection();
        this.thread = new Thread(this::run, "restante-expiry-" + entity);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Waits for the transaction that is under way, unless called from it. */
    void close() {
        closed.countDown();
        closeConnection();
        boolean interrupted = false;
        while (Thread.currentThread() != thread && thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean open() {
        return closed.getCount() > 0;
    }

    private void run() {
        while (open()) {
            try {
                receive();
                // The connection is closed: by close, or by the factory.
                closed.countDown();
            } catch (IllegalStateException e) {
                LOG.debug("The connection of a participation is closed", e);
                closed.countDown();
            } catch (JMSException | RuntimeException e) {
                if (open()) {
                    LOG.warn("Expired messages can't be received from '{}'; it is tried again", waiting, e);
                    reconnect();
                }
            }
        }
    }

    /** A store that was lost and is back needs a new connection. */
    private void reconnect() {
        closeConnection();
        boolean connected = false;
        while (!connected && pause()) {
            try {
                connection = factory.createXAConnection();
                connected = true;
            } catch (JMSException e) {
                LOG.warn("The store of '{}' can't be opened; it is tried again", waiting, e);
            }
        }
        if (!open()) {
            // Whoever closes may have seen the former one.
            closeConnection();
        }
    }

    /** False if it was closed meanwhile. */
    private boolean pause() {
        try {
            return !closed.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("A participation ignores an interrupt; it ends when it is closed", e);
            return open();
        }
    }

    private void closeConnection() {
        try {
            connection.close();
        } catch (JMSException e) {
            LOG.debug("The connection of a participation could not be closed", e);
        }
    }

    private void receive() throws JMSException {
        XASession inTransactions = connection.createXASession();
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        try (MessageConsumer consumer = session.createConsumer(
                session.createQueue(waiting), "DeadLetterSource = '" + entity.replace("'", "''") + "'")) {
            connection.start();
            for (Message message = consumer.receive(); message != null; message = consumer.receive()) {
                moveOn(message, inTransactions);
            }
        }
    }

    private void moveOn(Message message, XASession session) throws JMSException {
        ExpiredMessageMoves moves = ExpiredMessageMoves.of(session, message);
        int attempts = message.getIntProperty("JMSXDeliveryCount");
        if (moves.lastDelivery()) {
            LOG.warn(
                    "The expired message {} of '{}' becomes a dead letter without its participant, which has failed {} times",
                    message.getJMSMessageID(),
                    entity,
                    attempts - 1);
            moves.deadLetterAlone("Its expiry participant had failed " + (attempts - 1) + " times and was left out.");
            return;
        }
        try {
            moveTogether(message, moves, session);
        } catch (Exception | LinkageError | AssertionError failure) {
            LOG.warn(
                    "Attempt {} to move the expired message {} of '{}' together with its participant failed; it comes again",
                    attempts,
                    message.getJMSMessageID(),
                    entity,
                    failure);
            giveBack(message);
        }
    }

    /** Gives back what no transaction has taken. */
    private static void giveBack(Message message) throws JMSException {
        try {
            PeekLock.of(message).abandon();
        } catch (MessageLockLostException ended) {
            LOG.debug("The transaction has given the message back, or will", ended);
        }
    }

    private void moveTogether(Message message, ExpiredMessageMoves moves, XASession session) throws Exception {
        boolean complete = false;
        try {
            transactions.begin();
            if (!transactions.getTransaction().enlistResource(session.getXAResource())) {
                throw new JMSException("the transaction manager refuses the store as a resource");
            }
            moves.takeInto(session);
            Disposition disposition = requireNonNull(participant.expired(message), "disposition");
            if (disposition == Disposition.DEAD_LETTER) {
                moves.deadLetterIn(session);
            }
            complete = true;
        } finally {
            if (!complete) {
                rollBack();
            }
        }
        transactions.commit();
    }

    private void rollBack() {
        try {
            if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                transactions.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            LOG.warn("A transaction in which an expired message was to be moved could not be rolled back at once", e);
            leave();
        }
    }

    /** Leaves a transaction that can't be ended to its manager, so that the thread can begin another one. */
    private void leave() {
        try {
            Transaction left = transactions.suspend();
            LOG.debug("Left to its manager: {}", left);
        } catch (SystemException | RuntimeException e) {
            LOG.warn("The thread can't leave a transaction", e);
        }
    }
}
