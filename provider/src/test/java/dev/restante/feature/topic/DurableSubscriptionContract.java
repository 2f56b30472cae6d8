package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.Connection;
import jakarta.jms.IllegalStateRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Durable subscriptions, mainly unshared ones: their messages and their consumers. */
public abstract class DurableSubscriptionContract extends DurableSubscriptionFixture {

    @Test
    @DisplayName("SUB-03 names of subscriptions can have 128 characters, and contain '_', '.', '-' and many other "
            + "characters")
    void shouldAllowNames() throws JMSException {
        for (String name : List.of("aZ_9.-", "x".repeat(128), "häuser_東京", "with: colon", "a/b", "%", "a:b")) {
            try (MessageConsumer durable = session.createDurableConsumer(topic, name);
                    MessageConsumer shared = session.createSharedConsumer(topic, name)) {
                publish(topic, name);
                assertReceives(durable, name);
                assertReceives(shared, name);
            }
            assertThatCode(() -> session.unsubscribe(name)).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("SUB-03, SUB-16 pairs of client id and subscription name are never confused")
    void shouldTellNamesApart() throws JMSException {
        try (Connection first = connectionOf("a");
                Connection second = connectionOf("a:b")) {
            MessageConsumer one = first.createSession().createDurableConsumer(topic, "b:c");
            MessageConsumer two = second.createSession().createDurableConsumer(topic, "c");
            publish(topic, "m");
            assertReceives(one, "m");
            assertReceives(two, "m");
        }
    }

    @Test
    @DisplayName("SUB-04, SUB-18, SUB-23 a durable subscription collects messages while inactive, and is then resumed")
    void shouldResume() throws JMSException {
        TopicSubscriber first = session.createDurableSubscriber(topic, "s");
        assertThat(first.getTopic()).isEqualTo(topic);
        assertThat(first.getNoLocal()).isFalse();
        assertThat(first.getMessageSelector()).isNull();
        publish(topic, "a");
        assertReceives(first, "a");
        publish(topic, "b");
        first.close();
        publish(topic, "c");
        MessageConsumer second = session.createDurableConsumer(topic, "s");
        assertThat(second).isInstanceOf(TopicSubscriber.class);
        publish(topic, "d");
        assertReceives(second, "b", "c", "d");
        second.close();
        mine.close();
        publish(topic, "e");
        mine = connectionOf("me");
        assertReceives(mine.createSession().createDurableSubscriber(topic, "s", null, false), "e");
    }

    @Test
    @DisplayName("SUB-16, CON-23 an unshared durable subscription needs a client id, but a shared one does not")
    void shouldNeedClientId() throws JMSException {
        Session anonymous = autoSession();
        assertAllIllegal(
                () -> anonymous.createDurableConsumer(topic, "s"),
                () -> anonymous.createDurableConsumer(topic, "s", null, false),
                () -> anonymous.createDurableSubscriber(topic, "s"),
                () -> anonymous.createDurableSubscriber(topic, "s", null, false));
        try (JMSContext context = factory.createContext();
                TopicConnection legacy = factory.createTopicConnection()) {
            assertThatExceptionOfType(IllegalStateRuntimeException.class)
                    .isThrownBy(() -> context.createDurableConsumer(topic, "s"));
            TopicSession legacySession = legacy.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            assertAllIllegal(() -> legacySession.createDurableSubscriber(topic, "s"));
        }
        assertThatCode(() -> anonymous.createSharedDurableConsumer(topic, "s")).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("SUB-17 an unshared durable subscription has one active consumer, and a second consumer is rejected")
    void shouldHaveOneConsumer() throws JMSException {
        MessageConsumer active = session.createDurableConsumer(topic, "s");
        Session other = mine.createSession();
        List<ThrowingCallable> calls = List.of(
                () -> other.createDurableConsumer(topic, "s"),
                () -> session.createDurableSubscriber(topic, "s"),
                () -> other.createDurableConsumer(topic, "s", "a = 1", false),
                () -> other.createDurableConsumer(topic("other"), "s"));
        for (ThrowingCallable call : calls) {
            assertThatExceptionOfType(JMSException.class).isThrownBy(call);
        }
        publish(topic, "a");
        assertReceives(active, "a");
        try (JMSContext context = factory.createContext()) {
            context.setClientID("you");
            context.createDurableConsumer(topic, "s");
            assertThatExceptionOfType(JMSRuntimeException.class)
                    .isThrownBy(() -> context.createDurableConsumer(topic, "s"));
        }
    }

    @Test
    @DisplayName("SUB-19 a new topic, selector or noLocal replaces a durable subscription and drops its messages")
    void shouldReplaceInactive() throws JMSException {
        session.createDurableConsumer(topic, "s").close();
        publishColored("red", "old");
        MessageConsumer selecting = session.createDurableConsumer(topic, "s", "color = 'red'", false);
        assertNothing(selecting);
        publishColored("red", "new");
        publishColored("green", "no");
        assertReceives(selecting, "new");
        publishColored("red", "old");
        selecting.close();
        MessageConsumer remote = session.createDurableConsumer(topic, "s", "color = 'red'", true);
        assertNothing(remote);
        publishColored("red", "new");
        assertReceives(remote, "new");
        publishColored("red", "old");
        remote.close();
        MessageConsumer elsewhere = session.createDurableConsumer(topic("other"), "s", "color = 'red'", true);
        assertNothing(elsewhere);
        publishColored("red", "not for it");
        assertNothing(elsewhere);
    }

    @Test
    @DisplayName("SUB-20 noLocal of a durable subscription excludes messages of all connections with its client id")
    void shouldLeaveOutOwnMessages() throws JMSException {
        MessageConsumer first = session.createDurableConsumer(topic, "s", null, true);
        publish(mine, topic, "own");
        publish(topic, "a");
        assertReceives(first, "a");
        assertThat(((TopicSubscriber) first).getNoLocal()).isTrue();
        mine.close();
        mine = connectionOf("me");
        publish(mine, topic, "own by another connection");
        publish(topic, "b");
        assertReceives(mine.createSession().createDurableConsumer(topic, "s", null, true), "b");
    }

    @Test
    @DisplayName("SUB-21 an empty selector means no selector")
    void shouldTakeEmptySelectorForNone() throws JMSException {
        session.createDurableConsumer(topic, "s", null, false).close();
        publish(topic, "a");
        MessageConsumer again = session.createDurableConsumer(topic, "s", "", false);
        assertThat(again.getMessageSelector()).isNull();
        again.close();
        assertReceives(session.createDurableConsumer(topic, "s"), "a");
    }

    @Test
    @DisplayName("SUB-22 a TopicSession cannot reopen a subscription that has uncommitted or unacknowledged messages")
    void shouldRefuseToReopenWithPendingMessages() throws JMSException {
        mine.close();
        try (TopicConnection legacy = factory.createTopicConnection()) {
            legacy.setClientID("me");
            legacy.start();
            TopicSession transacted = legacy.createTopicSession(true, 0);
            TopicSession client = legacy.createTopicSession(false, Session.CLIENT_ACKNOWLEDGE);
            for (TopicSession each : List.of(transacted, client)) {
                TopicSubscriber subscriber = each.createDurableSubscriber(topic, "s");
                publish(topic, "a");
                Message pending = receive(subscriber);
                subscriber.close();
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> each.createDurableSubscriber(topic, "s"));
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> each.createDurableSubscriber(topic, "s", "a = 1", false));
                if (each == transacted) {
                    each.commit();
                } else {
                    pending.acknowledge();
                }
                each.createDurableSubscriber(topic, "s").close();
            }
        }
    }

    @Test
    @DisplayName("SUB-28 shared and unshared durable subscriptions with one name and client id exclude each other")
    void shouldExcludeOtherKind() throws JMSException {
        try (MessageConsumer active = session.createDurableConsumer(topic, "unshared");
                MessageConsumer alsoActive = session.createSharedDurableConsumer(topic, "shared")) {
            assertExcluded();
        }
        assertExcluded();
        session.unsubscribe("unshared");
        session.unsubscribe("shared");
        assertThatCode(() -> session.createSharedDurableConsumer(topic, "unshared"))
                .doesNotThrowAnyException();
        assertThatCode(() -> session.createDurableConsumer(topic, "shared")).doesNotThrowAnyException();
    }

    private void assertExcluded() {
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.createSharedDurableConsumer(topic, "unshared"));
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.createDurableConsumer(topic, "shared"));
    }

    @Test
    @DisplayName(
            "SUB-29 durable subscriptions survive a restart, with messages, topic, selector, noLocal and client id")
    void shouldSurviveRestart() throws JMSException {
        boolean inMemory = url().startsWith("jdbc:hsqldb:mem:");
        String durableUrl = inMemory ? "jdbc:hsqldb:file:" + directory.resolve("restarted") : url();
        mine.close();
        factory.close();
        for (boolean restarted : new boolean[] {false, true}) {
            try (RestanteConnectionFactory each = new RestanteConnectionFactory(durableUrl)) {
                each.setLingerDuration(java.time.Duration.ZERO);
                Connection named = each.createConnection();
                named.setClientID("me");
                named.start();
                Session ofNamed = named.createSession();
                MessageConsumer durable = ofNamed.createDurableConsumer(topic, "s", "TRUE", true);
                MessageConsumer shared = ofNamed.createSharedDurableConsumer(topic, "t");
                if (restarted) {
                    assertReceives(durable, "a");
                    assertReceives(shared, "a");
                    publish(named, topic, "b");
                    assertNothing(durable);
                    assertReceives(shared, "b");
                } else {
                    Connection anonymous = each.createConnection();
                    publish(anonymous, topic, "a");
                }
            }
        }
    }

    @Test
    @DisplayName("SES-10 unacknowledged messages of a durable subscription are redelivered to its next consumer")
    void shouldKeepUnacknowledged() throws JMSException {
        Session client = mine.createSession(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = client.createDurableConsumer(topic, "s");
        publish(topic, "a");
        receive(consumer);
        client.close();
        Message again = receive(session.createDurableConsumer(topic, "s"));
        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }
}
