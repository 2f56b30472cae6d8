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

/** Durable subscriptions, above all those that are not shared: what they keep, and for whom. */
public abstract class DurableSubscriptionContract extends DurableSubscriptionFixture {

    @Test
    @DisplayName(
            "SUB-03 names of subscriptions have letters, digits, '_', '.', '-' and 128 characters, and may have more")
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
    @DisplayName("SUB-03, SUB-16 client id and name can't be mixed up with another client id and name")
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
    @DisplayName("SUB-04, SUB-18, SUB-23 a durable subscription collects while it is inactive and is resumed")
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
    @DisplayName("SUB-16, CON-23 an unshared durable subscription needs a client id, a shared one does not")
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
    @DisplayName("SUB-17 an unshared durable subscription has one active consumer; another fails whatever it asks for")
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
    @DisplayName("SUB-19 opened with another topic, selector or noLocal it is replaced, and what it had is gone")
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
    @DisplayName(
            "SUB-20 noLocal of a durable subscription leaves out its connection's messages and those of the same client id, also later")
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
    @DisplayName("SUB-21 no selector and an empty one are the same")
    void shouldTakeEmptySelectorForNone() throws JMSException {
        session.createDurableConsumer(topic, "s", null, false).close();
        publish(topic, "a");
        MessageConsumer again = session.createDurableConsumer(topic, "s", "", false);
        assertThat(again.getMessageSelector()).isNull();
        again.close();
        assertReceives(session.createDurableConsumer(topic, "s"), "a");
    }

    @Test
    @DisplayName(
            "SUB-22 a TopicSession can't reopen a subscription of which messages are in a transaction or unacknowledged")
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
    @DisplayName(
            "SUB-28 shared and unshared durable subscriptions exclude each other by name and client id, even when inactive")
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
            "SUB-29 both durable kinds and their messages survive a restart, with topic, selector, noLocal and client id")
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
    @DisplayName("SES-10 unacknowledged messages of a durable subscription stay, and come again, flagged")
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
