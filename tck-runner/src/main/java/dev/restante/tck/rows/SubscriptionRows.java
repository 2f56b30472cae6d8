package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topics and the four kinds of subscriptions. */
@ExtendWith(JmsOfTest.class)
final class SubscriptionRows {

    private static Session sessionOf(Jms jms, String clientId) throws Exception {
        Connection connection = jms.stopped();
        connection.setClientID(clientId);
        connection.start();
        return connection.createSession();
    }

    private static void sendNumbered(Jms jms, Topic topic, int from, int to) throws Exception {
        try (JMSContext context = jms.factory().createContext()) {
            for (int n = from; n < to; n++) {
                context.createProducer().setProperty("n", n).send(topic, "" + n);
            }
        }
    }

    private static void expectTexts(MessageConsumer consumer, String... texts) throws JMSException {
        for (String text : texts) {
            assertThat(Jms.nextText(consumer)).isEqualTo(text);
        }
        assertThat(Jms.silent(consumer)).isTrue();
    }

    @Test
    @DisplayName("SUB-01 SUB-06 GEN-01 each subscription gets a copy of each message, which lives on its own")
    void shouldGiveEachSubscriptionACopy(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session first = jms.session(Session.CLIENT_ACKNOWLEDGE);
        Session second = jms.session();
        jms.send(topic, "before");
        MessageConsumer ofFirst = first.createConsumer(topic);
        MessageConsumer ofSecond = second.createConsumer(topic);
        jms.send(topic, "x");

        assertThat(Jms.nextText(ofFirst)).isEqualTo("x");
        expectTexts(ofSecond, "x");
        first.recover();
        assertThat(Jms.next(ofFirst).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("SUB-02 SEL-35 a subscription's selector decides what is added to it")
    void shouldSelect(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(topic, "n > 1");
        sendNumbered(jms, topic, 0, 4);

        expectTexts(consumer, "2", "3");
    }

    @Test
    @DisplayName("SUB-03 names of 128 characters with letters, digits, '_', '.' and '-'")
    void shouldAcceptLongNames(Jms jms) throws Exception {
        String name = (jms.name() + "_a.B-").concat("x".repeat(128)).substring(0, 128);
        Session session = sessionOf(jms, jms.name());
        session.createDurableConsumer(jms.topic(), name).close();

        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-07 an unshared non-durable subscription ends with its consumer")
    void shouldEndWithTheConsumer(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        session.createConsumer(topic).close();
        jms.send(topic, "x");

        assertThat(Jms.silent(session.createConsumer(topic))).isTrue();
    }

    @Test
    @DisplayName("SUB-08 noLocal excludes what its own connection sends")
    void shouldExcludeItsOwnConnection(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Connection connection = jms.connection();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(topic, null, true);
        Session sibling = connection.createSession();
        sibling.createProducer(topic).send(sibling.createTextMessage("own"));
        jms.send(topic, "foreign");

        expectTexts(consumer, "foreign");
    }

    @Test
    @DisplayName("SUB-09 SUB-10 a shared subscription gives each message to one of its consumers")
    void shouldShare(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        MessageConsumer first = jms.session().createSharedConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedConsumer(topic, name);
        sendNumbered(jms, topic, 0, 10);

        assertThat(drain(first, second)).hasSize(10);
    }

    /** All texts that the consumers get; fails if one comes twice. */
    private static Set<String> drain(MessageConsumer... consumers) throws JMSException {
        Set<String> texts = new HashSet<>();
        for (MessageConsumer consumer : consumers) {
            for (Message message = consumer.receive(1_000);
                    message != null;
                    message = consumer.receive(Jms.NEVER_MILLIS)) {
                assertThat(texts.add(message.getBody(String.class))).isTrue();
            }
        }
        return texts;
    }

    @Test
    @DisplayName("SUB-11 a shared non-durable subscription ends with its last consumer")
    void shouldEndWithTheLastConsumer(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.session();
        MessageConsumer first = session.createSharedConsumer(topic, name);
        MessageConsumer second = session.createSharedConsumer(topic, name);
        first.close();
        jms.send(topic, "x");
        assertThat(Jms.nextText(second)).isEqualTo("x");
        jms.send(topic, "lost");
        second.close();

        assertThat(Jms.silent(session.createSharedConsumer(topic, name))).isTrue();
    }

    @Test
    @DisplayName("SUB-12 an active shared subscription can't be joined with another topic or selector")
    void shouldRefuseToJoinDifferently(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.name();
        Session session = jms.session();
        session.createSharedConsumer(topic, name);

        assertThatThrownBy(() -> session.createSharedConsumer(other, name)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(topic, name, "n = 1"))
                .isInstanceOf(JMSException.class);
        JMSContext context = jms.context();
        assertThatThrownBy(() -> context.createSharedConsumer(other, name)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    @DisplayName("SUB-13 the same name under another client id is another subscription")
    void shouldTellClientIdsApart(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        MessageConsumer withId = sessionOf(jms, jms.name()).createSharedConsumer(topic, name);
        MessageConsumer withOtherId = sessionOf(jms, jms.name()).createSharedConsumer(topic, name);
        MessageConsumer withoutId = jms.session().createSharedConsumer(topic, name);
        jms.send(topic, "x");

        expectTexts(withId, "x");
        expectTexts(withOtherId, "x");
        expectTexts(withoutId, "x");
    }

    @Test
    @DisplayName("SUB-15 a shared non-durable and a durable subscription of one name are unrelated")
    void shouldTellSharedFromDurable(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = sessionOf(jms, jms.name());
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        MessageConsumer durable = session.createDurableConsumer(topic, name);
        jms.send(topic, "x");

        expectTexts(shared, "x");
        expectTexts(durable, "x");
        durable.close();
        session.unsubscribe(name);
    }

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
        Session session = sessionOf(jms, jms.name());
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
        Session session = sessionOf(jms, jms.name());
        session.createDurableConsumer(topic, name, null, false).close();
        jms.send(topic, "a");
        session.createDurableConsumer(topic, name, "", false).close();
        jms.send(topic, "b");
        MessageConsumer consumer = session.createDurableConsumer(topic, name);

        expectTexts(consumer, "a", "b");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-19 reopened with another topic, selector or noLocal, it begins anew")
    void shouldBeginAnewWithOtherParameters(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.name();
        Session session = sessionOf(jms, jms.name());
        session.createDurableConsumer(topic, name).close();
        sendNumbered(jms, topic, 0, 2);

        MessageConsumer selecting = session.createDurableConsumer(topic, name, "n = 1", false);
        assertThat(Jms.silent(selecting)).isTrue();
        sendNumbered(jms, topic, 0, 2);
        expectTexts(selecting, "1");
        sendNumbered(jms, topic, 1, 2);
        selecting.close();
        MessageConsumer notLocal = session.createDurableConsumer(topic, name, "n = 1", true);
        assertThat(Jms.silent(notLocal)).isTrue();
        notLocal.close();
        sendNumbered(jms, topic, 1, 2);
        MessageConsumer ofOther = session.createDurableConsumer(other, name);
        sendNumbered(jms, other, 7, 8);
        expectTexts(ofOther, "7");
        ofOther.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-20 noLocal of a durable subscription excludes what its own connection sends")
    void shouldExcludeItsOwnConnectionDurably(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = sessionOf(jms, jms.name());
        MessageConsumer consumer = session.createDurableConsumer(topic, name, null, true);
        session.createProducer(topic).send(session.createTextMessage("own"));
        jms.send(topic, "foreign");

        expectTexts(consumer, "foreign");
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-23 RCV-09 createDurableSubscriber is createDurableConsumer, and reports topic and noLocal")
    void shouldMakeDurableSubscribers(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = sessionOf(jms, jms.name());
        TopicSubscriber subscriber = session.createDurableSubscriber(topic, name);
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        subscriber.close();
        jms.send(topic, "x");

        MessageConsumer consumer = session.createDurableConsumer(topic, name);
        expectTexts(consumer, "x");
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
        sendNumbered(jms, topic, 0, 6);
        MessageConsumer first = session.createSharedDurableConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedDurableConsumer(topic, name);
        sendNumbered(jms, topic, 6, 10);

        assertThat(drain(first, second)).hasSize(10);
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
        sendNumbered(jms, topic, 0, 2);

        MessageConsumer changed = session.createSharedDurableConsumer(topic, name, "n = 1");

        assertThat(Jms.silent(changed)).isTrue();
        sendNumbered(jms, topic, 0, 2);
        expectTexts(changed, "1");
        changed.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-28 shared and unshared durable subscriptions of one name exclude each other, also while inactive")
    void shouldNotMixSharedAndUnshared(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = sessionOf(jms, jms.name());
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
        Session session = sessionOf(jms, jms.name());
        Session consuming = session;
        consuming.createDurableConsumer(topic, name).close();
        jms.send(topic, "lost");
        Session stranger = sessionOf(jms, jms.name());
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
        Session session = sessionOf(jms, jms.name());
        MessageConsumer consumer = session.createDurableConsumer(jms.topic(), name);

        assertThatThrownBy(() -> session.unsubscribe(name)).isInstanceOf(JMSException.class);
        consumer.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-34 no topic and a broken selector are refused")
    void shouldRefuseBadArguments(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = sessionOf(jms, jms.name());

        assertThatThrownBy(() -> session.createDurableConsumer(null, "s"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(null, "s"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createSharedDurableConsumer(null, "s"))
                .isInstanceOf(InvalidDestinationException.class);
        assertThatThrownBy(() -> session.createDurableConsumer(topic, "s", "(", false))
                .isInstanceOf(InvalidSelectorException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(topic, "s", "("))
                .isInstanceOf(InvalidSelectorException.class);
    }

    @Test
    @DisplayName("PRD-17 RCV-09 GEN-03 the legacy topic classes publish and subscribe")
    void shouldServeTheLegacyClasses(Jms jms) throws Exception {
        Topic topic = jms.topic();
        TopicConnection connection = jms.closing(((TopicConnectionFactory) jms.factory()).createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicSubscriber subscriber = session.createSubscriber(topic);
        TopicPublisher publisher = session.createPublisher(topic);
        publisher.publish(session.createTextMessage("published"));
        publisher.send(session.createTextMessage("sent"));

        expectTexts(subscriber, "published", "sent");
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        assertThat(publisher.getTopic()).isEqualTo(topic);
        assertThatThrownBy(() -> publisher.publish(topic, session.createMessage()))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("EXC-03 a topic session refuses what belongs to queues")
    void shouldRefuseQueuesOnATopicSession(Jms jms) throws Exception {
        TopicSession session = jms.closing(((TopicConnectionFactory) jms.factory()).createTopicConnection())
                .createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        jakarta.jms.Queue queue = jms.queue();

        assertThatThrownBy(() -> session.createQueue("q")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createTemporaryQueue).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createBrowser(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createBrowser(queue, "n = 1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("ACK-17 a non-durable subscriber's messages can be recovered")
    void shouldRecoverNonDurableMessages(Jms jms) throws Exception {
        Topic topic = jms.topic();
        JMSContext context = jms.context(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(topic);
        jms.send(topic, "x");
        assertThat(consumer.receive(Jms.SOON_MILLIS)).isNotNull();
        context.recover();

        Message again = consumer.receive(Jms.SOON_MILLIS);

        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }
}
