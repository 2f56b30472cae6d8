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

/** Conformance tests of topics, of rules for all subscriptions, and of non-durable subscriptions in particular. */
@ExtendWith(JmsFixtureExtension.class)
final class SubscriptionConformance {

    @Test
    @DisplayName("SUB-01 SUB-06 GEN-01 each subscription gets its own independent copy of each message")
    void shouldGiveEachSubscriptionACopy(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session first = jms.session(Session.CLIENT_ACKNOWLEDGE);
        Session second = jms.session();
        jms.send(topic, "before");
        MessageConsumer ofFirst = first.createConsumer(topic);
        MessageConsumer ofSecond = second.createConsumer(topic);
        jms.send(topic, "x");

        assertThat(JmsFixture.nextText(ofFirst)).isEqualTo("x");
        JmsFixture.expectTexts(ofSecond, "x");
        first.recover();
        assertThat(JmsFixture.next(ofFirst).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("SUB-02 SEL-35 a subscription gets only messages that match its selector")
    void shouldSelect(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(topic, "n > 1");
        jms.sendNumbered(topic, 0, 4);

        JmsFixture.expectTexts(consumer, "2", "3");
    }

    @Test
    @DisplayName("SUB-03 a subscription name can have 128 characters: letters, digits, '_', '.' and '-'")
    void shouldAcceptLongNames(JmsFixture jms) throws Exception {
        String name = (jms.uniqueName() + "_a.B-").concat("x".repeat(128)).substring(0, 128);
        Session session = jms.sessionWithClientId(jms.uniqueName());
        session.createDurableConsumer(jms.topic(), name).close();

        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-07 an unshared non-durable subscription ends with its consumer")
    void shouldEndWithTheConsumer(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.session();
        session.createConsumer(topic).close();
        jms.send(topic, "x");

        assertThat(JmsFixture.receivesNothing(session.createConsumer(topic))).isTrue();
    }

    @Test
    @DisplayName("SUB-08 noLocal excludes messages of the consumer's own connection")
    void shouldExcludeItsOwnConnection(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Connection connection = jms.connection();
        Session session = connection.createSession();
        MessageConsumer consumer = session.createConsumer(topic, null, true);
        Session sibling = connection.createSession();
        sibling.createProducer(topic).send(sibling.createTextMessage("own"));
        jms.send(topic, "foreign");

        JmsFixture.expectTexts(consumer, "foreign");
    }

    @Test
    @DisplayName("SUB-09 SUB-10 a shared subscription gives each message to one of its consumers")
    void shouldShare(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        MessageConsumer first = jms.session().createSharedConsumer(topic, name);
        MessageConsumer second = jms.session().createSharedConsumer(topic, name);
        jms.sendNumbered(topic, 0, 10);

        assertThat(JmsFixture.drain(10, first, second)).hasSize(10);
    }

    @Test
    @DisplayName("SUB-11 a shared non-durable subscription ends with its last consumer")
    void shouldEndWithTheLastConsumer(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.session();
        MessageConsumer first = session.createSharedConsumer(topic, name);
        MessageConsumer second = session.createSharedConsumer(topic, name);
        first.close();
        jms.send(topic, "x");
        assertThat(JmsFixture.nextText(second)).isEqualTo("x");
        jms.send(topic, "lost");
        second.close();

        assertThat(JmsFixture.receivesNothing(session.createSharedConsumer(topic, name)))
                .isTrue();
    }

    @Test
    @DisplayName("SUB-12 an active shared subscription cannot be joined with another topic or selector")
    void shouldRefuseToJoinDifferently(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Topic other = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.session();
        session.createSharedConsumer(topic, name);

        assertThatThrownBy(() -> session.createSharedConsumer(other, name)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> session.createSharedConsumer(topic, name, "n = 1"))
                .isInstanceOf(JMSException.class);
        JMSContext context = jms.context();
        assertThatThrownBy(() -> context.createSharedConsumer(other, name)).isInstanceOf(JMSRuntimeException.class);
    }

    @Test
    @DisplayName("SUB-13 an equal name with another client id denotes another subscription")
    void shouldTellClientIdsApart(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        MessageConsumer withId = jms.sessionWithClientId(jms.uniqueName()).createSharedConsumer(topic, name);
        MessageConsumer withOtherId = jms.sessionWithClientId(jms.uniqueName()).createSharedConsumer(topic, name);
        MessageConsumer withoutId = jms.session().createSharedConsumer(topic, name);
        jms.send(topic, "x");

        JmsFixture.expectTexts(withId, "x");
        JmsFixture.expectTexts(withOtherId, "x");
        JmsFixture.expectTexts(withoutId, "x");
    }

    @Test
    @DisplayName("SUB-15 a shared non-durable and a durable subscription with equal names are unrelated")
    void shouldTellSharedFromDurable(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        String name = jms.uniqueName();
        Session session = jms.sessionWithClientId(jms.uniqueName());
        MessageConsumer shared = session.createSharedConsumer(topic, name);
        MessageConsumer durable = session.createDurableConsumer(topic, name);
        jms.send(topic, "x");

        JmsFixture.expectTexts(shared, "x");
        JmsFixture.expectTexts(durable, "x");
        durable.close();
        session.unsubscribe(name);
    }

    @Test
    @DisplayName("SUB-34 a null topic and an invalid selector are rejected")
    void shouldRefuseBadArguments(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        Session session = jms.sessionWithClientId(jms.uniqueName());

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
    void shouldServeTheLegacyClasses(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        TopicConnection connection =
                jms.closeAfterTest(((TopicConnectionFactory) jms.factory()).createTopicConnection());
        connection.start();
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        TopicSubscriber subscriber = session.createSubscriber(topic);
        TopicPublisher publisher = session.createPublisher(topic);
        publisher.publish(session.createTextMessage("published"));
        publisher.send(session.createTextMessage("sent"));

        JmsFixture.expectTexts(subscriber, "published", "sent");
        assertThat(subscriber.getTopic()).isEqualTo(topic);
        assertThat(subscriber.getNoLocal()).isFalse();
        assertThat(publisher.getTopic()).isEqualTo(topic);
        assertThatThrownBy(() -> publisher.publish(topic, session.createMessage()))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("EXC-03 a topic session rejects calls for queues")
    void shouldRefuseQueuesOnATopicSession(JmsFixture jms) throws Exception {
        TopicSession session = jms.closeAfterTest(((TopicConnectionFactory) jms.factory()).createTopicConnection())
                .createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        jakarta.jms.Queue queue = jms.queue();

        assertThatThrownBy(() -> session.createQueue("q")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(session::createTemporaryQueue).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createBrowser(queue)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> session.createBrowser(queue, "n = 1")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("ACK-17 recover redelivers messages of a non-durable subscriber")
    void shouldRecoverNonDurableMessages(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        JMSContext context = jms.context(JMSContext.CLIENT_ACKNOWLEDGE);
        JMSConsumer consumer = context.createConsumer(topic);
        jms.send(topic, "x");
        assertThat(consumer.receive(JmsFixture.ARRIVAL_TIMEOUT_MILLIS)).isNotNull();
        context.recover();

        Message again = consumer.receive(JmsFixture.ARRIVAL_TIMEOUT_MILLIS);

        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
    }
}
