package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.TestContainer;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TransactionInProgressException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Sessions in the transactions of a container")
final class TransactionTest {

    private Deployment deployment;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
    }

    @AfterEach
    void undeploy() throws Exception {
        deployment.close();
        assertThat(deployment.container.errors).isEmpty();
    }

    @Test
    @DisplayName(
            "EEC-07 a session that was opened in a transaction takes part in later transactions until it is closed")
    void shouldServeLaterTransactions() throws Exception {
        TestContainer container = deployment.container;
        container.begin();
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("q"));
            producer.send(session.createTextMessage("1"));
            container.transactions.commit();
            container.begin();
            assertThat(session.getTransacted()).isTrue();
            producer.send(session.createTextMessage("rolled back"));
            container.transactions.rollback();
            container.begin();
            producer.send(session.createTextMessage("2"));
            container.transactions.commit();
            assertThat(session.getTransacted()).isFalse();
        }
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("1");
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("2");
        assertThat(deployment.receiveNoWaitBody("q")).isNull();
    }

    @Test
    @DisplayName("EEC-11 sessions that share no connection still belong to one transaction")
    void shouldCommitUnshared() throws Exception {
        TestContainer container = deployment.container;
        container.shareable = false;
        for (boolean committed : new boolean[] {false, true}) {
            container.begin();
            try (JMSContext one = deployment.factory.createContext();
                    JMSContext other = deployment.factory.createContext()) {
                one.createProducer().send(one.createQueue("q"), "1");
                other.createProducer().send(other.createQueue("q"), "2");
            }
            if (committed) {
                container.transactions.commit();
            } else {
                container.transactions.rollback();
            }
        }
        assertThat(container.made).hasSize(2);
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("1");
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("2");
        assertThat(deployment.receiveNoWaitBody("q")).isNull();
    }

    @Test
    @DisplayName("EEC-04 work of a handle that closes before the commit stays in the transaction")
    void shouldCommitWhatClosedHandlesDid() throws Exception {
        deployment.send("in", "a");
        deployment.container.begin();
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            MessageConsumer consumer = session.createConsumer(session.createQueue("in"));
            session.createProducer(session.createQueue("out")).send(consumer.receive(Deployment.TIMEOUT_MILLIS));
        }
        deployment.container.transactions.commit();
        assertThat(deployment.receiveNoWaitBody("in")).isNull();
        assertThat(deployment.receiveNoWaitBody("out")).isEqualTo("a");
    }

    @Test
    @DisplayName("EEC-04 a session in a transaction rejects commit, rollback and recover")
    void shouldRefuseToCommit() throws Exception {
        deployment.container.begin();
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession(false, Session.CLIENT_ACKNOWLEDGE)) {
            assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::commit);
            assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::rollback);
            assertThatExceptionOfType(jakarta.jms.IllegalStateException.class).isThrownBy(session::recover);
            assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        }
        deployment.container.transactions.rollback();
    }

    @Test
    @DisplayName("EEC-05 a context outside a transaction acknowledges automatically, whatever mode is requested")
    void shouldAcknowledge() throws Exception {
        deployment.send("q", "a");
        for (int mode : new int[] {JMSContext.CLIENT_ACKNOWLEDGE, JMSContext.SESSION_TRANSACTED}) {
            try (JMSContext context = deployment.factory.createContext(mode)) {
                assertThat(context.getSessionMode()).isEqualTo(JMSContext.AUTO_ACKNOWLEDGE);
                assertThat(context.getTransacted()).isFalse();
                context.acknowledge();
                context.recover();
            }
        }
        try (JMSContext context = deployment.factory.createContext(JMSContext.CLIENT_ACKNOWLEDGE)) {
            assertThat(context.createConsumer(context.createQueue("q"))
                            .receiveBody(String.class, Deployment.TIMEOUT_MILLIS))
                    .isEqualTo("a");
        }
        assertThat(deployment.receiveNoWaitBody("q")).isNull();
    }
}
