package dev.restante.jta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TransactionDescription;
import dev.restante.jta.WatchedResource.Call;
import dev.restante.narayana.NarayanaRecovery;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.XAConnection;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XASession;
import jakarta.transaction.HeuristicMixedException;
import jakarta.transaction.RollbackException;
import jakarta.transaction.Status;
import jakarta.transaction.Transaction;
import jakarta.transaction.TransactionManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("transactions with a transaction manager, a database and another provider")
abstract class JtaContract {

    private static final long PATIENCE_MILLIS = 10_000;

    /** Time that suffices to receive an existing message. */
    private static final long BRIEFLY_MILLIS = 300;

    /** Timeout of a transaction whose work ends earlier even on a busy machine. */
    private static final int LONGER_THAN_WORK_SECONDS = 4;

    final TransactionManager transactions = Narayana.ofTests().transactions();
    final String key = UUID.randomUUID().toString();
    String url;
    private RestanteXAConnectionFactory factory;
    private XAConnection connection;
    XASession session;
    private PostgresPartner table;
    private ArtemisPartner broker;
    Queue in;
    Queue out;

    abstract String newStoreUrl();

    @BeforeEach
    final void open() throws Exception {
        url = newStoreUrl();
        factory = new RestanteXAConnectionFactory(url);
        factory.setLingerDuration(Duration.ZERO);
        connection = factory.createXAConnection();
        connection.start();
        session = connection.createXASession();
        in = session.createQueue("in");
        out = session.createQueue("out");
        String database = PostgresServer.newDatabase();
        PostgresPartner.create(database);
        table = new PostgresPartner(database);
        broker = new ArtemisPartner(ArtemisServer.url());
    }

    @AfterEach
    final void close() throws Exception {
        try (RestanteXAConnectionFactory closedLast = factory;
                PostgresPartner closedSecond = table;
                ArtemisPartner closedFirst = broker) {
            if (transactions.getStatus() != Status.STATUS_NO_TRANSACTION) {
                // The test has already failed.
                transactions.rollback();
            }
            assertThat(Narayana.ofTests().unfinished()).isEmpty();
            assertThat(inDoubt()).isEmpty();
            assertThat(table.inDoubt()).isZero();
            assertThat(broker.inDoubt()).isZero();
        } finally {
            Narayana.ofTests().deleteUnfinished();
        }
    }

