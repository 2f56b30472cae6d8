package dev.restante.feature.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.xa.BranchName;
import dev.restante.testing.FaultInjectingDataSource;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import dev.restante.testing.pool.PostgresDatabasePool;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * Transactions whose connection to PostgreSQL breaks at successive driver calls, before or after the call reaches the
 * database. A connection can be opened again immediately, so that each commit succeeds. Each reported result is
 * correct.
 */
@Tag("drill")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@ExtendWith(PostgresDatabasePool.class)
class BrokenConnectionTest {

    /** Limit for the number of driver calls in one transaction. */
    private static final int MOST_CALLS = 200;

    /**
     * Distance between the driver calls at which the connection breaks: three in an ordinary build, one in the drill.
     */
    private static final int STEP = Integer.getInteger("restante.broken.step", 3);

    private FaultInjectingDataSource breaking;
    private RestanteXAConnectionFactory factory;
    private XAConnection connection;
    private Queue in;
    private Queue out;

    @BeforeEach
    void open() throws JMSException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(PostgresDatabasePool.borrow());
        breaking = new FaultInjectingDataSource(database);
        factory = new RestanteXAConnectionFactory(breaking);
        factory.setLingerDuration(Duration.ZERO);
        connection = factory.createXAConnection();
        connection.start();
        try (Session session = connection.createSession()) {
            in = session.createQueue("in");
            out = session.createQueue("out");
        }
    }

    @AfterEach
    void close() throws JMSException {
        breaking.stop();
        factory.close();
    }

    /** Last step of a transaction, during which its connection breaks. */
    private interface End {
        void run() throws Exception;
    }

    /** Transaction that has received one message and sent another message. */
    private interface Story {
        /** Runs the transaction up to its last step, and returns this step. */
        End prepared(Session session, String key) throws Exception;
    }

    private void atCalls(Session session, Story story) throws Exception {
        int first = 0;
        for (BreakPoint place : BreakPoint.values()) {
            int calls = first--;
            boolean broken = true;
            while (broken) {
                calls += STEP;
                int call = calls;
                broken = !run(session, story, place + " " + call, () -> breaking.breakAt(call, place))
                        .isEmpty();
                assertThat(calls).isLessThan(MOST_CALLS);
            }
            assertThat(calls).as("statements of a batch").isGreaterThan(10);
            // A break by call number can miss the commit, because other threads use the store as well.
            assertThat(run(session, story, place + " commit", () -> breaking.breakAtCommit(place)))
                    .as("JDBC call with the COMMIT, alone or in a single-trip batch")
                    .isIn("Connection.commit", "PreparedStatement.execute");
        }
    }

    /** Runs the transaction with a planned break, and returns the driver call at which the connection broke. */
    private String run(Session session, Story story, String key, Runnable plan) throws Exception {
        send(in, key);
        End end = story.prepared(session, key);
        plan.run();
        end.run();
        String at = breaking.stop();
        assertThat(drain(out)).as(key + " " + at).containsExactly(key);
        assertThat(drain(in)).as(key + " " + at).isEmpty();
        return at;
    }

    private void send(Queue queue, String text) throws JMSException {
        try (Session session = connection.createSession()) {
            JmsContract.send(session, queue, text);
        }
    }

    private static void passOn(Session session, Queue from, Queue to, String key) throws JMSException {
        try (MessageConsumer consumer = session.createConsumer(from);
                MessageProducer producer = session.createProducer(to)) {
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo(key);
            producer.send(session.createTextMessage(key));
        }
    }

    private List<String> drain(Queue queue) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            for (Message message = consumer.receiveNoWait(); message != null; message = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(message));
            }
        }
        return texts;
    }

    @Test
    @DisplayName("TXN-16 a local commit succeeds and takes effect once, at whatever driver call its connection breaks")
    void shouldCommit() throws Exception {
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED)) {
            atCalls(session, (transacted, key) -> {
                passOn(transacted, in, out, key);
                return transacted::commit;
            });
        }
    }

    /** End of a branch that has received one message and sent another message. */
    private interface BranchEnd {
        End of(XAResource resource, Xid xid) throws Exception;
    }

    private void atCallsOfBranch(BranchEnd ending) throws Exception {
        XASession session = connection.createXASession();
        XAResource resource = session.getXAResource();
        atCalls(session, (xa, key) -> {
            Xid xid = BranchName.of(key);
            resource.start(xid, XAResource.TMNOFLAGS);
            passOn(xa, in, out, key);
            resource.end(xid, XAResource.TMSUCCESS);
            return ending.of(resource, xid);
        });
    }

    @Test
    @DisplayName("XA-08 a branch is prepared even if its connection breaks during prepare")
    void shouldPrepare() throws Exception {
        atCallsOfBranch((resource, xid) -> () -> {
            assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
            breaking.stop();
            resource.commit(xid, false);
        });
    }

    @Test
    @DisplayName("XA-08, XA-11 a branch whose connection breaks during commit is committed, if necessary by a repeated "
            + "commit")
    void shouldCommitPrepared() throws Exception {
        atCallsOfBranch((resource, xid) -> {
            assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
            return () -> commit(resource, xid);
        });
    }

    /** Commits a branch, and repeats the commit while the resource is unavailable, as transaction managers do. */
    private static void commit(XAResource resource, Xid xid) throws XAException {
        try {
            resource.commit(xid, false);
        } catch (XAException failure) {
            assertThat(failure.errorCode).isEqualTo(XAException.XAER_RMFAIL);
            commit(resource, xid);
        }
    }

    private void assertWaits(Callable<?> call) throws Exception {
        CountDownLatch refused = breaking.refuse(3);
        FutureTask<?> waiting = new FutureTask<>(call);
        new Thread(waiting, "caller").start();
        assertThat(refused.await(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .as("the node retries")
                .isTrue();
        breaking.restore();
        assertThat(waiting).succeedsWithin(Duration.ofMillis(JmsContract.PATIENCE_MILLIS));
    }

    @Test
    @DisplayName("RCV-19 reads and administration wait for an unreachable database, like sends")
    void shouldWaitForTheDatabase() throws Exception {
        RestanteAdmin admin = factory.admin();
        try (Session session = connection.createSession();
                QueueBrowser browser = session.createBrowser(in)) {
            assertWaits(() -> admin.statistics("in"));
            assertWaits(() -> admin.queues());
            assertWaits(() -> browser.getEnumeration().hasMoreElements());
            assertWaits(() -> {
                admin.createQueue("made in an outage", QueueOptions.defaults());
                return true;
            });
            send(session.createQueue("made in an outage"), "there");
        }
    }

    @Test
    @DisplayName("XA-10 a branch is committed even if its connection breaks during a one-phase commit")
    void shouldCommitInOnePhase() throws Exception {
        atCallsOfBranch((resource, xid) -> () -> resource.commit(xid, true));
    }
}
