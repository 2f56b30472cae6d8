package dev.restante.feature.outage;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.CommitBreak;
import dev.restante.testing.SharedServer;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.ResourceAllocationException;
import jakarta.jms.ResourceAllocationRuntimeException;
import jakarta.jms.TextMessage;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Effects of database outages on applications: errors, and sends without loss or duplicates. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
abstract class StoreOutageContract extends StoreOutageFixture {

    StoreOutageContract(SharedServer server) {
        super(server);
    }

    private BlockingQueue<String> listen() throws JMSException {
        BlockingQueue<String> heard = new LinkedBlockingQueue<>();
        connection.createSession().createConsumer(queue).setMessageListener(message -> {
            try {
                heard.add(((TextMessage) message).getText());
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        return heard;
    }

    @Test
    @DisplayName(
            "CON-25, CON-27 an outage is reported once, sends fail after the store timeout, and work after the outage")
    void shouldTellOfOutageOnce() throws Exception {
        BlockingQueue<String> heard = listen();
        send("before");
        assertThat(next(heard)).isEqualTo("before");

        for (int outage = 1; outage <= 2; outage++) {
            String number = " " + outage;
            // The stop acknowledges the messages of the listener.
            connection.stop();
            connection.start();
            beQuiet();
            proxy.refuse();
            long startNanos = System.nanoTime();
            Throwable thrown = catchThrowable(() -> send("refused" + number));
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(STORE_TIMEOUT);
            assertThat(thrown)
                    .isInstanceOf(JMSException.class)
                    .hasMessageContaining("a retry can succeed")
                    .isNotInstanceOf(RuntimeException.class);
            assertThat(((JMSException) thrown).getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            assertThat(((JMSException) thrown).getLinkedException()).isNotNull();
            JMSException first = next(told);
            assertThat(first.getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            assertThat(first.getLinkedException()).isNotNull();
            assertThat(first).isNotSameAs(thrown);

            CompletableFuture<Boolean> waiting = JmsContract.onOtherThread(() -> {
                send("waited" + number);
                return true;
            });
            proxy.restore();
            assertThat(JmsContract.result(waiting)).isTrue();
            send("after" + number);
            assertThat(List.of(next(heard), next(heard))).containsExactly("waited" + number, "after" + number);
        }
        assertThat(drain()).isEmpty();
        assertThat(told).as("further reports of an outage").isEmpty();
        assertThat(heard).isEmpty();
    }

    @Test
    @DisplayName("CON-25, CON-26 connections that the server ends and that can be reopened cause no error")
    void shouldSurviveEndedSessions() throws Exception {
        BlockingQueue<String> heard = listen();
        for (int round = 1; round <= 3; round++) {
            send("before " + round);
            assertThat(next(heard)).isEqualTo("before " + round);
            connection.stop();
            endSessions();
            connection.start();
            send("after " + round);
            assertThat(next(heard)).isEqualTo("after " + round);
        }
        assertThat(drain()).isEmpty();
        assertThat(told).isEmpty();
        assertThat(heard).isEmpty();
    }

    /** {@return the end of the lease of the only node} */
    private long leaseUntil() throws SQLException {
        try (var database = DriverManager.getConnection(directUrl);
                var statement = database.createStatement();
                var lease = statement.executeQuery("SELECT lease_until FROM restante_node")) {
            lease.next();
            return lease.getLong(1);
        }
    }

    @Test
    @DisplayName("CON-25 an idle connection reports each outage once")
    void shouldTellAnIdleConnection() throws Exception {
        factory.close();
        open(Duration.ofSeconds(2));
        for (int outage = 1; outage <= 2; outage++) {
            proxy.refuse();
            assertThat(next(told).getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            long before = leaseUntil();
            proxy.restore();
            eventually("the heartbeat renews the lease again", () -> leaseUntil() > before);
        }
        assertThat(told).isEmpty();
    }

    private void endSessions() throws SQLException {
        assertThat(server.endSessions(directUrl)).as("ended database sessions").isPositive();
    }

    @Test
    @DisplayName("SND-01 if COMMIT took effect but its answer was lost, the send succeeds and the message exists once")
    void shouldFindOutThatCommitted() throws Exception {
        assertSentOnce(CommitBreak.AFTER_COMMIT);
    }

    @Test
    @DisplayName("SND-01 if COMMIT never reached the store, the send is repeated and the message exists once")
    void shouldFindOutThatNotCommitted() throws Exception {
        assertSentOnce(CommitBreak.BEFORE_COMMIT);
    }

    /** Sends a message while the connection breaks at the commit and can be reopened. */
    private void assertSentOnce(CommitBreak place) throws Exception {
        CountDownLatch broken = proxy.breakCommitOf("in doubt", place, false);
        send("in doubt");
        assertThat(broken.getCount()).as("connection failures still to come").isZero();
        send("next");
        assertThat(drain()).containsExactly("in doubt", "next");
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("SND-01, CON-25 a send waits while its outcome is unknown, and the exception listener is told once")
    void shouldWaitForOutcome() throws Exception {
        for (CommitBreak place : CommitBreak.values()) {
            CountDownLatch broken = proxy.breakCommitOf("in doubt " + place, place, true);
            CompletableFuture<Boolean> sending = JmsContract.onOtherThread(() -> {
                send("in doubt " + place);
                return true;
            });
            JmsContract.await(broken);
            assertThat(next(told).getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            assertThat(sending).isNotDone();
            proxy.restore();
            assertThat(JmsContract.result(sending)).isTrue();
        }
        assertThat(drain()).containsExactly("in doubt BEFORE_COMMIT", "in doubt AFTER_COMMIT");
        assertThat(told).isEmpty();
    }

    @Test
    @DisplayName("ASY-05, ASY-19 failed asynchronous sends call back once each, with their message and the failure")
    void shouldCallBackFailedSends() throws Exception {
        send("before");
        MessageProducer producer = session.createProducer(queue);
        JMSContext context = factory.createContext();
        JMSProducer simplified = context.createProducer();
        Message first = session.createTextMessage("first");
        Message second = context.createTextMessage("second");
        BlockingQueue<Map.Entry<Message, Exception>> failures = new LinkedBlockingQueue<>();
        BlockingQueue<Message> completions = new LinkedBlockingQueue<>();
        CompletionListener recording = new CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                completions.add(message);
            }

            @Override
            public void onException(Message message, Exception exception) {
                failures.add(Map.entry(message, exception));
            }
        };
        beQuiet();
        proxy.refuse();
        producer.send(first, recording);
        Map.Entry<Message, Exception> classic = next(failures);
        assertThat(classic.getKey()).isSameAs(first);
        assertThat(classic.getValue()).isInstanceOf(JMSException.class).hasMessageContaining("a retry can succeed");
        simplified.setAsync(recording).send(queue, second);
        Map.Entry<Message, Exception> unchecked = next(failures);
        assertThat(unchecked.getKey()).isSameAs(second);
        assertThat(unchecked.getValue()).isInstanceOf(JMSRuntimeException.class);
        assertThat(((JMSRuntimeException) unchecked.getValue()).getErrorCode()).isEqualTo("RESTANTE-STORE-UNAVAILABLE");
        proxy.restore();
        producer.send(first, recording);
        assertThat(next(completions)).isSameAs(first);
        context.close();
        session.close();
        assertThat(failures).isEmpty();
        assertThat(completions).isEmpty();
        assertThat(drain()).containsExactly("before", "first");
    }

    @Test
    @DisplayName(
            "EXC-15, EXC-18 without a store, connections fail with ResourceAllocationException, error code and cause")
    void shouldRefuseConnectionWithoutStore() throws Exception {
        proxy.refuse();
        List<ThrowingCallable> attempts = new ArrayList<>();
        // The node is open, but the store must check the credentials.
        attempts.add(() -> factory.createConnection("somebody", "else"));
        try (DatabaseProxy nobody = new DatabaseProxy(directUrl)) {
            nobody.refuse();
            RestanteConnectionFactory other = new RestanteConnectionFactory(nobody.url());
            other.setStoreTimeout(Duration.ofMillis(1));
            attempts.add(other::createConnection);
            for (ThrowingCallable attempt : attempts) {
                assertThatExceptionOfType(ResourceAllocationException.class)
                        .isThrownBy(attempt)
                        .matches(refused -> refused.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"))
                        .matches(refused -> refused.getLinkedException() != null)
                        .matches(refused -> refused.getCause() != null);
            }
            assertThatExceptionOfType(ResourceAllocationRuntimeException.class).isThrownBy(other::createContext);
        }
    }
}
