package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.TopicSubscriber;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Unshared non-durable subscriptions and their messages. */
public abstract class SubscriptionContract extends TopicContract {

    @Test
    @DisplayName("GEN-01, SUB-01, SUB-06 each consumer has its own subscription and gets a copy of each later message")
    void shouldCopyToEachSubscription() throws JMSException {
        publish(topic, "too early");
        Session session = autoSession();
        MessageConsumer first = session.createConsumer(topic);
        MessageConsumer second = autoSession().createConsumer(topic);
        assertThat(connection.getClientID()).isNull();
        publish(topic, "a", "b");
        MessageConsumer third = session.createConsumer(topic);
        publish(topic, "c");

        assertReceives(first, "a", "b", "c");
        assertReceives(second, "a", "b", "c");
        assertReceives(third, "c");
    }

    @Test
    @DisplayName("SUB-01 changes and settlements of one copy do not affect the copies of other subscriptions")
    void shouldKeepCopiesApart() throws JMSException {
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer first = client.createConsumer(topic);
        MessageConsumer second = autoSession().createConsumer(topic);
        publish(topic, "a");
        receive(first);
        client.recover();
        Message again = receive(first);
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        again.setJMSType("changed");
        again.clearBody();
        ((TextMessage) again).setText("changed");

        Message other = receive(second);
        assertThat(text(other)).isEqualTo("a");
        assertThat(other.getJMSType()).isNull();
        assertThat(other.getJMSRedelivered()).isFalse();
        assertThat(other.getJMSMessageID()).isEqualTo(again.getJMSMessageID());
        again.acknowledge();
    }