    private List<TransactionDescription> inDoubt() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.transactions().list();
        }
    }

    final void enlist(XAResource... resources) throws Exception {
        for (XAResource resource : resources) {
            assertThat(transactions.getTransaction().enlistResource(resource)).isTrue();
        }
    }

    private void begin() throws Exception {
        transactions.begin();
        enlist(session.getXAResource(), table.resource(), broker.resource());
    }

    static void send(Session sending, Queue queue, String text) throws JMSException {
        try (MessageProducer producer = sending.createProducer(queue)) {
            producer.send(sending.createTextMessage(text));
        }
    }

    static String receive(Session receiving, Queue queue) throws JMSException {
        try (MessageConsumer consumer = receiving.createConsumer(queue)) {
            Message message = consumer.receive(PATIENCE_MILLIS);
            assertThat(message).as("a message of " + queue.getQueueName()).isNotNull();
            return ((TextMessage) message).getText();
        }
    }

    /** Empties a queue, and returns each message with the number of its earlier deliveries. */
    final List<String> drain(Queue queue) throws JMSException {
        List<String> drained = new ArrayList<>();
        try (Connection other = factory.createConnection();
                Session receiving = other.createSession();
                MessageConsumer consumer = receiving.createConsumer(queue)) {
            other.start();
            for (Message message = consumer.receive(BRIEFLY_MILLIS);
                    message != null;
                    message = consumer.receive(BRIEFLY_MILLIS)) {
                drained.add(
                        ((TextMessage) message).getText() + " " + (message.getIntProperty("JMSXDeliveryCount") - 1));
            }
        }
        return drained;
    }

    /** Receives a message from Restante, writes a row, and sends a message to Artemis. */
    private void passOn() throws JMSException, SQLException {
        String received = receive(session, in);
        table.write(received);
        broker.write(received);
    }

    // ---- commit and rollback ----

    @Test
    @DisplayName("XA-08 a received message, a written row and a message to another provider are committed together")
    void shouldCommit() throws Exception {
        send(session, in, key);
        begin();
        passOn();
        assertThat(table.count(key) + broker.count(key)).isZero();
        transactions.commit();
        assertThat(drain(in)).isEmpty();
        assertThat(table.count(key)).isOne();
        assertThat(broker.count(key)).isOne();
    }

    @Test
    @DisplayName("XA-08, TXN-12 the transaction in the documentation works")
    void shouldRunWhatIsDocumented() throws Exception {
        send(session, in, "7");
        DocumentedTransaction.invoice(factory, transactions, in, out);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly("invoice for 7 0");
    }

    @Test
    @DisplayName("XA-13 the work is rolled back together, and the message is redelivered with a higher delivery count")
    void shouldRollBack() throws Exception {
        send(session, in, key);
        begin();
        passOn();
        transactions.rollback();
        assertThat(drain(in)).containsExactly(key + " 1");
        assertThat(table.count(key) + broker.count(key)).isZero();
    }

    @Test
    @DisplayName("XA-08, XA-13 a message from another provider to Restante is first rolled back and then committed")
    void shouldWorkTheOtherWay() throws Exception {
        Queue elsewhere = broker.session().createQueue(key);
        transactions.begin();
        enlist(broker.resource());
        send(broker.session(), elsewhere, key);
        transactions.commit();
        for (boolean commit : new boolean[] {false, true}) {
            begin();
            String received = receive(broker.session(), elsewhere);
            table.write(received);
            send(session, out, received);
            if (commit) {
                transactions.commit();
            } else {
                transactions.rollback();
                assertThat(drain(out)).isEmpty();
                assertThat(table.count(key)).isZero();
            }
        }
        assertThat(drain(out)).containsExactly(key + " 0");
        assertThat(table.count(key)).isOne();
    }

    @Test
    @DisplayName("XA-11, XA-13 the prepared branch of Restante is rolled back if another resource cannot prepare")
    void shouldFollowRefusal() throws Exception {
        send(session, in, key);
        transactions.begin();
        List<Call> calls = new ArrayList<>();
        enlist(new WatchedResource(session.getXAResource(), calls::add));
        enlist(new WatchedResource(table.resource(), call -> {
            if (call == Call.PREPARE) {
                throw new IllegalStateException("thrown by the test");
            }
        }));
        table.write(receive(session, in));
        send(session, out, key);
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);
        assertThat(calls).containsExactly(Call.START, Call.END, Call.PREPARE, Call.ROLLBACK);
        assertThat(drain(in)).containsExactly(key + " 1");
        assertThat(drain(out)).isEmpty();
    }

    @Test
    @DisplayName("XA-13 a message is released when the transaction manager rolls back after a timeout")
    void shouldFollowTimeout() throws Exception {
        send(session, in, key);
        transactions.setTransactionTimeout(LONGER_THAN_WORK_SECONDS);
        begin();
        transactions.setTransactionTimeout(0);
        passOn();
        Transaction late = transactions.getTransaction();
        long deadlineNanos =
                System.nanoTime() + Duration.ofMillis(PATIENCE_MILLIS).toNanos();
        while (late.getStatus() != Status.STATUS_ROLLEDBACK && System.nanoTime() < deadlineNanos) {
            Thread.onSpinWait();
        }
        assertThatExceptionOfType(RollbackException.class).isThrownBy(transactions::commit);
        assertThat(drain(in)).containsExactly(key + " 1");
        assertThat(table.count(key) + broker.count(key)).isZero();
    }

    // ---- sessions and transactions ----

    @Test
    @DisplayName("XA-07, XA-10 two sessions of one store form one branch, which is committed in one phase")
    void shouldCommitInOnePhase() throws Exception {
        send(session, in, key);
        XASession other = connection.createXASession();
        List<Call> calls = new ArrayList<>();
        transactions.begin();
        enlist(
                new WatchedResource(session.getXAResource(), calls::add),
                new WatchedResource(other.getXAResource(), calls::add));
        send(other, out, receive(session, in));
        transactions.commit();
        assertThat(calls).containsExactly(Call.START, Call.START, Call.END, Call.END, Call.COMMIT_ONE_PHASE);
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly(key + " 0");
    }

    @Test
    @DisplayName("XA-07 a session can work in another transaction while its first transaction is suspended")
    void shouldSuspend() throws Exception {
        XAResource resource = session.getXAResource();
        begin();
        send(session, out, "first");
        table.write(key);
        transactions.getTransaction().delistResource(resource, XAResource.TMSUSPEND);
        Transaction first = transactions.suspend();
        transactions.begin();
        enlist(resource);
        send(session, out, "second");
        transactions.rollback();
        send(session, out, "alone");
        assertThat(drain(out)).containsExactly("alone 0");
        transactions.resume(first);
        enlist(resource);
        send(session, out, "third");
        transactions.commit();
        assertThat(drain(out)).containsExactly("first 0", "third 0");
        assertThat(table.count(key)).isOne();
    }

    @Test
    @DisplayName("XA-02, XA-04 a context takes part in a transaction like a session")
    void shouldEnlistContext() throws Exception {
        try (XAJMSContext context = factory.createXAContext()) {
            transactions.begin();
            enlist(context.getXAResource(), table.resource());
            context.createProducer().send(out, key);
            table.write(key);
            transactions.commit();
        }
        assertThat(drain(out)).containsExactly(key + " 0");
        assertThat(table.count(key)).isOne();
    }

    // ---- decisions of an administrator ----

    private void decideBeforeCommit(boolean commit) throws Exception {
        send(session, in, key);
        transactions.begin();
        enlist(table.resource());
        enlist(new WatchedResource(session.getXAResource(), call -> {
            if (call == Call.COMMIT) {
                decide(commit);
            }
        }));
        table.write(receive(session, in));
        send(session, out, key);
    }

    private void decide(boolean commit) {
        try (RestanteConnectionFactory administrators = new RestanteConnectionFactory(url);
                RestanteAdmin admin = administrators.admin()) {
            String xid = admin.transactions().list().get(0).xid();
            assertThat(
                            commit
                                    ? admin.transactions().commit(xid)
                                    : admin.transactions().rollback(xid))
                    .isTrue();
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("XA-11 an administrator can commit a branch before the transaction manager, and recovery forgets it")
    void shouldAgree() throws Exception {
        decideBeforeCommit(true);
        transactions.commit();
        assertThat(drain(in)).isEmpty();
        assertThat(drain(out)).containsExactly(key + " 0");
        assertThat(table.count(key)).isOne();
        assertThat(inDoubt())
                .extracting(TransactionDescription::state)
                .containsExactly(TransactionDescription.TransactionState.COMMITTED);
        DocumentedRecovery.register(factory).close();
        scanTwice();
        assertThat(inDoubt()).as("a closed factory does not query the store").hasSize(1);
        try (NarayanaRecovery ofRestante = DocumentedRecovery.register(factory)) {
            scanTwice();
        }
        assertThat(inDoubt()).isEmpty();
    }

    private static void scanTwice() {
        Narayana.ofTests().scan();
        Narayana.ofTests().scan();
    }

    @Test
    @DisplayName("XA-11 the application learns that an administrator rolled back a branch of a committed transaction")
    void shouldTellOfDisagreement() throws Exception {
        decideBeforeCommit(false);
        assertThatExceptionOfType(HeuristicMixedException.class).isThrownBy(transactions::commit);
        assertThat(drain(in)).containsExactly(key + " 1");
        assertThat(drain(out)).isEmpty();
        assertThat(table.count(key)).isOne();
        assertThat(inDoubt())
                .extracting(TransactionDescription::state)
                .containsExactly(TransactionDescription.TransactionState.ROLLED_BACK);
        // The transaction manager keeps such a transaction in its log until an administrator resolves it.
        try (RestanteAdmin admin = factory.admin()) {
            assertThat(admin.transactions().forget(inDoubt().get(0).xid())).isTrue();
        }
        Narayana.ofTests().deleteUnfinished();
    }
}
