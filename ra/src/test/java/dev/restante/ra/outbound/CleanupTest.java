package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.testing.Deployment;
import jakarta.jms.IllegalStateException;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.QueueBrowser;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.resource.spi.ManagedConnection;
import java.util.concurrent.FutureTask;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Cleanup of a managed connection")
final class CleanupTest {

    private Deployment deployment;
    private ManagedConnection connection;

    @BeforeEach
    void deploy() throws Exception {
        deployment = new Deployment();
        connection = deployment.managed.createManagedConnection(null, null);
    }

    @AfterEach
    void undeploy() throws Exception {
        connection.destroy();
        deployment.close();
    }

    private Session session() throws Exception {
        return (Session) connection.getConnection(null, null);
    }

    @Test
    @DisplayName("RA-30 cleanup ends all handles with their producers and consumers, even if it is repeated")
    void shouldEndHandles() throws Exception {
        Session one = session();
        Session other = session();
        MessageProducer producer = one.createProducer(one.createQueue("q"));
        MessageConsumer consumer = other.createConsumer(other.createQueue("q"));
        Message message = one.createMessage();
        connection.cleanup();
        connection.cleanup();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(one::createMessage);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(other::createMessage);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> producer.send(message));
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(consumer::receiveNoWait);
        assertThat(((ManagedHandle) one).isValid(1)).isFalse();
        one.close();
        session().createProducer(null).close();
    }

    @Test
    @DisplayName("RA-30 a closed handle closes its consumers and browsers, but not those of other handles")
    void shouldCloseWhatAHandleHasMade() throws Exception {
        deployment.send("q", "a");
        Session one = session();
        Session other = session();
        MessageConsumer ended = one.createConsumer(one.createQueue("q"));
        QueueBrowser browser = one.createBrowser(one.createQueue("q"));
        MessageConsumer kept = other.createConsumer(other.createQueue("q"));
        ((RestanteManagedConnection) connection).session().start();
        one.close();
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(ended::receiveNoWait);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(browser::getEnumeration);
        assertThat(kept.receive(Deployment.TIMEOUT_MILLIS).getBody(String.class))
                .isEqualTo("a");
    }

    @Test
    @DisplayName("RA-30 prefetched messages return to the store with an unchanged delivery count")
    void shouldGiveBackMessages() throws Exception {
        for (int i = 0; i < 3; i++) {
            deployment.send("q", "m" + i);
        }
        Session session = session();
        ((RestanteManagedConnection) connection).session().start();
        MessageConsumer consumer = session.createConsumer(session.createQueue("q"));
        assertThat(consumer.receive(Deployment.TIMEOUT_MILLIS).getBody(String.class))
                .isEqualTo("m0");
        session.close();
        connection.cleanup();
        try (JMSContext context = deployment.factory.createContext()) {
            Message next = context.createConsumer(context.createQueue("q")).receive(Deployment.TIMEOUT_MILLIS);
            assertThat(next.getBody(String.class)).isEqualTo("m1");
            assertThat(next.getIntProperty("JMSXDeliveryCount")).isEqualTo(1);
        }
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("m2");
    }

    @Test
    @DisplayName("RA-30, TMP-02 temporary destinations end with the handle that created them")
    void shouldDeleteTemporaryDestinations() throws Exception {
        Session one = session();
        Session other = session();
        TemporaryQueue queue = one.createTemporaryQueue();
        TemporaryTopic topic = one.createTemporaryTopic();
        TemporaryQueue others = other.createTemporaryQueue();
        one.createConsumer(queue);
        one.createTemporaryQueue().delete();
        one.close();
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> other.createProducer(queue).send(other.createMessage()));
        assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(() -> other.createConsumer(topic));
        other.createProducer(others).send(other.createMessage());
    }

    @Test
    @DisplayName("RA-30 cleanup deletes a temporary destination that another handle still used")
    void shouldDeleteTemporaryDestinationsInUse() throws Exception {
        Session one = session();
        Session other = session();
        TemporaryQueue queue = one.createTemporaryQueue();
        other.createConsumer(queue);
        one.close();
        other.createProducer(queue).send(other.createMessage());
        other.close();
        connection.cleanup();
        Session next = session();
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> next.createProducer(queue).send(next.createMessage()));
    }

    @Test
    @DisplayName("RA-30 a connection is stopped after cleanup, and the next handle starts it again")
    void shouldStop() throws Exception {
        deployment.send("q", "a");
        Session session = session();
        SessionHandle.of(session).start();
        session.close();
        connection.cleanup();
        Session next = session();
        MessageConsumer consumer = next.createConsumer(next.createQueue("q"));
        assertThat(consumer.receiveNoWait()).isNull();
        SessionHandle.of(next).start();
        assertThat(consumer.receive(Deployment.TIMEOUT_MILLIS)).isNotNull();
    }

    @Test
    @DisplayName("RA-30 after cleanup, a context starts automatically again, whatever its last user has set")
    void shouldStartContexts() throws Exception {
        deployment.send("q", "a");
        ManagedConnection ofContexts =
                deployment.managed.createManagedConnection(null, new SessionRequest(SessionKind.CONTEXT, null));
        JMSContext former = (JMSContext) ofContexts.getConnection(null, null);
        former.setAutoStart(false);
        assertThat(former.createConsumer(former.createQueue("q")).receiveNoWait())
                .isNull();
        former.close();
        ofContexts.cleanup();
        JMSContext next = (JMSContext) ofContexts.getConnection(null, null);
        assertThat(next.getAutoStart()).isTrue();
        assertThat(next.createConsumer(next.createQueue("q")).receive(Deployment.TIMEOUT_MILLIS))
                .isNotNull();
        assertThatExceptionOfType(IllegalStateRuntimeException.class).isThrownBy(former::createProducer);
        ofContexts.destroy();
    }

    @Test
    @DisplayName("RA-30 cleanup rolls back an unfinished local transaction")
    void shouldRollBackLocally() throws Exception {
        Session session = session();
        connection.getLocalTransaction().begin();
        session.createProducer(session.createQueue("q")).send(session.createTextMessage("lost"));
        connection.cleanup();
        assertThat(session().getTransacted()).isFalse();
        connection.getLocalTransaction().begin();
        connection.getLocalTransaction().commit();
        assertThat(deployment.receiveNoWaitBody("q")).isNull();
    }

    private record Name(byte id) implements Xid {
        @Override
        public int getFormatId() {
            return 7;
        }

        @Override
        public byte[] getGlobalTransactionId() {
            return new byte[] {id};
        }

        @Override
        public byte[] getBranchQualifier() {
            return new byte[] {id};
        }
    }

    @Test
    @DisplayName("RA-30 after cleanup, a connection works outside transactions even if its last transaction timed out")
    void shouldRecoverFromTimeOut() throws Exception {
        Session session = session();
        MessageProducer producer = session.createProducer(session.createQueue("q"));
        XAResource resource = connection.getXAResource();
        Xid transaction = new Name((byte) 1);
        resource.start(transaction, XAResource.TMNOFLAGS);
        producer.send(session.createTextMessage("in the transaction"));
        FutureTask<Void> timeOut = new FutureTask<>(() -> {
            resource.end(transaction, XAResource.TMFAIL);
            resource.rollback(transaction);
            return null;
        });
        new Thread(timeOut, "time-out").start();
        timeOut.get();
        assertThatExceptionOfType(jakarta.jms.JMSException.class)
                .isThrownBy(() -> producer.send(session.createTextMessage("too late")));
        session.close();
        connection.cleanup();
        Session next = session();
        next.createProducer(next.createQueue("q")).send(next.createTextMessage("next"));
        assertThat(deployment.receiveNoWaitBody("q")).isEqualTo("next");
    }
}
