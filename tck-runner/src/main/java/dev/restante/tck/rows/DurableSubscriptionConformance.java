package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicSubscriber;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of durable subscriptions, unshared and shared. */
@ExtendWith(JmsFixtureExtension.class)
final class DurableSubscriptionConformance {

    @Test
    @DisplayName("SUB-16 an unshared durable subscription needs a client id")
    void shouldNeedAClientId(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        JMSContext context = jms.context();

        assertThatThrownBy(() -> session.createDurableConsumer(topic, "s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createDurableSubscriber(topic, "s")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> context.createDurableConsumer(topic, "s"))
                .isInstanceOf(jakarta.jms.IllegalStateRuntimeException.class);
    }

    @Test
    @DisplayName("SUB-17 an unshared durable subscription has one consumer at a time")
    void shouldRefuseASecondConsumer(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        MessageConsumer consumer = session.createDurableConsumer(topic, name);

        assertThatThrownBy(() -> session.createDurableConsumer(topic, name)).isInstanceOf(JMSException.class);
        consumer.close();
        session.createDurableConsumer(topic, name).close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-18 SUB-21 a subscription reopened with equal parameters continues, null and empty selector alike")
    void shouldAccumulateWhileInactive(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        session.createDurableConsumer(topic, name, null, false).close();
        jms.send(topic, "a");
        session.createDurableConsumer(topic, name, "", false).close();
        jms.send(topic, "b");
        MessageConsumer consumer = session.createDurableConsumer(topic, name);

        JmsFixture.expectTexts(consumer, "a", "b");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-19 a subscription is reset if it is reopened with another topic, selector or noLocal")
    void shouldBeginAnewWithOtherParameters(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        session.createDurableConsumer(topic, name).close();
        jms.sendNumbered(topic, 0, 2);

        MessageConsumer selecting = session.createDurableConsumer(topic, name, "n = 1", false);
        assertThat(JmsFixture.receivesNothing(selecting)).isTrue();
        jms.sendNumbered(topic, 0, 2);
        JmsFixture.expectTexts(selecting, "1");
        jms.sendNumbered(topic, 1, 2);
        selecting.close();
        MessageConsumer notLocal = session.createDurableConsumer(topic, name, "n = 1", true);
        assertThat(JmsFixture.receivesNothing(notLocal)).isTrue();
        notLocal.close();
        jms.sendNumbered(topic, 1, 2);
        MessageConsumer ofOther = session.createDurableConsumer(other, name);
        jms.sendNumbered(other, 7, 8);
        JmsFixture.expectTexts(ofOther, "7");
        ofOther.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-20 noLocal of a durable subscription excludes messages of its own connection")
    void shouldExcludeItsOwnConnectionDurably(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        MessageConsumer consumer = session.createDurableConsumer(topic, name, null, true);
        session.createProducer(topic).send(session.createTextMessage("own"));
        jms.send(topic, "foreign");

        JmsFixture.expectTexts(consumer, "foreign");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-23 JMS-RCV-09 createDurableSubscriber opens a durable subscription and reports topic and noLocal")
    void shouldMakeDurableSubscribers(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        TopicSubscriber subscriber = session.createDurableSubscriber(topic, name);
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        subscriber.close();
        jms.send(topic, "x");

        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        JmsFixture.expectTexts(consumer, "x");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-24 SUB-25 a shared durable subscription without a client id keeps and shares its messages")
    void shouldShareDurably(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.session();
        session.createSharedDurableConsumer(topic, name).close();
        jms.sendNumbered(topic, 0, 6);
        MessageConsumer first = session.createSharedDurableConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedDurableConsumer(topic, name);
        jms.sendNumbered(topic, 6, 10);

        assertThat(JmsFixture.drain(10, first, second)).hasSize(10);
        first.close();
        second.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName(
            "SUB-26 SUB-27 another topic or selector is rejected for an active subscription and resets an inactive one")
    void shouldChangeOnlyWhileInactive(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.session();
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(other, name))
                .isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, name, "n = 1"))
                .isInstanceOf(JMSException.class);
        consumer.close();
        jms.sendNumbered(topic, 0, 2);

        MessageConsumer changed = session.createSharedDurableConsumer(topic, name, "n = 1");

        assertThat(JmsFixture.receivesNothing(changed)).isTrue();
        jms.sendNumbered(topic, 0, 2);
        JmsFixture.expectTexts(changed, "1");
        changed.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-28 shared and unshared durable subscriptions cannot have the same name, even while inactive")
    void shouldNotMixSharedAndUnshared(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        String unshared = jms.uniqueName();
        session.createDurableConsumer(topic, unshared).close();
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, unshared))
                .isInstanceOf(JMSException.class);
        String shared = jms.uniqueName();
        session.createSharedDurableConsumer(topic, shared).close();
        assertThatThrownBy(() -> session.createDurableConsumer(topic, shared)).isInstanceOf(JMSException.class);

        session.unsubscribe(unshared);
        session.unsubscribe(shared);
    }

    @Test
    @DisplayName("SUB-30 SUB-31 SUB-33 unsubscribe deletes a subscription and rejects an unknown name")
    void shouldUnsubscribe(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        Session consuming = session;
        consuming.createDurableConsumer(topic, name).close();
        jms.send(topic, "lost");
        Session stranger = jms.sessionWithClientId(jms.uniqueName());
        assertThatThrownBy(() -> stranger.unsubscribe(name)).isInstanceOf(InvalidDestinationException.class);

        session.unsubscribe(name);

        assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(InvalidDestinationException.class);
        MessageConsumer again = session.createDurableConsumer(topic, name);
        assertThat(JmsFixture.receivesNothing(again)).isTrue();
        again.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-32 unsubscribe is rejected while the subscription has a consumer")
    void shouldRefuseToUnsubscribeWhileActive(JmsFixture jms) throws Exception {
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        MessageConsumer consumer = session.createDurableConsumer(jms.topic(), name);

        assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(JMSException.class);
        consumer.close();
        session.unsubscribe(name);
    }
}
