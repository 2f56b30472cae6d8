package dev.restante.jta;

import static java.util.Objects.requireNonNull;

import dev.restante.RestanteMessagingModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.ExpiredMessageMoves;
import dev.restante.jta.ExpiryParticipant.Disposition;
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

/** The thread of a participation: takes expired messages from where they wait, each in a transaction of its own. */
final class ExpiryWorker {

    private static final Logger LOG = LoggerFactory.getLogger(ExpiryWorker.class);

    /** How long it waits at first before it tries again what has failed, and at most. */
    private static final long FIRST_PAUSE_MILLIS = 1_000;

    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    /** How often it looks whether expired messages wait elsewhere by now, while none come. */
    private static final long LOOK_MILLIS = 30_000;

    private final RestanteXAConnectionFactory factory;
    private final String entity;
    private final TransactionManager transactions;
    private final ExpiryParticipant participant;
    private final WorkerThread thread;
    private final CountDownLatch closed = new CountDownLatch(1);

    private volatile XAConnection connection;

    /** Used by its thread only. */
    private RestanteAdmin admin;

    /** Used by its thread only. */
    private long pauseMillis = FIRST_PAUSE_MILLIS;

    /**
     * Not started.
     *
     * @throws JMSException if the store can't be used
     */
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
            WaitingQueue.of(admin, entity);
            this.connection = factory.createXAConnection();
        } catch (JMSException | RuntimeException refusal) {
            admin.close();
            throw refusal;
        }
        this.thread = WorkerThread.inTurnsForApplication(this::turn, "restante-expiry-" + entity);
    }

    void start() {
        thread.start();
    }

    /** Waits for the transaction that is under way, unless called from it. */
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

    // ---- the thread, and its connection ----

    private boolean turn() {
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
            LOG.debug("The participation at '{}' ends with its connection", entity, e);
            closed.countDown();
        } catch (JMSException | RuntimeException e) {
            if (open()) {
                LOG.warn("Expired messages of '{}' can't be received; it is tried again", entity, e);
                reconnect();
            }
        }
    }

    /** A store that was lost and is back needs a new connection. */
    private void reconnect() {
        boolean connected = false;
        while (!connected && pause()) {
            try {
                connected = connect();
            } catch (JMSException | RuntimeException e) {
                LOG.warn("The store of '{}' can't be opened; it is tried again", entity, e);
            }
        }
    }

    /** False if the factory was closed; the former connection is kept until there is another one, because it tells. */
    private boolean connect() throws JMSException {
        XAConnection former = connection;
        if (isOpen(former)) {
            RestanteAdmin nextAdmin = factory.admin();
            XAConnection next = factory.createXAConnection();
            boolean wanted = isOpen(former);
            close(wanted ? former : next);
            (wanted ? admin : nextAdmin).close();
            if (wanted) {
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
            LOG.debug("The connection of a participation could not be closed", e);
        }
    }

    /** False if it was closed meanwhile. */
    private boolean pause() {
        long millis = pauseMillis;
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * millis);
        try {
            return !closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            LOG.debug("A participation ignores an interrupt; it ends when it is closed", e);
            return open();
        }
    }

    // ---- messages ----

    private void receive() throws JMSException {
        String waiting = WaitingQueue.of(admin, entity);
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        XASession inTransactions = connection.createXASession();
        try (MessageConsumer consumer =
                session.createConsumer(session.createQueue(waiting), WaitingQueue.selector(entity))) {
            connection.start();
            pauseMillis = FIRST_PAUSE_MILLIS;
            while (open()) {
                // A participant may have left this thread interrupted, which would end the call.
                boolean unused = Thread.interrupted();
                Message message = consumer.receive(LOOK_MILLIS);
                if (message == null) {
                    if (!WaitingQueue.of(admin, entity).equals(waiting)) {
                        break;
                    }
                } else if (!moveOn(message, inTransactions)) {
                    // It may still work for the transaction that failed.
                    inTransactions.close();
                    inTransactions = connection.createXASession();
                }
            }
        }
        inTransactions.close();
        session.close();
    }

    /** False if it failed. */
    private boolean moveOn(Message message, XASession session) throws JMSException {
        ExpiredMessageMoves moves = ExpiredMessageMoves.of(session, message);
        int deliveries = message.getIntProperty("JMSXDeliveryCount");
        if (moves.lastDelivery()) {
            LOG.warn(
                    "The expired message {} of '{}' becomes a dead letter without its participant, which has not completed it in {} deliveries",
                    message.getJMSMessageID(),
                    entity,
                    deliveries - 1);
            moves.deadLetterAlone("Its expiry participant had not completed it in " + (deliveries - 1)
                    + " deliveries and was left out.");
            return true;
        }
        try {
            moveTogether(message, moves, session);
            return true;
        } catch (Exception | Error failure) {
            LOG.warn(
                    "The expired message {} of '{}' could not be moved together with its participant in delivery {}; it comes again",
                    message.getJMSMessageID(),
                    entity,
                    deliveries,
                    failure);
            moves.giveBack();
            return false;
        }
    }

    private void moveTogether(Message message, ExpiredMessageMoves moves, XASession session) throws Exception {
        Transaction transaction = null;
        boolean complete = false;
        try {
            transactions.begin();
            transaction = transactions.getTransaction();
            if (!transaction.enlistResource(session.getXAResource())) {
                throw new JMSException("the transaction manager refuses the store as a resource");
            }
            moves.take();
            Disposition disposition = requireNonNull(participant.expired(message), "disposition");
            if (transaction.getStatus() == Status.STATUS_COMMITTED) {
                afterCommit(message, moves, disposition);
                complete = true;
                return;
            }
            if (!transaction.equals(transactions.getTransaction())) {
                throw new JMSException("the participant has left the transaction in which it was called");
            }
            if (disposition == Disposition.DEAD_LETTER) {
                moves.deadLetter();
            }
            complete = true;
        } finally {
            if (!complete) {
                undo(transaction);
            }
        }
        transactions.commit();
    }

    /**
     * The participant has committed, which it must not; the message is not where it waited any more, and must not be
     * lost.
     */
    private void afterCommit(Message message, ExpiredMessageMoves moves, Disposition disposition) throws JMSException {
        LOG.error(
                "The participant at '{}' has itself committed the transaction in which expired message {} was to be moved",
                entity,
                message.getJMSMessageID());
        if (disposition == Disposition.DEAD_LETTER) {
            moves.deadLetterAfterwards("Its expiry participant had committed the transaction by itself.");
        }
    }

    /** Rolls back what was begun, and leaves whatever transaction the participant has left the thread in. */
    private void undo(@Nullable Transaction transaction) {
        try {
            Transaction left = transactions.suspend();
            if (left != null && !left.equals(transaction)) {
                LOG.warn("The participant at '{}' has left its thread in a transaction of its own: {}", entity, left);
            }
            if (transaction != null
                    && (transaction.getStatus() == Status.STATUS_ACTIVE
                            || transaction.getStatus() == Status.STATUS_MARKED_ROLLBACK)) {
                transaction.rollback();
            }
        } catch (SystemException | RuntimeException e) {
            LOG.warn("The move of an expired message of '{}' could not be rolled back at once", entity, e);
        }
    }
}
