package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.JmsContract;
import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.xa.BranchName;
import dev.restante.testing.Eventually;
import dev.restante.testing.SharedServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
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
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.jspecify.annotations.Nullable;

/**
 * Calls of an application while its database does not answer, for various reasons. Each call must end with a true
 * result: a sent message exists once, and a message of a failed send does not exist. After the silence, all calls work
 * again.
 */
abstract class SilentStoreCalls extends SilentStoreFixture {

    private static final Duration STORE_TIMEOUT = Duration.ofMillis(1_500);

    /** Time after which a call hangs. A call may take 4 s on an idle machine. */
    private static final long HANG_MILLIS = 25_000;

    /** Highest number of connections of the node and the lock of the test. */
    private static final int MOST_CONNECTIONS = 23;

    private final LinkedBlockingQueue<JMSException> told = new LinkedBlockingQueue<>();

    private interface Call {
        void run() throws Exception;
    }

    /** Calls by name, prepared before the silence. */
    private final Map<String, Call> calls = new LinkedHashMap<>();

    private final List<String> sent = Collections.synchronizedList(new ArrayList<>());
    private final List<String> notSent = Collections.synchronizedList(new ArrayList<>());

    /** Messages that may be sent although their call failed. */
    private final List<String> unknown = Collections.synchronizedList(new ArrayList<>());

    private void sending(String text, Call call) throws Exception {
        try {
            call.run();
            sent.add(text);
        } catch (Exception failure) {
            String code = code(failure);
            if (code.equals("RESTANTE-OUTCOME-UNKNOWN") || failure instanceof XAException) {
                unknown.add(text);
            } else {
                notSent.add(text);
            }
            throw failure;
        }
    }

    private static String code(Throwable failure) {
        if (failure instanceof JMSException jms) {
            return String.valueOf(jms.getErrorCode());
        }
        return failure instanceof JMSRuntimeException runtime ? String.valueOf(runtime.getErrorCode()) : "";
    }