    @Test
    @DisplayName("SUB-01 non-persistent messages reach each subscription, durable or not")
    void shouldCopyNonPersistentMessages() throws JMSException {
        try (Connection named = connectionOf("me")) {
            MessageConsumer durable = named.createSession().createDurableConsumer(topic, "s");
            MessageConsumer plain = autoSession().createConsumer(topic);
            MessageConsumer shared = autoSession().createSharedConsumer(topic, "s");
            try (Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(topic)) {
                producer.setDeliveryMode(DeliveryMode.NON_PERSISTENT);
                producer.send(session.createTextMessage("a"));
            }
            for (MessageConsumer consumer : List.of(durable, plain, shared)) {
                Message received = receive(consumer);
                assertThat(text(received)).isEqualTo("a");
                assertThat(received.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            }
        }
    }

    @Test
    @DisplayName("SUB-02, SEL-35 a subscription with a selector gets only the published messages that match")
    void shouldFilterAtPublication() throws JMSException {
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer red = client.createConsumer(topic, "color = 'red'");
        MessageConsumer all = autoSession().createConsumer(topic);
        publishColored("green", "a");
        publishColored("red", "b");
        publish(topic, "c");
        assertReceives(red, "b");
        assertThat(red.getMessageSelector()).isEqualTo("color = 'red'");
        assertReceives(all, "a", "b", "c");
        assertThat(all.getMessageSelector()).isNull();
    }

    @Test
    @DisplayName("SUB-07 a non-durable subscription ends with its consumer, and its remaining messages are dropped")
    void shouldEndWithItsConsumer() throws JMSException {
        Session session = autoSession();
        MessageConsumer consumer = session.createConsumer(topic);
        publish(topic, "a");
        consumer.close();
        publish(topic, "b");
        MessageConsumer next = session.createConsumer(topic);
        publish(topic, "c");
        assertReceives(next, "c");
    }

    @Test
    @DisplayName("SES-16 messages of a closed consumer can still be committed, rolled back and acknowledged")
    void shouldSettleAfterClose() throws JMSException {
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        Queue out = queue("out");
        for (boolean commit : new boolean[] {true, false}) {
            MessageConsumer consumer = transacted.createConsumer(topic);
            publish(topic, "a");
            receive(consumer);
            consumer.close();
            send(transacted, out, "answer");
            if (commit) {
                transacted.commit();
                assertThat(drain(out)).containsExactly("answer");
            } else {
                transacted.rollback();
                assertThat(drain(out)).isEmpty();
            }
        }
        for (int mode : new int[] {Session.CLIENT_ACKNOWLEDGE, RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE}) {
            Session client = connection.createSession(mode);
            MessageConsumer consumer = client.createConsumer(topic);
            publish(topic, "a");
            Message message = receive(consumer);
            consumer.close();
            assertThatCode(message::acknowledge).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("SES-15, SES-16 a listener can close its consumer, and its message is acknowledged")
    void shouldCloseInListener() throws Exception {
        java.util.concurrent.CompletableFuture<JMSException> told = new java.util.concurrent.CompletableFuture<>();
        connection.setExceptionListener(told::complete);
        for (int mode : new int[] {Session.AUTO_ACKNOWLEDGE, Session.DUPS_OK_ACKNOWLEDGE}) {
            Session session = connection.createSession(mode);
            MessageConsumer consumer = session.createConsumer(topic);
            CountDownLatch closed = new CountDownLatch(1);
            consumer.setMessageListener(message -> {
                try {
                    consumer.close();
                } catch (JMSException e) {
                    throw new AssertionError(e);
                }
                closed.countDown();
            });
            publish(topic, "a");
            await(closed);
            session.close();
        }
        assertThat(told).isNotDone();
    }

    @Test
    @DisplayName("SUB-08 noLocal excludes messages of all sessions of the own connection")
    void shouldLeaveOutOwnMessages() throws JMSException {
        MessageConsumer others = autoSession().createConsumer(topic, null, true);
        MessageConsumer all = autoSession().createConsumer(topic, null, false);
        try (Connection other = factory.createConnection()) {
            publish(connection, topic, "own");
            publish(other, topic, "other");
        }
        assertReceives(others, "other");
        assertReceives(all, "own", "other");
        assertThat(((TopicSubscriber) others).getNoLocal()).isTrue();
        assertThat(((TopicSubscriber) all).getNoLocal()).isFalse();
    }

    @Test
    @DisplayName("SUB-08 noLocal applies to messages of transactions, and has no effect on a queue")
    void shouldLeaveOutOwnTransactions() throws JMSException {
        MessageConsumer others = autoSession().createConsumer(topic, null, true);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = transacted.createProducer(topic);
        producer.send(transacted.createTextMessage("own"));
        transacted.commit();
        assertNothing(others);
        MessageConsumer ofQueue = autoSession().createConsumer(queue("q"), null, true);
        send(queue("q"), "own");
        assertReceives(ofQueue, "own");
    }

    @Test
    @DisplayName("SUB-10, SES-04 each listener gets a copy of every message")
    void shouldDeliverToListeners() throws JMSException {
        CountDownLatch all = new CountDownLatch(20);
        for (int i = 0; i < 2; i++) {
            autoSession().createConsumer(topic).setMessageListener(message -> all.countDown());
        }
        for (int i = 0; i < 10; i++) {
            publish(topic, "m" + i);
        }
        await(all);
    }

    @Test
    @DisplayName("SES-10, ACK-17 recover redelivers unacknowledged messages of a subscription")
    void shouldRecover() throws JMSException {
        Session client = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = client.createConsumer(topic);
        publish(topic, "a", "b");
        receive(consumer);
        client.recover();
        Message again = receive(consumer);
        assertThat(text(again)).isEqualTo("a");
        assertThat(again.getJMSRedelivered()).isTrue();
        receive(consumer).acknowledge();
        assertNothing(consumer);
    }

    @Test
    @DisplayName("TXN-08 one transaction spans queues and topics")
    void shouldSpanQueuesAndTopics() throws JMSException {
        Queue in = queue("in");
        Queue out = queue("out");
        MessageConsumer listening = autoSession().createConsumer(topic);
        Session transacted = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer requests = transacted.createConsumer(in);
        MessageConsumer events = transacted.createConsumer(topic("events"));
        send(in, "request");
        publish(topic("events"), "event");
        for (boolean commit : new boolean[] {false, true}) {
            receive(requests);
            receive(events);
            send(transacted, out, "answer");
            transacted.createProducer(topic).send(transacted.createTextMessage("published"));
            assertNothing(listening);
            if (commit) {
                transacted.commit();
            } else {
                transacted.rollback();
            }
        }
        assertReceives(listening, "published");
        assertThat(drain(out)).containsExactly("answer");
        assertThat(drain(in)).isEmpty();
        assertNothing(events);
    }

    @Test
    @DisplayName("EXP-13 a delayed message reaches only the subscriptions that existed when it was sent")
    void shouldFanOutWhenSent() throws JMSException {
        MessageConsumer early = autoSession().createConsumer(topic);
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(topic)) {
            producer.setDeliveryDelay(TimeUnit.HOURS.toMillis(1));
            producer.send(session.createTextMessage("later"));
        }
        MessageConsumer late = autoSession().createConsumer(topic);
        assertNothing(early);
        time.jump(Duration.ofHours(1));
        assertReceives(early, "later");
        assertNothing(late);
    }
}
