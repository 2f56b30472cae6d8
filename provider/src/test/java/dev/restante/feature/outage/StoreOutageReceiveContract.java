package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.JmsContract;
import dev.restante.RestanteConnectionFactory;
import dev.restante.testing.SharedServer;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TransactionRolledBackException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Effects of database outages on consumers. No consumer takes an outage for an empty queue, and received messages are
 * acknowledged after the outage.
 */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
@Execution(ExecutionMode.CONCURRENT)
abstract class StoreOutageReceiveContract extends StoreOutageFixture {

    StoreOutageReceiveContract(SharedServer server) {
        super(server);
    }

    @Test
    @DisplayName("TXN-16, EXC-13 a commit during an outage fails as rolled back, and no part of it takes effect")
    void shouldReportLostTransaction() throws Exception {
        send("in");
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = transacted.createConsumer(queue);
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("in");
        JmsContract.send(transacted, transacted.createQueue("out"), "out");
        beQuiet();
        proxy.refuse();
        assertThatExceptionOfType(TransactionRolledBackException.class)
                .isThrownBy(transacted::commit)
                .matches(failure -> failure.getErrorCode().equals("RESTANTE-ROLLED-BACK"))
                .matches(failure -> failure.getLinkedException() != null);
        proxy.restore();
        Message again = JmsContract.receive(consumer);
        assertThat(JmsContract.text(again)).isEqualTo("in");
        assertThat(again.getJMSRedelivered()).isTrue();
        JmsContract.send(transacted, transacted.createQueue("out"), "second attempt");
        transacted.commit();
        assertThat(drain()).isEmpty();
        queue = transactedOut();
        assertThat(drain()).containsExactly("second attempt");
    }

    @Test
    @DisplayName(
            "RCV-16, RCV-19 a receive during an outage fails after the store timeout, instead of returning no message")
    void shouldNotGuessThatThereIsNothing() throws Exception {
        MessageConsumer all = session.createConsumer(queue);
        MessageConsumer some = connection.createSession().createConsumer(queue, "JMSPriority = 4");
        assertThat(all.receive(1)).isNull();
        assertThat(some.receive(1)).isNull();
        for (MessageConsumer consumer : List.of(all, some)) {
            proxy.refuse();
            long startNanos = System.nanoTime();
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(() -> consumer.receive(5))
                    .matches(failure -> failure.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
            assertThat(Duration.ofNanos(System.nanoTime() - startNanos)).isGreaterThanOrEqualTo(STORE_TIMEOUT);
            restoreAndAwaitStore();
            send("after");
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("after");
        }
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("RCV-16 during an outage no consumer can be opened, but after the outage consumers can be opened")
    void shouldRefuseToOpenAConsumer() throws Exception {
        send("waits");
        Session fresh = connection.createSession();
        proxy.refuse();
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> fresh.createConsumer(queue))
                .matches(failure -> failure.getErrorCode().equals("RESTANTE-STORE-UNAVAILABLE"));
        restoreAndAwaitStore();
        MessageConsumer consumer = fresh.createConsumer(queue);
        assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("waits");
    }

    @Test
    @DisplayName("RCV-17 a failed acknowledgement is repeated after the outage, fails no other call, and is reported")
    void shouldAcknowledgeAfterTheOutage() throws Exception {
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            send("a");
            Session receiving = connection.createSession(mode);
            MessageConsumer other = receiving.createConsumer(receiving.createQueue("other" + mode));
            MessageConsumer consumer = receiving.createConsumer(queue);
            assertThat(JmsContract.text(JmsContract.receive(consumer))).isEqualTo("a");
            proxy.refuse();
            assertThat(next(told).getErrorCode())
                    .as("first report of the outage")
                    .isEqualTo("RESTANTE-STORE-UNAVAILABLE");
            CompletableFuture<Message> waiting =
                    JmsContract.waitingOnOtherThread(() -> other.receive(JmsContract.PATIENCE_MILLIS));
            assertThat(catchThrowable(() -> send("refused"))).isInstanceOf(JMSException.class);
            assertThat(waiting).isNotDone();
            restoreAndAwaitStore();
            JmsContract.send(session, session.createQueue("other" + mode), "b");
            assertThat(JmsContract.text(JmsContract.result(waiting))).isEqualTo("b");
            receiving.close();
            told.clear();
        }
        assertThat(drain()).isEmpty();
    }

    @Test
    @DisplayName("RCV-16 an outage that is shorter than the store timeout only delays a receive")
    void shouldWaitForTheStore() throws Exception {
        send("waits");
        MessageConsumer consumer = connection.createSession().createConsumer(queue);
        proxy.refuse();
        CompletableFuture<Message> receiving = JmsContract.waitingOnOtherThread(() -> consumer.receive(1));
        proxy.restore();
        assertThat(JmsContract.text(JmsContract.result(receiving))).isEqualTo("waits");
    }

    @Test
    @DisplayName("RCV-18 a node keeps its locks without connections, and acknowledges over new connections")
    void shouldKeepLocksWithoutConnections() throws Exception {
        send("held");
        Session locking = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        Message held = JmsContract.receive(locking.createConsumer(queue));
        try (RestanteConnectionFactory direct = new RestanteConnectionFactory(directUrl)) {
            Connection other = direct.createConnection();
            other.start();
            MessageConsumer elsewhere = other.createSession().createConsumer(queue);
            proxy.refuse();
            assertThat(elsewhere.receive(1))
                    .as("message for another node while the locking node has no connection")
                    .isNull();
            proxy.restore();
            held.acknowledge();
            assertThat(elsewhere.receive(1))
                    .as("message for another node after the acknowledgement")
                    .isNull();
        }
        assertThat(drain()).isEmpty();
    }

    private Queue transactedOut() throws JMSException {
        try (RestanteConnectionFactory direct = new RestanteConnectionFactory(directUrl);
                Connection other = direct.createConnection();
                Session naming = other.createSession()) {
            return naming.createQueue("out");
        }
    }
}