    private void prepare(RestanteXAConnectionFactory factory) throws Exception {
        Connection connection = factory.createConnection();
        connection.setExceptionListener(told::add);
        connection.start();
        RestanteAdmin admin = factory.admin();
        for (String name : List.of("out", "client", "peek", "transacted", "rolledBack", "auto", "browsed", "empty")) {
            admin.createQueue(name, QueueOptions.defaults().withLockDuration(Duration.ofMinutes(1)));
        }
        Session setup = connection.createSession();
        Queue out = setup.createQueue("out");
        for (String name : List.of("client", "peek", "transacted", "rolledBack", "auto", "browsed")) {
            for (int i = 0; i < 3; i++) {
                JmsContract.send(setup, setup.createQueue(name), name + i);
            }
        }

        Session sender = connection.createSession();
        calls.put("send", () -> sending("send", () -> JmsContract.send(sender, out, "send")));

        Session async = connection.createSession();
        MessageProducer producer = async.createProducer(out);
        calls.put(
                "asynchronous send",
                () -> sending("async", () -> {
                    CompletableFuture<Boolean> done = new CompletableFuture<>();
                    producer.send(async.createTextMessage("async"), new CompletionListener() {
                        @Override
                        public void onCompletion(Message message) {
                            done.complete(true);
                        }

                        @Override
                        public void onException(Message message, Exception failure) {
                            done.completeExceptionally(failure);
                        }
                    });
                    try {
                        done.get();
                    } catch (java.util.concurrent.ExecutionException failed) {
                        throw (Exception) failed.getCause();
                    }
                }));

        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer inTransaction = transacted.createConsumer(setup.createQueue("transacted"));
        JmsContract.receive(inTransaction);
        JmsContract.send(transacted, out, "committed");
        calls.put("commit", () -> sending("committed", transacted::commit));

        Session rollingBack = connection.createSession(Session.SESSION_TRANSACTED);
        JmsContract.receive(rollingBack.createConsumer(setup.createQueue("rolledBack")));
        JmsContract.send(rollingBack, out, "rolled back");
        notSent.add("rolled back");
        calls.put("rollback", rollingBack::rollback);

        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message toAcknowledge = JmsContract.receive(client.createConsumer(setup.createQueue("client")));
        calls.put("acknowledge", toAcknowledge::acknowledge);

        Session individual = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer peeking = individual.createConsumer(setup.createQueue("peek"));
        PeekLock toComplete = PeekLock.of(JmsContract.receive(peeking));
        PeekLock toAbandon = PeekLock.of(JmsContract.receive(peeking));
        calls.put("complete", toComplete::complete);
        Session individual2 = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        PeekLock toDefer = PeekLock.of(JmsContract.receive(individual2.createConsumer(setup.createQueue("peek"))));
        calls.put("defer", toDefer::defer);
        calls.put("abandon", toAbandon::abandon);

        Session auto = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer fromAuto = auto.createConsumer(setup.createQueue("auto"));
        calls.put("receive(1000)", () -> fromAuto.receive(1_000));
        Session poller = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        MessageConsumer fromEmpty = poller.createConsumer(setup.createQueue("empty"));
        calls.put("receiveNoWait", fromEmpty::receiveNoWait);
        Session fresh = connection.createSession(Session.AUTO_ACKNOWLEDGE);
        calls.put("createConsumer and receiveNoWait", () -> fresh.createConsumer(setup.createQueue("empty"))
                .receiveNoWait());

        Session browsing = connection.createSession();
        QueueBrowser browser = browsing.createBrowser(setup.createQueue("browsed"));
        calls.put("browse", () -> browser.getEnumeration().hasMoreElements());

        calls.put("statistics", () -> admin.statistics("browsed"));
        calls.put("create a queue", () -> admin.createQueue("another", QueueOptions.defaults()));
        calls.put("delete a queue", () -> admin.deleteQueue("browsed", true));
        calls.put("use a new queue", () -> JmsContract.send(setup, setup.createQueue("unheard of"), "there"));
        calls.put("createConnection", () -> factory.createConnection().close());
        calls.put("createConnection of another node", () -> {
            try (RestanteConnectionFactory other =
                    new RestanteConnectionFactory(server.withNodeName(proxy.url(), "other"))) {
                other.setStoreTimeout(STORE_TIMEOUT);
                other.setLingerDuration(Duration.ZERO);
                other.createConnection().close();
            }
        });

        XAConnection xa = factory.createXAConnection();
        xa.start();
        branch(xa, out, "prepared", XAResource::prepare);
        branch(xa, out, "in one phase", (resource, xid) -> {
            resource.commit(xid, true);
            return 0;
        });

        Session closing = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        JmsContract.receive(closing.createConsumer(setup.createQueue("client")));
        calls.put("close of a session", closing::close);
        Connection closed = factory.createConnection();
        closed.start();
        JmsContract.receive(
                closed.createSession(Session.SESSION_TRANSACTED).createConsumer(setup.createQueue("client")));
        calls.put("close of a connection", closed::close);
    }

    private interface Ending {
        int end(XAResource resource, Xid xid) throws XAException;
    }

    private void branch(XAConnection xa, Queue out, String text, Ending ending) throws Exception {
        XASession session = xa.createXASession();
        XAResource resource = session.getXAResource();
        Xid xid = BranchName.of(text);
        resource.start(xid, XAResource.TMNOFLAGS);
        JmsContract.send(session.getSession(), out, text);
        resource.end(xid, XAResource.TMSUCCESS);
        calls.put(
                "XA " + text,
                () -> sending(text, () -> {
                    int vote = ending.end(resource, xid);
                    if (text.equals("prepared")) {
                        // No call of this test decides the branch.
                        assertThat(vote).isEqualTo(XAResource.XA_OK);
                        throw new XAException("not committed");
                    }
                }));
    }

    private static @Nullable Throwable run(Call call) {
        try {
            call.run();
            return null;
        } catch (Exception | AssertionError failure) {
            return failure;
        }
    }

