package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.OutcomeUnknownException;
import dev.restante.RestanteSession;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.CommitOutcome;
import dev.restante.admin.QueueDescription;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.xa.BranchName;
import dev.restante.testing.BreakingDataSource;
import dev.restante.testing.BreakingDataSource.Place;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The answer to a COMMIT is lost, and the database does not come back within the store time-out. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class OutcomeUnknownContract {

    private static final Duration STORE_TIMEOUT = Duration.ofMillis(800);

    /** What every other transaction writes whose outcome somebody wants to know. */
    private static final String STEP = "UPDATE restante_lane SET last_step = ?";

    /** What every batch writes. */
    private static final String BATCH = "UPDATE restante_pipeline SET batch = ?";

    BreakingDataSource database;
    RestanteXAConnectionFactory factory;
    Connection connection;
    Session session;
    Queue queue;

    /** An empty database. */
    abstract DataSource empty() throws SQLException;

    /** Whether what is broken throws unchecked exceptions. */
    boolean unchecked() {
        return false;
    }

    @BeforeEach
    final void open() throws JMSException, SQLException {
        database = new BreakingDataSource(empty());
        factory = factory();
        connection = factory.createConnection();
        connection.start();
        session = connection.createSession();
        queue = session.createQueue("q");
        // Whatever a new queue brings about is over.
        JmsContract.send(session, queue, "first");
        assertThat(drain("q")).containsExactly("first");
        if (unchecked()) {
            database.throwUnchecked();
        }
    }

    final RestanteXAConnectionFactory factory() {
        RestanteXAConnectionFactory made = new RestanteXAConnectionFactory(database);
        made.setLingerDuration(Duration.ZERO);
        made.setStoreTimeout(STORE_TIMEOUT);
        return made;
    }

    @AfterEach
    final void close() throws JMSException {
        database.restore();
        factory.close();
    }

    private List<String> drain(String name) throws JMSException {
        try (Session draining = connection.createSession();
                MessageConsumer consumer = draining.createConsumer(draining.createQueue(name))) {
            List<String> texts = new ArrayList<>();
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(next));
            }
            return texts;
        }
    }

    /** A call of which nobody knows whether it takes effect. */
    interface Call {
        void run() throws Exception;
    }

    /** Makes a call whose COMMIT is lost, and after which the database is away. Returns the token that it was told. */
    final String inDoubt(String sql, Place place, Call call) throws Exception {
        CountDownLatch broken = database.breakCommitOf(sql, place, true);
        OutcomeUnknownException told = told(call);
        assertThat(broken.getCount()).isZero();
        return told.getToken();
    }

    private static OutcomeUnknownException told(Call call) {
        Throwable thrown = catchThrowable(call::run);
        assertThat(thrown).isInstanceOf(OutcomeUnknownException.class);
        OutcomeUnknownException unknown = (OutcomeUnknownException) thrown;
        assertThat(unknown.getErrorCode()).isEqualTo("RESTANTE-OUTCOME-UNKNOWN");
        assertThat(unknown)
                .hasMessageContaining(unknown.getToken())
                .hasMessageContaining("a retry may do it twice")
                .hasMessageNotContaining("rolled back");
        assertThat(unknown.getLinkedException()).isNotNull();
        return unknown;
    }

    private static CommitOutcome outcome(Place place) {
        return place == Place.AFTER ? CommitOutcome.COMMITTED : CommitOutcome.NOT_COMMITTED;
    }

    private CommitOutcome ask(String token) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.outcome(token);
        }
    }

    private void assertTold(String token, Place place) throws JMSException {
        assertThat(ask(token)).isEqualTo(outcome(place));
    }

    private static List<String> if_(boolean there, String text) {
        return there ? List.of(text) : List.of();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a send whose outcome is not known says so; the store tells it later, also after other sends and a restart")
    void shouldTellThatASendIsInDoubt(Place place) throws Exception {
        String token = inDoubt(BATCH, place, () -> JmsContract.send(session, queue, "in doubt"));
        assertThat(catchThrowable(() -> JmsContract.send(session, queue, "later")))
                .as("certainly not written, behind what is in doubt")
                .isInstanceOfSatisfying(JMSException.class, refused -> assertThat(refused.getErrorCode())
                        .isEqualTo("RESTANTE-STORE-UNAVAILABLE"));
        database.restore();
        assertTold(token, place);
        JmsContract.send(session, queue, "after");
        assertTold(token, place);
        List<String> expected = new ArrayList<>(if_(place == Place.AFTER, "in doubt"));
        expected.add("after");
        assertThat(drain("q")).isEqualTo(expected);
        assertTold(token, place);
        factory.close();
        factory = factory();
        assertTold(token, place);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, RCV-19 who waits no longer for a COMMIT that hangs can ask what became of it, too")
    void shouldTellWhatBecameOfACommitThatHung(Place place) throws Exception {
        CountDownLatch hang = database.hangInCommitOf(BATCH, place);
        String token;
        try {
            token = told(() -> JmsContract.send(session, queue, "in doubt")).getToken();
        } finally {
            hang.countDown();
        }
        eventually("sends go on", () -> {
            try {
                JmsContract.send(session, queue, "after");
                return true;
            } catch (JMSException notYet) {
                return false;
            }
        });
        assertTold(token, place);
        List<String> expected = new ArrayList<>(if_(place == Place.AFTER, "in doubt"));
        expected.add("after");
        assertThat(drain("q")).isEqualTo(expected);
        factory.close();
        factory = factory();
        assertTold(token, place);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09, TXN-06 a commit whose outcome is not known is not told as rolled back, and what it has received is settled or comes back")
    void shouldTellThatACommitIsInDoubt(Place place) throws Exception {
        JmsContract.send(session, queue, "in");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
        consumer.close();
        JmsContract.send(transacted, transacted.createQueue("out"), "out");
        String token = inDoubt(BATCH, place, transacted::commit);
        database.restore();
        assertTold(token, place);
        boolean committed = place == Place.AFTER;
        if (!committed) {
            Message again = JmsContract.receive(transacted.createConsumer(queue));
            assertThat(JmsContract.text(again)).isEqualTo("in");
            assertThat(again.getJMSRedelivered()).isTrue();
            transacted.commit();
        }
        assertThat(drain("out")).isEqualTo(if_(committed, "out"));
        transacted.close();
        assertThat(drain("q")).isEmpty();
        assertThat(inFlight("q")).isZero();
    }

    private void send(Destination destination, String text) throws JMSException {
        session.createProducer(destination).send(session.createTextMessage(text));
    }

    private static void listen(MessageConsumer consumer, BlockingQueue<String> heard) throws JMSException {
        consumer.setMessageListener(message -> {
            try {
                heard.add(JmsContract.text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
    }

    private long inFlight(String name) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            return admin.statistics(name).inFlight();
        }
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, RCV-08 an acknowledgement whose outcome is not known says so")
    void shouldTellThatAnAcknowledgementIsInDoubt(Place place) throws Exception {
        JmsContract.send(session, queue, "in");
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message message = JmsContract.receive(client.createConsumer(queue));
        String token = inDoubt(BATCH, place, message::acknowledge);
        database.restore();
        assertTold(token, place);
        client.close();
        assertThat(drain("q")).isEqualTo(if_(place == Place.BEFORE, "in"));
        assertThat(inFlight("q")).isZero();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, ASY-05 a completion listener hears that the outcome of its send is not known")
    void shouldTellACompletionListener(Place place) throws Exception {
        CompletableFuture<Exception> failure = new CompletableFuture<>();
        String token = inDoubt(BATCH, place, () -> {
            session.createProducer(queue).send(session.createTextMessage("in doubt"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    failure.completeExceptionally(new AssertionError("completed"));
                }

                @Override
                public void onException(Message message, Exception exception) {
                    failure.complete(exception);
                }
            });
            throw JmsContract.result(failure);
        });
        database.restore();
        assertTold(token, place);
        assertThat(drain("q")).isEqualTo(if_(place == Place.AFTER, "in doubt"));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, TOP-01 a send to a topic whose outcome is not known says so")
    void shouldTellThatASendToATopicIsInDoubt(Place place) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        listen(connection.createSession().createSharedDurableConsumer(session.createTopic("t"), "s"), heard);
        send(session.createTopic("t"), "before");
        assertThat(heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("before");
        String token = untilSendInDoubt(place, session.createTopic("t"));
        database.restore();
        assertTold(token, place);
        send(session.createTopic("t"), "after");
        if (place == Place.AFTER) {
            assertThat(next(heard)).isEqualTo("in doubt");
        }
        assertThat(next(heard)).isEqualTo("after");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a message that was born in the hands of a waiting receiver, in a batch whose outcome was not known, is delivered once that is known, and once")
    void shouldDeliverWhatWasBornInDoubt(Place place) throws Exception {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        listen(connection.createSession().createConsumer(queue), heard);
        JmsContract.send(session, queue, "before");
        assertThat(heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("before");
        String token = untilSendInDoubt(place, queue);
        assertThat(heard).doesNotContain("in doubt");
        database.restore();
        assertTold(token, place);
        JmsContract.send(session, queue, "after");
        if (place == Place.AFTER) {
            assertThat(next(heard)).isEqualTo("in doubt");
        }
        assertThat(next(heard)).isEqualTo("after");
    }

    /**
     * The commit that breaks may be one of the receiver instead: then everything that comes after fails for certain,
     * and it is tried again.
     */
    private String untilSendInDoubt(Place place, Destination destination) throws Exception {
        while (true) {
            database.breakCommitOf(BATCH, place, true);
            Throwable thrown = catchThrowable(() -> send(destination, "in doubt"));
            if (thrown instanceof OutcomeUnknownException) {
                return told(() -> {
                            throw (Exception) thrown;
                        })
                        .getToken();
            }
            assertThat(thrown).isInstanceOf(JMSException.class);
            database.restore();
            send(destination, "again");
        }
    }

    /**
     * The next but those sent before the one in doubt, which may come again because their acknowledgement was what
     * broke.
     */
    private static String next(BlockingQueue<String> heard) throws InterruptedException {
        while (true) {
            String next = heard.poll(JmsContract.PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            assertThat(next).isNotNull();
            if (!Set.of("before", "again").contains(next)) {
                return next;
            }
        }
    }

    // ---- what is no batch ----

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a queue whose creation or deletion is in doubt is told so; where the database comes back in time, nobody hears of it")
    void shouldTellThatAnEntityIsInDoubt(Place place) throws Exception {
        boolean committed = place == Place.AFTER;
        try (RestanteAdmin admin = factory.admin()) {
            database.breakCommitOf(STEP, place, false);
            assertThat(admin.createQueue("known", QueueOptions.defaults()).name())
                    .isEqualTo("known");
            assertThat(names(admin)).contains("known");

            String creation = inDoubt(STEP, place, () -> admin.createQueue("in doubt", QueueOptions.defaults()));
            database.restore();
            assertTold(creation, place);
            assertThat(names(admin).contains("in doubt")).isEqualTo(committed);

            String deletion = inDoubt(STEP, place, () -> admin.deleteQueue("known"));
            database.restore();
            assertTold(deletion, place);
            assertThat(names(admin).contains("known")).isEqualTo(!committed);
            assertTold(creation, place);
        }
    }

    private static List<String> names(RestanteAdmin admin) throws JMSException {
        return admin.queues().stream().map(QueueDescription::name).toList();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, SUB-21 a subscription whose creation is in doubt is told so, and can be made again")
    void shouldTellThatASubscriptionIsInDoubt(Place place) throws Exception {
        Topic topic = session.createTopic("t");
        session.createProducer(topic).close();
        String token = inDoubt(STEP, place, () -> session.createSharedDurableConsumer(topic, "s"));
        database.restore();
        assertTold(token, place);
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s");
        send(topic, "m");
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("m");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, GRP-02 a group whose acceptance is in doubt is told so, and can be accepted later")
    void shouldTellThatAGroupIsInDoubt(Place place) throws Exception {
        String token = inDoubt(STEP, place, () -> RestanteSession.of(session).acceptGroup(queue, "g"));
        database.restore();
        assertTold(token, place);
        RestanteSession.of(session).acceptGroup(queue, "g").close();
    }

    // ---- branches ----

    /** A branch that has received a message and sent another one. */
    private Xid branch(XASession xa) throws Exception {
        JmsContract.send(session, queue, "in");
        Xid xid = BranchName.of("branch");
        xa.getXAResource().start(xid, XAResource.TMNOFLAGS);
        try (MessageConsumer consumer = xa.createConsumer(queue)) {
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
            JmsContract.send(xa, xa.createQueue("out"), "out");
        }
        xa.getXAResource().end(xid, XAResource.TMSUCCESS);
        return xid;
    }

    /**
     * Makes a call that ends with {@code XAER_RMFAIL}, because its COMMIT is lost and the database is away; it is back
     * then.
     */
    private void inDoubtBranch(Place place, Call call) throws Exception {
        CountDownLatch broken = database.breakCommitOf(BATCH, place, true);
        assertThat(code(call)).isEqualTo(XAException.XAER_RMFAIL);
        assertThat(broken.getCount()).isZero();
        database.restore();
    }

    private static int code(Call call) {
        Throwable thrown = catchThrowable(call::run);
        if (thrown == null) {
            return XAResource.XA_OK;
        }
        assertThat(thrown).isInstanceOf(XAException.class);
        return ((XAException) thrown).errorCode;
    }

    /** As transaction managers do: again while the resource is not there. */
    private static int codeAtLast(Call call) throws InterruptedException {
        long startedNanos = System.nanoTime();
        int code = code(call);
        while (code == XAException.XAER_RMFAIL) {
            assertThat(System.nanoTime() - startedNanos).isLessThan(TimeUnit.MINUTES.toNanos(1));
            assertThat(new CountDownLatch(1).await(20, TimeUnit.MILLISECONDS)).isFalse();
            code = code(call);
        }
        return code;
    }

    private XASession xaSession() throws JMSException {
        XAConnection xa = factory.createXAConnection();
        xa.start();
        return xa.createXASession();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09, XA-08 a branch whose preparation is in doubt is rolled back, whether it was prepared or not")
    void shouldRollBackWhatMayBePrepared(Place place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        inDoubtBranch(place, () -> resource.prepare(xid));
        assertThat(codeAtLast(() -> resource.rollback(xid))).isIn(XAResource.XA_OK, XAException.XAER_NOTA);
        xa.close();
        Message again = JmsContract.receive(session.createConsumer(queue));
        assertThat(JmsContract.text(again)).isEqualTo("in");
        assertThat(drain("out")).isEmpty();
        assertThat(resource.recover(XAResource.TMSTARTRSCAN | XAResource.TMENDRSCAN))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09, XA-11 a prepared branch whose commit is in doubt is committed once its transaction manager asks again, and that is told so")
    void shouldCommitWhatMayBeCommitted(Place place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        assertThat(resource.prepare(xid)).isEqualTo(XAResource.XA_OK);
        inDoubtBranch(place, () -> resource.commit(xid, false));
        assertThat(codeAtLast(() -> resource.commit(xid, false))).isEqualTo(XAResource.XA_OK);
        xa.close();
        assertThat(drain("out")).containsExactly("out");
        assertThat(drain("q")).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09, XA-10 a branch whose commit in one phase is in doubt is not told as rolled back; who asks again is told what it was")
    void shouldTellWhatBecameOfOnePhase(Place place) throws Exception {
        XASession xa = xaSession();
        XAResource resource = xa.getXAResource();
        Xid xid = branch(xa);
        inDoubtBranch(place, () -> resource.commit(xid, true));
        boolean committed = place == Place.AFTER;
        assertThat(codeAtLast(() -> resource.commit(xid, true)))
                .isEqualTo(committed ? XAResource.XA_OK : XAException.XA_RBROLLBACK);
        xa.close();
        if (!committed) {
            assertThat(JmsContract.text(JmsContract.receive(session.createConsumer(queue))))
                    .isEqualTo("in");
        }
        assertThat(drain("out")).isEqualTo(if_(committed, "out"));
        assertThat(drain("q")).isEmpty();
    }
}
