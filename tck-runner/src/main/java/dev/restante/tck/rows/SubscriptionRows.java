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
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Topics, and what holds for subscriptions of all kinds and for those that do not last. */
@ExtendWith(JmsOfTest.class)
final class SubscriptionRows {

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
        Jms.expectTexts(ofSecond, "x");
        first.recover();
        assertThat(Jms.next(ofFirst).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("SUB-02 SEL-35 a subscription's selector decides what is added to it")
    void shouldSelect(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(topic, "n > 1");
        jms.sendNumbered(topic, 0, 4);

        Jms.expectTexts(consumer, "2", "3");
    }

    @Test
    @DisplayName("SUB-03 names of 128 characters with letters, digits, '_', '.' and '-'")
    void shouldAcceptLongNames(Jms jms) throws Exception {
        String name = (jms.name() + "_a.B-").concat("x".repeat(128)).substring(0, 128);
        Session session = jms.sessionOf(jms.name());
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

        Jms.expectTexts(consumer, "foreign");
    }

    @Test
    @DisplayName("SUB-09 SUB-10 a shared subscription gives each message to one of its consumers")
    void shouldShare(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        MessageConsumer first = jms.session().createSharedConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedConsumer(topic, name);
        jms.sendNumbered(topic, 0, 10);

        assertThat(Jms.drain(first, second)).hasSize(10);
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
        MessageConsumer withId = jms.sessionOf(jms.name()).createSharedConsumer(topic, name);
        MessageConsumer withOtherId = jms.sessionOf(jms.name()).createSharedConsumer(topic, name);
        MessageConsumer withoutId = jms.session().createSharedConsumer(topic, name);
        jms.send(topic, "x");

        Jms.expectTexts(withId, "x");
        Jms.expectTexts(withOtherId, "x");
        Jms.expectTexts(withoutId, "x");
    }

    @Test
    @DisplayName("SUB-15 a shared non-durable and a durable subscription of one name are unrelated")
    void shouldTellSharedFromDurable(Jms jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.name();
        Session session = jms.sessionOf(jms.name());
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        MessageConsumer durable = session.createDurableConsumer(topic, name);
        jms.send(topic, "x");

        Jms.expectTexts(shared, "x");
        Jms.expectTexts(durable, "x");
        durable.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-34 no topic and a broken selector are refused")
    void shouldRefuseBadArguments(Jms jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.sessionOf(jms.name());

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
    @DisplayName("PRD-17 JMS-RCV-09 GEN-03 the legacy topic classes publish and subscribe")
    void shouldServeTheLegacyClasses(Jms jms) throws Exception {
        Topic topic = jms.topic();
        TopicConnection connection = jms.closing(((TopicConnectionFactory) jms.factory()).createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicSubscriber subscriber = session.createSubscriber(topic);
        TopicPublisher publisher = session.createPublisher(topic);
        publisher.publish(session.createTextMessage("published"));
        publisher.send(session.createTextMessage("sent"));

        Jms.expectTexts(subscriber, "published", "sent");
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
