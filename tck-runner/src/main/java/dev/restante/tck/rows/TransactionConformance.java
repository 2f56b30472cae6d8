package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of local transactions: commit, rollback, visibility of messages and closing. */
@ExtendWith(JmsFixtureExtension.class)
final class TransactionConformance {

    @Test
    @DisplayName("TXN-01 TXN-02 commit sends and acknowledges atomically, and the next transaction begins")
    void shouldCommit(JmsFixture jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(in);
        Message message = JmsFixture.next(consumer);
        session.createProducer(out).send(message);

        session.commit();
        session.rollback();

        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
        assertThat(JmsFixture.nextText(jms.session().createConsumer(out))).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-03 a message sent in an open transaction is visible to no consumer and no browser")
    void shouldHideUntilCommit(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(queue).send(session.createTextMessage("a"));
        Session other = jms.session();
        MessageConsumer consumer = other.createConsumer(queue);

        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
        assertThat(JmsFixture.toList(other.createBrowser(queue).getEnumeration()))
                .isEmpty();
        session.commit();
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-04 rollback discards sent messages and redelivers received messages, marked and counted")
    void shouldRollBack(JmsFixture jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(in);
        session.createProducer(out).send(JmsFixture.next(consumer));

        session.rollback();

        Message again = JmsFixture.next(consumer);
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(JmsFixture.receivesNothing(jms.session().createConsumer(out)))
                .isTrue();
    }

    @Test
    @DisplayName("TXN-05 commit and rollback of a non-transacted session fail")
    void shouldRefuseWithoutTransaction(JmsFixture jms) throws Exception {
        Session session = jms.session();

        assertThatThrownBy(session::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("TXN-08 a transaction spans several queues, producers and consumers")
    void shouldSpanQueues(JmsFixture jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(first).send(session.createTextMessage("a"));
        session.createProducer(second).send(session.createTextMessage("b"));
        session.rollback();
        session.createProducer(first).send(session.createTextMessage("c"));
        session.createProducer(second).send(session.createTextMessage("d"));

        session.commit();

        assertThat(JmsFixture.nextText(session.createConsumer(first))).isEqualTo("c");
        assertThat(JmsFixture.nextText(session.createConsumer(second))).isEqualTo("d");
    }

    @Test
    @DisplayName("TXN-08 a transaction spans queues and topics")
    void shouldSpanQueuesAndTopics(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jakarta.jms.Topic topic = jms.topic();
        MessageConsumer ofTopic = jms.session().createConsumer(topic);
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(queue).send(session.createTextMessage("a"));
        session.createProducer(topic).send(session.createTextMessage("b"));

        assertThat(JmsFixture.receivesNothing(ofTopic)).isTrue();
        session.commit();

        assertThat(JmsFixture.nextText(ofTopic)).isEqualTo("b");
        assertThat(JmsFixture.nextText(session.createConsumer(queue))).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-09 a message received in a transaction goes to no other consumer")
    void shouldKeepReceivedMessages(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        JmsFixture.next(session.createConsumer(queue));

        assertThat(JmsFixture.receivesNothing(jms.session().createConsumer(queue)))
                .isTrue();
    }

    @Test
    @DisplayName("TXN-10 EXP-03 timestamp and expiration count from the send, not from the commit")
    void shouldCountFromTheSend(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(60_000);
        Message sent = session.createMessage();
        producer.send(sent);
        // The provider's clock may differ from this clock by some milliseconds.
        Thread.sleep(50);
        long commitMillis = System.currentTimeMillis();
        session.commit();

        Message received = JmsFixture.next(session.createConsumer(queue));

        assertThat(received.getJMSTimestamp()).isLessThan(commitMillis);
        assertThat(received.getJMSExpiration()).isEqualTo(received.getJMSTimestamp() + 60_000);
    }

    @Test
    @DisplayName("TXN-11 DLV-01 messages of a transaction keep the order of their sends")
    void shouldKeepTheOrder(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            producer.send(session.createTextMessage("" + i));
        }
        session.commit();

        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 20; i++) {
            assertThat(JmsFixture.nextText(consumer)).isEqualTo("" + i);
        }
    }

    @Test
    @DisplayName("TXN-12 closing a session or connection rolls back its transaction")
    void shouldRollBackWhenClosed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Connection connection = jms.connection();
        for (AutoCloseable closed :
                new AutoCloseable[] {connection.createSession(Session.SESSION_TRANSACTED), connection}) {
            Session session =
                    closed instanceof Session open ? open : connection.createSession(Session.SESSION_TRANSACTED);
            JmsFixture.next(session.createConsumer(queue));
            session.createProducer(queue).send(session.createTextMessage("lost"));
            closed.close();
        }

        MessageConsumer consumer = jms.session().createConsumer(queue);
        Message again = JmsFixture.next(consumer);
        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
    }

    @Test
    @DisplayName("TXN-15 a listener may commit its session")
    void shouldCommitInAListener(JmsFixture jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Connection connection = jms.stoppedConnection();
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        CompletableFuture<String> done = new CompletableFuture<>();
        session.createConsumer(in).setMessageListener(message -> {
            try {
                session.createProducer(out).send(message);
                session.commit();
                done.complete("committed");
            } catch (jakarta.jms.JMSException e) {
                done.completeExceptionally(e);
            }
        });
        connection.start();

        assertThat(done.get(JmsFixture.ARRIVAL_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                .isEqualTo("committed");
        assertThat(JmsFixture.nextText(jms.session().createConsumer(out))).isEqualTo("a");
    }
}