    /** Runs all calls at the same time, each in its own thread. */
    private Map<String, @Nullable Throwable> runAll() throws Exception {
        Map<String, CompletableFuture<@Nullable Throwable>> running = new LinkedHashMap<>();
        Map<String, Thread> threads = new LinkedHashMap<>();
        calls.forEach((name, call) -> {
            CompletableFuture<@Nullable Throwable> done = new CompletableFuture<>();
            running.put(name, done);
            Thread thread = new Thread(() -> done.complete(run(call)), name);
            thread.setDaemon(true);
            threads.put(name, thread);
        });
        long startedNanos = System.nanoTime();
        threads.values().forEach(Thread::start);
        Map<String, @Nullable Throwable> ends = new LinkedHashMap<>();
        for (Map.Entry<String, CompletableFuture<@Nullable Throwable>> each : running.entrySet()) {
            long leftMillis = HANG_MILLIS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos);
            try {
                ends.put(each.getKey(), each.getValue().get(Math.max(1, leftMillis), TimeUnit.MILLISECONDS));
            } catch (java.util.concurrent.TimeoutException hangs) {
                throw new AssertionError(each.getKey() + " hangs: "
                        + List.of(threads.get(each.getKey()).getStackTrace()));
            }
        }
        return ends;
    }

    SilentStoreCalls(SharedServer server) {
        super(server);
    }

    /** Asserts that all calls end, with connections that the node opens by URL. */
    final void assertAllEnd(Silence silence) throws Exception {
        assertAllEnd(silence, new RestanteXAConnectionFactory(proxy.url()));
    }

    /**
     * Asserts that all calls end, with an application data source that waits for answers longer than any call may take.
     */
    final void assertAllEndByGivenDataSource(Silence silence) throws Exception {
        // If the silence begins while the driver opens a connection, only the driver can end this wait.
        int seconds = (int) TimeUnit.MILLISECONDS.toSeconds(HANG_MILLIS) + 3;
        DataSource given = server.dataSource(proxy.url() + server.timeouts(seconds));
        assertAllEnd(silence, new RestanteXAConnectionFactory(given));
    }

    private void assertAllEnd(Silence silence, RestanteXAConnectionFactory factory) throws Exception {
        factory.setStoreTimeout(STORE_TIMEOUT);
        factory.setLingerDuration(Duration.ZERO);
        // The lease is long, so that only the database is tested.
        factory.setLeaseDuration(Duration.ofMinutes(2));
        prepare(factory);
        silence.begin(this);
        Map<String, @Nullable Throwable> ends = runAll();
        ends.forEach((name, failure) -> {
            if (failure != null) {
                assertThat(failure)
                        .as(name)
                        .isInstanceOfAny(JMSException.class, JMSRuntimeException.class, XAException.class);
                if (!(failure instanceof XAException)) {
                    assertThat(code(failure)).as(name + ": " + failure).startsWith("RESTANTE-");
                }
            }
        });
        if (silence.passes()) {
            assertThat(told.size()).as("reports to the exception listener").isLessThanOrEqualTo(1);
        } else {
            assertThat(told).as("reports to the exception listener").hasSize(1);
        }
        end();

        Session after = factory.createConnection().createSession();
        Eventually.eventually("sends work again", () -> {
            try {
                JmsContract.send(after, after.createQueue("after"), "after");
                return true;
            } catch (JMSException notYet) {
                return false;
            }
        });
        assertThat(server.sessions(directUrl)).as("connections").isLessThanOrEqualTo(MOST_CONNECTIONS);
        factory.close();
        Eventually.eventually("all database connections are closed", () -> server.sessions(directUrl) == 0);
        List<String> there = drain("out");
        assertThat(there).as("stored messages").doesNotHaveDuplicates();
        assertThat(there).containsAll(sent).doesNotContainAnyElementsOf(notSent);
        assertThat(sent.size() + notSent.size() + unknown.size()).isEqualTo(6);
    }

    private List<String> drain(String name) throws JMSException {
        List<String> texts = new ArrayList<>();
        try (RestanteConnectionFactory direct = new RestanteConnectionFactory(directUrl)) {
            direct.setLingerDuration(Duration.ZERO);
            Connection other = direct.createConnection();
            other.start();
            Session session = other.createSession();
            MessageConsumer consumer = session.createConsumer(session.createQueue(name));
            for (Message message = consumer.receiveNoWait(); message != null; message = consumer.receiveNoWait()) {
                texts.add(JmsContract.text(message));
            }
        }
        return texts;
    }
}
