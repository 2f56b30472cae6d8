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

@ExtendWith(JmsOfTest.class)
final class TransactionRows {

    @Test
    @DisplayName("TXN-01 TXN-02 commit sends and acknowledges as one unit, and the next transaction begins")
    void shouldCommit(Jms jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(in);
        Message message = Jms.next(consumer);
        session.createProducer(out).send(message);

        session.commit();
        session.rollback();

        assertThat(Jms.silent(consumer)).isTrue();
        assertThat(Jms.nextText(jms.session().createConsumer(out))).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-03 what was sent in an open transaction is visible to no consumer and no browser")
    void shouldHideUntilCommit(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(queue).send(session.createTextMessage("a"));
        Session other = jms.session();
        MessageConsumer consumer = other.createConsumer(queue);

        assertThat(Jms.silent(consumer)).isTrue();
        assertThat(Jms.all(other.createBrowser(queue).getEnumeration())).isEmpty();
        session.commit();
        assertThat(Jms.nextText(consumer)).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-04 rollback destroys what was sent and brings back what was received, flagged and counted")
    void shouldRollBack(Jms jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(in);
        session.createProducer(out).send(Jms.next(consumer));

        session.rollback();

        Message again = Jms.next(consumer);
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(Jms.silent(jms.session().createConsumer(out))).isTrue();
    }

    @Test
    @DisplayName("TXN-05 commit and rollback of a session that is not transacted fail")
    void shouldRefuseWithoutTransaction(Jms jms) throws Exception {
        Session session = jms.session();

        assertThatThrownBy(session::commit).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::rollback).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("TXN-08 a transaction spans several queues, producers and consumers")
    void shouldSpanQueues(Jms jms) throws Exception {
        Queue first = jms.queue();
        Queue second = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(first).send(session.createTextMessage("a"));
        session.createProducer(second).send(session.createTextMessage("b"));
        session.rollback();
        session.createProducer(first).send(session.createTextMessage("c"));
        session.createProducer(second).send(session.createTextMessage("d"));

        session.commit();

        assertThat(Jms.nextText(session.createConsumer(first))).isEqualTo("c");
        assertThat(Jms.nextText(session.createConsumer(second))).isEqualTo("d");
    }

    @Test
    @DisplayName("TXN-08 a transaction spans queues and topics")
    void shouldSpanQueuesAndTopics(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jakarta.jms.Topic topic = jms.topic();
        MessageConsumer ofTopic = jms.session().createConsumer(topic);
        Session session = jms.session(Session.SESSION_TRANSACTED);
        session.createProducer(queue).send(session.createTextMessage("a"));
        session.createProducer(topic).send(session.createTextMessage("b"));

        assertThat(Jms.silent(ofTopic)).isTrue();
        session.commit();

        assertThat(Jms.nextText(ofTopic)).isEqualTo("b");
        assertThat(Jms.nextText(session.createConsumer(queue))).isEqualTo("a");
    }

    @Test
    @DisplayName("TXN-09 a message received in a transaction is given to nobody else")
    void shouldKeepReceivedMessages(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        Jms.next(session.createConsumer(queue));

        assertThat(Jms.silent(jms.session().createConsumer(queue))).isTrue();
    }

    @Test
    @DisplayName("TXN-10 EXP-03 timestamp and expiration count from the send, not from the commit")
    void shouldCountFromTheSend(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(60_000);
        Message sent = session.createMessage();
        producer.send(sent);
        long sentMillis = System.currentTimeMillis();
        Thread.sleep(50);
        session.commit();

        Message received = Jms.next(session.createConsumer(queue));

        assertThat(received.getJMSTimestamp()).isLessThanOrEqualTo(sentMillis);
        assertThat(received.getJMSExpiration()).isEqualTo(received.getJMSTimestamp() + 60_000);
    }

    @Test
    @DisplayName("TXN-11 DLV-01 the order of a transaction is the order of its sends")
    void shouldKeepTheOrder(Jms jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(queue);
        for (int i = 0; i < 20; i++) {
            producer.send(session.createTextMessage("" + i));
        }
        session.commit();

        MessageConsumer consumer = session.createConsumer(queue);
        for (int i = 0; i < 20; i++) {
            assertThat(Jms.nextText(consumer)).isEqualTo("" + i);
        }
    }

    @Test
    @DisplayName("TXN-12 closing session or connection rolls back")
    void shouldRollBackWhenClosed(Jms jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "a");
        Connection connection = jms.connection();
        for (AutoCloseable closed :
                new AutoCloseable[] {connection.createSession(Session.SESSION_TRANSACTED), connection}) {
            Session session =
                    closed instanceof Session open ? open : connection.createSession(Session.SESSION_TRANSACTED);
            Jms.next(session.createConsumer(queue));
            session.createProducer(queue).send(session.createTextMessage("lost"));
            closed.close();
        }

        MessageConsumer consumer = jms.session().createConsumer(queue);
        Message again = Jms.next(consumer);
        assertThat(again.getBody(String.class)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(Jms.silent(consumer)).isTrue();
    }

    @Test
    @DisplayName("TXN-15 a listener may commit its session")
    void shouldCommitInAListener(Jms jms) throws Exception {
        Queue in = jms.queue();
        Queue out = jms.queue();
        jms.send(in, "a");
        Connection connection = jms.stopped();
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

        assertThat(done.get(Jms.SOON_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("committed");
        assertThat(Jms.nextText(jms.session().createConsumer(out))).isEqualTo("a");
    }
}
