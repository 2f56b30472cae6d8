package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.InvalidSelectorRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Valid and invalid topics, selectors and subscription names. */
public abstract class TopicNameContract extends TopicContract {

    @Test
    @DisplayName(
            "SUB-34, SEL-02, EXC-07, EXC-08 every call rejects a null topic, a foreign destination and a bad selector")
    void shouldRefuseInvalidTopicsAndSelectors() throws JMSException {
        try (Connection named = connectionOf("me")) {
            Session session = named.createSession();
            List<ThrowingCallable> withoutTopic = List.of(
                    () -> session.createConsumer((Topic) null),
                    () -> session.createConsumer(new Destination() {}),
                    () -> session.createSharedConsumer(null, "s"),
                    () -> session.createSharedConsumer(null, "s", "a = 1"),
                    () -> session.createDurableConsumer(null, "s"),
                    () -> session.createDurableConsumer(null, "s", null, false),
                    () -> session.createDurableSubscriber(null, "s"),
                    () -> session.createDurableSubscriber(null, "s", null, true),
                    () -> session.createSharedDurableConsumer(null, "s"),
                    () -> session.createSharedDurableConsumer(null, "s", null));
            for (ThrowingCallable call : withoutTopic) {
                assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(call);
            }
            List<ThrowingCallable> badSelector = List.of(
                    () -> session.createConsumer(topic, "a ="),
                    () -> session.createConsumer(topic, "a =", true),
                    () -> session.createSharedConsumer(topic, "s", "a ="),
                    () -> session.createDurableConsumer(topic, "s", "a =", false),
                    () -> session.createDurableSubscriber(topic, "s", "a =", false),
                    () -> session.createSharedDurableConsumer(topic, "s", "a ="));
            for (ThrowingCallable call : badSelector) {
                assertThatExceptionOfType(InvalidSelectorException.class).isThrownBy(call);
            }
        }
    }

    @Test
    @DisplayName("SUB-34, SIM-25 contexts reject null topics and invalid selectors with unchecked exceptions")
    void shouldRefuseInvalidTopicsUnchecked() {
        try (JMSContext context = factory.createContext()) {
            context.setClientID("me");
            List<ThrowingCallable> withoutTopic = List.of(
                    () -> context.createConsumer((Topic) null),
                    () -> context.createSharedConsumer(null, "s"),
                    () -> context.createDurableConsumer(null, "s"),
                    () -> context.createSharedDurableConsumer(null, "s"));
            for (ThrowingCallable call : withoutTopic) {
                assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                        .isThrownBy(call);
            }
            List<ThrowingCallable> badSelector = List.of(
                    () -> context.createConsumer(topic, "a ="),
                    () -> context.createSharedConsumer(topic, "s", "a ="),
                    () -> context.createDurableConsumer(topic, "s", "a =", false),
                    () -> context.createSharedDurableConsumer(topic, "s", "a ="));
            for (ThrowingCallable call : badSelector) {
                assertThatExceptionOfType(InvalidSelectorRuntimeException.class).isThrownBy(call);
            }
        }
    }

    @Test
    @DisplayName("SUB-36 a subscription without a name is rejected")
    void shouldRefuseMissingName() throws JMSException {
        try (Connection named = connectionOf("me")) {
            Session session = named.createSession();
            for (String name : new String[] {null, "", " "}) {
                List<ThrowingCallable> calls = List.of(
                        () -> session.createSharedConsumer(topic, name),
                        () -> session.createDurableConsumer(topic, name),
                        () -> session.createDurableSubscriber(topic, name),
                        () -> session.createSharedDurableConsumer(topic, name),
                        () -> session.unsubscribe(name));
                for (ThrowingCallable call : calls) {
                    assertThatExceptionOfType(JMSException.class)
                            .isThrownBy(call)
                            .returns("RESTANTE-INVALID-ARGUMENT", JMSException::getErrorCode);
                }
            }
        }
    }

