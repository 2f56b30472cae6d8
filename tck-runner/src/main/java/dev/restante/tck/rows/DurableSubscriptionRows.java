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

/** Durable subscriptions, unshared and shared, and their end. */
@ExtendWith(JmsOfTest.class)
final class DurableSubscriptionRows {

    @Test
    @DisplayName("SUB-16 an unshared durable subscription needs a client id")
    void shouldNeedAClientId(Jms jms) throws Exception {
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
    void shouldRefuseASecondConsumer(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        MessageConsumer consumer = session.createDurableConsumer(topic, name);

        assertThatThrownBy(() -> session.createDurableConsumer(topic, name)).isInstanceOf(JMSException.class);
        consumer.close();
        session.createDurableConsumer(topic, name).close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-18 SUB-21 reopened with the same parameters, null and empty selector alike, it goes on")
    void shouldAccumulateWhileInactive(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        session.createDurableConsumer(topic, name, null, false).close();
        jms.send(topic, "a");
        session.createDurableConsumer(topic, name, "", false).close();
        jms.send(topic, "b");
        MessageConsumer consumer = session.createDurableConsumer(topic, name);

        Jms.expectTexts(consumer, "a", "b");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-19 reopened with another topic, selector or noLocal, it begins anew")
    void shouldBeginAnewWithOtherParameters(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        session.createDurableConsumer(topic, name).close();
        jms.sendNumbered(topic, 0, 2);

        MessageConsumer selecting = session.createDurableConsumer(topic, name, "n = 1", false);
        assertThat(Jms.silent(selecting)).isTrue();
        jms.sendNumbered(topic, 0, 2);
        Jms.expectTexts(selecting, "1");
        jms.sendNumbered(topic, 1, 2);
        selecting.close();
        MessageConsumer notLocal = session.createDurableConsumer(topic, name, "n = 1", true);
        assertThat(Jms.silent(notLocal)).isTrue();
        notLocal.close();
        jms.sendNumbered(topic, 1, 2);
        MessageConsumer ofOther = session.createDurableConsumer(other, name);
        jms.sendNumbered(other, 7, 8);
        Jms.expectTexts(ofOther, "7");
        ofOther.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-20 noLocal of a durable subscription excludes what its own connection sends")
    void shouldExcludeItsOwnConnectionDurably(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        MessageConsumer consumer = session.createDurableConsumer(topic, name, null, true);
        session.createProducer(topic).send(session.createTextMessage("own"));
        jms.send(topic, "foreign");

        Jms.expectTexts(consumer, "foreign");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-23 JMS-RCV-09 createDurableSubscriber is createDurableConsumer, and reports topic and noLocal")
    void shouldMakeDurableSubscribers(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        TopicSubscriber subscriber = session.createDurableSubscriber(topic, name);
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        subscriber.close();
        jms.send(topic, "x");

        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        Jms.expectTexts(consumer, "x");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-24 SUB-25 a shared durable subscription, without client id, keeps and shares its messages")
    void shouldShareDurably(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.session();
        session.createSharedDurableConsumer(topic, name).close();
        jms.sendNumbered(topic, 0, 6);
        MessageConsumer first = session.createSharedDurableConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedDurableConsumer(topic, name);
        jms.sendNumbered(topic, 6, 10);

        assertThat(Jms.drain(first, second)).hasSize(10);
        first.close();
        second.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName(
            "SUB-26 SUB-27 opened with another topic or selector, an active one refuses, an inactive one begins anew")
    void shouldChangeOnlyWhileInactive(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.name();
        Session session = jms.session();
        MessageConsumer consumer = session.createSharedDurableConsumer(topic, name);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(other, name))
                .isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, name, "n = 1"))
                .isInstanceOf(JMSException.class);
        consumer.close();
        jms.sendNumbered(topic, 0, 2);

        MessageConsumer changed = session.createSharedDurableConsumer(topic, name, "n = 1");

        assertThat(Jms.silent(changed)).isTrue();
        jms.sendNumbered(topic, 0, 2);
        Jms.expectTexts(changed, "1");
        changed.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-28 shared and unshared durable subscriptions of one name exclude each other, also while inactive")
    void shouldNotMixSharedAndUnshared(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.sessionOf(jms.name());
        String unshared = jms.name();
        session.createDurableConsumer(topic, unshared).close();
        assertThatThrownBy(() -> session.createSharedDurableConsumer(topic, unshared))
                .isInstanceOf(JMSException.class);
        String shared = jms.name();
        session.createSharedDurableConsumer(topic, shared).close();
        assertThatThrownBy(() -> session.createDurableConsumer(topic, shared)).isInstanceOf(JMSException.class);

        session.unsubscribe(unshared);
        session.unsubscribe(shared);
    }

    @Test
    @DisplayName("SUB-30 SUB-31 SUB-33 unsubscribe deletes; an unknown name is refused")
    void shouldUnsubscribe(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        Session consuming = session;
        consuming.createDurableConsumer(topic, name).close();
        jms.send(topic, "lost");
        Session stranger = jms.sessionOf(jms.name());
        assertThatThrownBy(() -> stranger.unsubscribe(name)).isInstanceOf(InvalidDestinationException.class);

        session.unsubscribe(name);

        assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(InvalidDestinationException.class);
        MessageConsumer again = session.createDurableConsumer(topic, name);
        assertThat(Jms.silent(again)).isTrue();
        again.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-32 unsubscribe is refused while there is a consumer")
    void shouldRefuseToUnsubscribeWhileActive(Jms jms) throws Exception {
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        MessageConsumer consumer = session.createDurableConsumer(jms.topic(), name);

        assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(JMSException.class);
        consumer.close();
        session.unsubscribe(name);
    }
}
