package dev.restante.feature.xa;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.IllegalStateException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatRuntimeException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TopicSession;
import jakarta.jms.TransactionInProgressException;
import jakarta.jms.TransactionInProgressRuntimeException;
import jakarta.jms.XAJMSContext;
import jakarta.jms.XAQueueConnection;
import jakarta.jms.XAQueueSession;
import jakarta.jms.XATopicConnection;
import jakarta.jms.XATopicSession;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions, connections, contexts and listeners, with and without a branch. */
@DisplayName("sessions of distributed transactions")
public abstract class XaSessionContract extends XaFixture {

    @Test
    @DisplayName(
            "XA-05, XA-06, XA-14, TXN-07, EXC-14 an XA session cannot commit, roll back, recover or acknowledge itself")
    void shouldRefuseLocalCalls() throws Exception {
        assertThat(session.getTransacted()).isTrue();
        assertThat(session.getAcknowledgeMode()).isEqualTo(Session.SESSION_TRANSACTED);
        assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::commit);
        assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::rollback);
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(session::recover);
        send(in, "a");
        inBranch(xid("1"), () -> {
            assertThatExceptionOfType(TransactionInProgressException.class).isThrownBy(session::commit);
            try (MessageConsumer consumer = session.createConsumer(in)) {
                receive(consumer).acknowledge();
            }
        });
        resource.rollback(xid("1"));
        assertThat(drain(in)).containsExactly("a");
    }

    @Test
    @DisplayName("XA-04 XA sessions and XA contexts return their ordinary counterparts and their resources")
    void shouldGiveOut() throws Exception {
        assertThat(session.getSession()).isSameAs(session);
        try (XAJMSContext context = xaFactory.createXAContext()) {
            assertThat(context.getTransacted()).isTrue();
            assertThat(context.getSessionMode()).isEqualTo(JMSContext.SESSION_TRANSACTED);
            assertThat(context.getContext()).isSameAs(context);
            assertThatExceptionOfType(TransactionInProgressRuntimeException.class)
                    .isThrownBy(context::commit);
            assertThatExceptionOfType(TransactionInProgressRuntimeException.class)
                    .isThrownBy(context::rollback);
            context.getXAResource().start(xid("1"), XAResource.TMNOFLAGS);
            context.createProducer().send(out, "a");
            context.getXAResource().end(xid("1"), XAResource.TMSUCCESS);
            assertThat(drain(out)).isEmpty();
            context.getXAResource().commit(xid("1"), true);
            assertThat(drain(out)).containsExactly("a");
        }
    }

    @Test
    @DisplayName("XA-02, XA-03, XA-04 older XA connections start stopped, and create XA sessions and ordinary sessions")
    void shouldOfferOlderApis() throws Exception {
        try (XAQueueConnection queues = xaFactory.createXAQueueConnection();
                XATopicConnection topics = xaFactory.createXATopicConnection()) {
            XAQueueSession queueSession = queues.createXAQueueSession();
            QueueSession usedForQueues = queueSession.getQueueSession();
            send(in, "a");
            assertThat(usedForQueues.createReceiver(in).receive(BRIEFLY_MILLIS)).isNull();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> usedForQueues.createTopic("t"));
            XATopicSession topicSession = topics.createXATopicSession();
            TopicSession usedForTopics = topicSession.getTopicSession();
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> usedForTopics.createQueue("q"));
            assertThat(queues.createXASession()).isInstanceOf(XAQueueSession.class);
            assertThat(topics.createXASession()).isInstanceOf(XATopicSession.class);
            assertThat(queues.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)
                            .getTransacted())
                    .isFalse();
            assertThat(topics.createTopicSession(true, 0).getTransacted()).isTrue();
        }
        assertThat(xaConnection.createSession(true, 0)).isNotNull();
    }

    @Test
    @DisplayName("XA-15 without a branch, a send takes effect immediately and a receive acknowledges the message")
    void shouldWorkWithoutBranch() throws Exception {
        send(session, in, "a");
        MessageConsumer consumer = session.createConsumer(in);
        assertThat(text(receive(consumer))).isEqualTo("a");
        session.close();
        assertNothingLeft(in);
    }

    @Test
    @DisplayName("XA-15 without a branch, a message is acknowledged when its listener returns")
    void shouldListenWithoutBranch() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        session.createConsumer(in).setMessageListener(message -> {
            try {
                boolean again = message.getJMSRedelivered();
                seen.add(text(message) + (again ? " again" : ""));
                if (!again) {
                    throw new java.lang.IllegalStateException("thrown by the test");
                }
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a again");
        session.close();
        assertNothingLeft(in);
    }

    /** Asserts that no message of the queue is available or in flight. */
    private void assertNothingLeft(Queue queue) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            QueueStatistics statistics = admin.statistics(queue.getQueueName());
            assertThat(statistics.available() + statistics.inFlight()).isZero();
        }
    }

    @Test
    @DisplayName("XA-13 receives and sends of a listener belong to the branch with which its session is associated")
    void shouldListenInABranch() throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        session.createConsumer(in).setMessageListener(message -> {
            try {
                send(session, out, "from " + text(message));
                seen.add(text(message));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        // The close waits for the listener. The received message stays with the branch.
        session.close();
        resource.end(xid("1"), XAResource.TMSUCCESS);
        resource.rollback(xid("1"));
        assertThat(drain(out)).isEmpty();
        try (Session other = autoSession();
                MessageConsumer consumer = other.createConsumer(in)) {
            assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName(
            "XA-13, RA-21 a message whose listener starts a branch belongs to the branch, even if the listener fails")
    void shouldBelongToTheBranchThatItsListenerBegins(boolean commit) throws Exception {
        BlockingQueue<String> seen = new LinkedBlockingQueue<>();
        session.createConsumer(in).setMessageListener(message -> {
            try {
                resource.start(xid("1"), XAResource.TMNOFLAGS);
                send(session, out, "from " + text(message));
                resource.end(xid("1"), XAResource.TMSUCCESS);
                seen.add(text(message));
            } catch (JMSException | XAException e) {
                throw new AssertionError(e);
            }
            throw new java.lang.IllegalStateException("thrown by the test");
        });
        send(in, "a");
        assertThat(seen.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        session.close();
        assertThat(drain(in)).isEmpty();
        if (commit) {
            resource.commit(xid("1"), true);
            assertNothingLeft(in);
            assertThat(drain(out)).containsExactly("from a");
        } else {
            resource.rollback(xid("1"));
            assertThat(drain(out)).isEmpty();
            try (Session other = autoSession();
                    MessageConsumer consumer = other.createConsumer(in)) {
                assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount"))
                        .isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("XA-13 SIM-22 a branch receives a message even if the application requested another body type")
    void shouldCountWhatHasAnotherBody(boolean commit) throws Exception {
        send(in, "a");
        try (XAJMSContext context = xaFactory.createXAContext();
                JMSConsumer consumer = context.createConsumer(in)) {
            XAResource ofContext = context.getXAResource();
            ofContext.start(xid("1"), XAResource.TMNOFLAGS);
            assertThatExceptionOfType(MessageFormatRuntimeException.class)
                    .isThrownBy(() -> consumer.receiveBody(Integer.class, PATIENCE_MILLIS));
            ofContext.end(xid("1"), XAResource.TMSUCCESS);
            if (commit) {
                ofContext.commit(xid("1"), true);
                assertNothingLeft(in);
            } else {
                ofContext.rollback(xid("1"));
                assertThat(drain(in)).containsExactly("a");
            }
        }
    }

    @Test
    @DisplayName("XA-16 an asynchronous send belongs to the branch, and its callback runs before the association ends")
    void shouldSendAsynchronously() throws Exception {
        BlockingQueue<String> told = new LinkedBlockingQueue<>();
        Thread caller = Thread.currentThread();
        AtomicBoolean ending = new AtomicBoolean();
        AtomicBoolean ended = new AtomicBoolean();
        MessageProducer producer = session.createProducer(out);
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        producer.send(session.createTextMessage("a"), new jakarta.jms.CompletionListener() {
            @Override
            public void onCompletion(Message message) {
                while (!ended.get() && !(ending.get() && isWaiting(caller))) {
                    Thread.onSpinWait();
                }
                told.add(ended.get() ? "too late" : "completed");
            }

            @Override
            public void onException(Message message, Exception exception) {
                told.add("failed");
            }
        });
        ending.set(true);
        resource.end(xid("1"), XAResource.TMSUCCESS);
        ended.set(true);
        assertThat(told).containsExactly("completed");
        assertThat(drain(out)).isEmpty();
        resource.commit(xid("1"), true);
        assertThat(drain(out)).containsExactly("a");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    @DisplayName("TXN-12 a branch continues after its session and its connection are closed")
    void shouldOutliveItsConnection(boolean onePhase) throws Exception {
        restart();
        send(in, "a");
        resource.start(xid("1"), XAResource.TMNOFLAGS);
        passOn();
        session.close();
        xaConnection.close();
        factory.close();
        resource.end(xid("1"), XAResource.TMSUCCESS);
        if (!onePhase) {
            assertThat(resource.prepare(xid("1"))).isEqualTo(XAResource.XA_OK);
        }
        resource.commit(xid("1"), onePhase);
        factory = newFactory();
        factory.setMaxMessageBytes(1_000_000);
        eventually(
                "the node closed after its last branch ended, so that a factory with other options can connect", () -> {
                    try {
                        connection = factory.createConnection();
                        return true;
                    } catch (IllegalStateException refusal) {
                        return false;
                    }
                });
        connection.start();
        assertThat(drain(out)).containsExactly("from a");
        assertThat(drain(in)).isEmpty();
    }
}