    @Test
    @DisplayName(
            "GEN-06, GEN-07, GEN-09 a Topic object is only a name, and without autoCreateTopics the topic must exist")
    void shouldNameTopics() throws JMSException {
        Topic unknown = topic("unknown");
        assertThat(unknown.getTopicName()).isEqualTo("unknown");
        assertThat(unknown).hasToString("unknown").isEqualTo(topic("unknown")).isNotEqualTo(queue("unknown"));
        MessageConsumer one = autoSession().createConsumer(topic("a.b"));
        publish(topic("a.c"), "elsewhere");
        publish(topic("a"), "elsewhere");
        assertNothing(one);
        try (RestanteConnectionFactory strict = newFactory()) {
            strict.setAutoCreateTopics(false);
            Session session = strict.createConnection().createSession();
            Topic named = session.createTopic("unknown");
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> session.createConsumer(named));
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> session.createProducer(named));
            assertThatCode(() -> session.createProducer(session.createTopic("a.b")))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("GEN-09 a name that contains characters of wildcards, but no segment of them, is the name of a topic")
    void shouldAcceptCharactersOfWildcards() throws JMSException {
        Session session = autoSession();
        for (String name : List.of("c++", "a*b", "#1", "a->b.c")) {
            MessageConsumer consumer = session.createConsumer(topic(name));
            publish(topic(name), name);
            assertReceives(consumer, name);
        }
    }

    @Test
    @DisplayName("HDR-04 JMSDestination is the topic, and JMSReplyTo can be a topic")
    void shouldShowTopics() throws JMSException {
        MessageConsumer consumer = autoSession().createConsumer(topic);
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(topic)) {
            Message message = session.createTextMessage("a");
            message.setJMSReplyTo(topic("answers"));
            producer.send(message);
            assertThat(message.getJMSDestination()).isEqualTo(topic);
        }
        Message received = receive(consumer);
        assertThat(received.getJMSDestination()).isInstanceOf(Topic.class).isEqualTo(topic);
        assertThat(received.getJMSReplyTo()).isInstanceOf(Topic.class).isEqualTo(topic("answers"));
    }

    @Test
    @DisplayName("BEY-11 names that other providers serve are rejected, unless an administrator has created them")
    void shouldRefuseServedNames() throws JMSException {
        Session session = autoSession();
        for (String name : List.of("jobs.>", "*", "activemq.management", "Consumer.A.VirtualTopic.Orders")) {
            Queue served = session.createQueue(name);
            assertRefused(name, () -> session.createConsumer(served));
            assertRefused(name, () -> session.createProducer(served));
            assertRefused(name, () -> session.createProducer(null).send(served, session.createTextMessage("a")));
        }
        for (String name : List.of(
                "activemq.notifications",
                "ActiveMQ.Advisory.Connection",
                "ActiveMQ.Scheduler.Management",
                "ActiveMQ.Statistics.Broker",
                "mq.metrics.broker")) {
            assertRefused(name, () -> session.createConsumer(topic(name)));
        }

        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("Consumer.A.VirtualTopic.Orders", QueueOptions.defaults());
        }
        Queue created = session.createQueue("Consumer.A.VirtualTopic.Orders");
        session.createProducer(null).send(created, session.createTextMessage("a"));
        assertReceives(session.createConsumer(created), "a");
    }

    @Test
    @DisplayName("BEY-11 paths of Service Bus that name no queue of Restante are rejected with the name to use")
    void shouldRefusePathsOfServiceBus() throws JMSException {
        Session session = autoSession();
        Map<String, String> remedies = Map.of(
                "parcels/$deadletterqueue", "'parcels/$DeadLetterQueue'",
                "parcels/$Transfer/$DeadLetterQueue", "'parcels/$DeadLetterQueue'",
                "parcels/$transfer/$deadletterqueue", "'parcels/$DeadLetterQueue'",
                "news/subscriptions/s", "createSharedDurableConsumer",
                "news/Subscriptions/s", "createSharedDurableConsumer",
                "\u0130/x/subscriptions/s", "from the topic '\u0130/x' with the name 's'",
                "news/subscriptions/s/$DeadLetterQueue", "'news/Subscriptions/:s/$DeadLetterQueue'",
                "news/Subscriptions/s/$deadletterqueue", "'news/Subscriptions/:s/$DeadLetterQueue'",
                "news/subscriptions/me:s/$DeadLetterQueue", "'news/Subscriptions/me:s/$DeadLetterQueue'");
        for (Map.Entry<String, String> path : remedies.entrySet()) {
            Queue queue = session.createQueue(path.getKey());
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .as(path.getKey())
                    .isThrownBy(() -> session.createConsumer(queue))
                    .withMessageContaining(path.getValue());
        }

        session.createSharedDurableConsumer(topic("news"), "s").close();
        for (String name : List.of("parcels/$DeadLetterQueue", "news/Subscriptions/:s/$DeadLetterQueue", "a/b")) {
            assertNothing(session.createConsumer(session.createQueue(name)));
        }
    }

    private static void assertRefused(String name, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidDestinationException.class)
                .as(name)
                .isThrownBy(call)
                .matches(refused -> ErrorCodes.INVALID_DESTINATION.equals(refused.getErrorCode()));
    }
}
