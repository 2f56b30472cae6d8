package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import jakarta.jms.Connection;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TopicSubscriber;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Shared subscriptions, durable and non-durable. */
public abstract class SharedSubscriptionContract extends TopicContract {

    /** Receives from several consumers, and asserts that they get exactly these messages together. */
    private static void assertShared(List<MessageConsumer> consumers, String... texts) throws JMSException {
        List<String> received = new ArrayList<>();
        for (MessageConsumer consumer : consumers) {
            for (Message next = consumer.receiveNoWait(); next != null; next = consumer.receiveNoWait()) {
                received.add(text(next));
            }
        }
        assertThat(received).containsExactlyInAnyOrder(texts);
    }

    @Test
    @DisplayName(
            "SUB-09, SUB-10, SUB-14, CON-23 consumers of several sessions and connections share a subscription by name")
    void shouldShare() throws JMSException {
        try (Connection other = factory.createConnection()) {
            other.start();
            List<MessageConsumer> consumers = List.of(
                    autoSession().createSharedConsumer(topic, "s"),
                    autoSession().createSharedConsumer(topic, "s"),
                    other.createSession().createSharedConsumer(topic, "s"));
            MessageConsumer another = autoSession().createSharedConsumer(topic, "t");
            publish(topic, "a", "b", "c", "d");
            assertShared(consumers, "a", "b", "c", "d");
            assertReceives(another, "a", "b", "c", "d");
            assertThat(((TopicSubscriber) another).getNoLocal()).isFalse();
        }
    }

    @Test
    @DisplayName("SUB-10, SUB-25 each message goes to one of the consumers, and to another consumer after its release")
    void shouldDeliverToOne() throws JMSException {
        try (Connection other = factory.createConnection()) {
            other.start();
            for (boolean durable : new boolean[] {false, true}) {
                Session first = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                Session second = other.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer one = shared(first, durable);
                MessageConsumer two = shared(second, durable);
                publish(topic, "a");
                receive(one);
                assertNothing(two);
                first.close();
                Message again = receive(two);
                assertThat(again.getJMSRedelivered()).isTrue();
                again.acknowledge();
                second.close();
            }
        }
    }

    private MessageConsumer shared(Session session, boolean durable) throws JMSException {
        return durable ? session.createSharedDurableConsumer(topic, "s") : session.createSharedConsumer(topic, "s");
    }

    @Test
    @DisplayName("SUB-11 a shared non-durable subscription ends with its last consumer")
    void shouldEndWithLastConsumer() throws JMSException {
        Session session = autoSession();
        MessageConsumer first = session.createSharedConsumer(topic, "s");
        MessageConsumer second = session.createSharedConsumer(topic, "s");
        publish(topic, "a", "b");
        first.close();
        assertReceives(second, "a", "b");
        publish(topic, "c");
        second.close();
        assertReceives(session.createSharedConsumer(topic, "s"));
    }

    @Test
    @DisplayName("SUB-12, SUB-26 a consumer cannot join an active shared subscription with another topic or selector")
    void shouldRefuseToJoinDifferently() throws JMSException {
        Session session = autoSession();
        MessageConsumer shared = session.createSharedConsumer(topic, "s", "color = 'red'");
        MessageConsumer durable = session.createSharedDurableConsumer(topic, "d", "color = 'red'");
        List<ThrowingCallable> calls = List.of(
                () -> session.createSharedConsumer(topic("other"), "s", "color = 'red'"),
                () -> session.createSharedConsumer(topic, "s"),
                () -> session.createSharedConsumer(topic, "s", "color = 'green'"),
                () -> session.createSharedDurableConsumer(topic("other"), "d", "color = 'red'"),
                () -> session.createSharedDurableConsumer(topic, "d"),
                () -> session.createSharedDurableConsumer(topic, "d", "color = 'green'"));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(JMSException.class).isThrownBy(call);
        }
        assertThatCode(() -> session.createSharedConsumer(topic, "s", "color = 'red'")
                        .close())
                .doesNotThrowAnyException();
        assertThatCode(() -> session.createSharedDurableConsumer(topic, "d", "color = 'red'")
                        .close())
                .doesNotThrowAnyException();
        publishColored("red", "a");
        assertReceives(shared, "a");
        assertReceives(durable, "a");
        try (JMSContext context = factory.createContext()) {
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(() -> context.createSharedConsumer(topic, "s", "color = 'green'"));
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(() -> context.createSharedDurableConsumer(topic, "d", "color = 'green'"));
        }
    }

    @Test
    @DisplayName("TOP-03, SUB-11 a new subscription gets no messages of an earlier subscription with its name")
    void shouldGetNothingOfTheFormer() throws JMSException {
        Session session = autoSession();
        for (int round = 0; round < 50; round++) {
            MessageConsumer former = session.createSharedConsumer(topic, "s");
            publish(topic, "former " + round);
            former.close();
            MessageConsumer next = session.createSharedConsumer(topic, "s");
            assertNothing(next);
            next.close();
        }
    }

    @Test
    @DisplayName(
            "SUB-09, SUB-13, SUB-24, CON-23 a name under another client id, or without one, is another subscription")
    void shouldTellClientIdsApart() throws JMSException {
        try (Connection mine = connectionOf("me");
                Connection yours = connectionOf("you")) {
            List<MessageConsumer> consumers = new ArrayList<>();
            for (Connection each : List.of(mine, yours, connection)) {
                consumers.add(each.createSession().createSharedConsumer(topic, "s"));
                consumers.add(each.createSession().createSharedDurableConsumer(topic, "s"));
            }
            publish(topic, "a");
            for (MessageConsumer consumer : consumers) {
                assertReceives(consumer, "a");
            }
            MessageConsumer joined = mine.createSession().createSharedConsumer(topic, "s");
            publish(topic, "b");
            assertShared(List.of(consumers.get(0), joined), "b");
        }
    }

    @Test
    @DisplayName("SUB-15 a durable and a shared non-durable subscription can have one name and client id")
    void shouldHaveNamesOfTheirOwn() throws JMSException {
        try (Connection named = connectionOf("me")) {
            Session session = named.createSession();
            MessageConsumer shared = session.createSharedConsumer(topic, "s");
            MessageConsumer durable = session.createDurableConsumer(topic, "s");
            MessageConsumer sharedOther = session.createSharedConsumer(topic, "t");
            MessageConsumer sharedDurable = session.createSharedDurableConsumer(topic, "t");
            publish(topic, "a");
            for (MessageConsumer each : List.of(shared, durable, sharedOther, sharedDurable)) {
                assertReceives(each, "a");
            }
        }
    }

    @Test
    @DisplayName(
            "SUB-24, SUB-25, SUB-18 a shared durable subscription collects messages, and several consumers share them")
    void shouldShareDurably() throws JMSException {
        autoSession().createSharedDurableConsumer(topic, "s").close();
        publish(topic, "a", "b", "c");
        try (Connection other = factory.createConnection()) {
            other.start();
            List<MessageConsumer> consumers = List.of(
                    autoSession().createSharedDurableConsumer(topic, "s"),
                    other.createSession().createSharedDurableConsumer(topic, "s", ""));
            assertShared(consumers, "a", "b", "c");
        }
    }

    @Test
    @DisplayName("SUB-27, SUB-21 a new topic or selector replaces an inactive shared durable subscription")
    void shouldReplaceInactive() throws JMSException {
        Session session = autoSession();
        session.createSharedDurableConsumer(topic, "s").close();
        publish(topic, "old");
        MessageConsumer same = session.createSharedDurableConsumer(topic, "s", "");
        assertReceives(same, "old");
        same.close();
        publish(topic, "old");
        MessageConsumer selecting = session.createSharedDurableConsumer(topic, "s", "color = 'red'");
        publishColored("red", "new");
        assertReceives(selecting, "new");
        selecting.close();
        publishColored("red", "old");
        MessageConsumer elsewhere = session.createSharedDurableConsumer(topic("other"), "s", "color = 'red'");
        assertReceives(elsewhere);
        publish(topic, "not for it");
        assertNothing(elsewhere);
    }

    @Test
    @DisplayName("SIM-02, SIM-19 contexts create shared subscriptions, durable and non-durable")
    void shouldShareByContexts() {
        try (JMSContext first = factory.createContext();
                JMSContext second = factory.createContext()) {
            JMSConsumer one = first.createSharedConsumer(topic, "s");
            JMSConsumer two = second.createSharedDurableConsumer(topic, "s");
            first.createProducer().send(topic, "a");
            assertThat(one.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
            assertThat(two.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("a");
        }
    }
}
