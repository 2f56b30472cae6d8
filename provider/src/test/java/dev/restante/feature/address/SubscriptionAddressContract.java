package dev.restante.feature.address;

import static dev.restante.feature.connection.ServerSessionFixture.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.feature.connection.ServerSessionFixture.Pool;
import dev.restante.feature.topic.TopicContract;
import jakarta.jms.Connection;
import jakarta.jms.ConnectionConsumer;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueBrowser;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import java.util.Collections;
import java.util.Enumeration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Names of queues that mean durable subscriptions, as fully qualified queue names of Artemis do. */
public abstract class SubscriptionAddressContract extends TopicContract {

    private RestanteAdmin admin;
    private Session session;
    private Queue audit;

    @BeforeEach
    final void createSubscriptions() throws JMSException {
        admin = administration();
        session = connection.createSession();
        session.createSharedDurableConsumer(topic, "audit", "color = 'red'").close();
        audit = session.createQueue("news::audit");
    }

    @AfterEach
    final void closeAdmin() {
        admin.close();
    }

    private static void assertRejected(String code, String text, ThrowingCallable call) {
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(call)
                .withMessageContaining(text)
                .returns(code, JMSException::getErrorCode);
    }

    @Test
    @DisplayName("DEST-04 a consumer of TOPIC::NAME receives from the durable subscription, and leaves its selector")
    void shouldReceiveFromSubscription() throws JMSException {
        publishColored("red", "a");
        publishColored("blue", "b");
        try (QueueBrowser browser = session.createBrowser(audit)) {
            assertThat(Collections.list((Enumeration<?>) browser.getEnumeration()))
                    .hasSize(1);
        }
        try (MessageConsumer one = session.createConsumer(audit);
                MessageConsumer other = session.createConsumer(session.createQueue("queue://news::audit"))) {
            publishColored("blue", "c");
            Message received = receive(one);
            assertThat(text(received)).isEqualTo("a");
            assertThat(received.getJMSDestination()).isEqualTo(topic);
            assertNothing(one);
            assertNothing(other);
        }
        publishColored("red", "d");
        assertThat(drain(audit)).containsExactly("d");
        assertThat(admin.topics().subscriptions("news")).singleElement().satisfies(only -> assertThat(only.selector())
                .isEqualTo("color = 'red'"));
    }

    @Test
    @DisplayName("DEST-04 the selector of the consumer applies in addition to that of the subscription")
    void shouldFilter() throws JMSException {
        try (Session sending = connection.createSession();
                var producer = sending.createProducer(topic)) {
            for (int number = 1; number <= 2; number++) {
                Message message = sending.createTextMessage("m" + number);
                message.setStringProperty("color", "red");
                message.setIntProperty("number", number);
                producer.send(message);
            }
        }
        try (MessageConsumer consumer = session.createConsumer(audit, "number = 2")) {
            assertReceives(consumer, "m2");
            assertThat(consumer.getMessageSelector()).isEqualTo("number = 2");
        }
        assertThat(drain(audit)).containsExactly("m1");
    }

    @Test
    @DisplayName(
            "DEST-04 CLIENTID.NAME means a subscription with a client id, and allows one consumer if it is unshared")
    void shouldReceiveFromUnsharedSubscription() throws JMSException {
        try (Connection named = connectionOf("billing.eu")) {
            named.createSession().createDurableConsumer(topic, "all").close();
            publish(topic, "a");
            Queue all = session.createQueue("news::billing\\.eu.all");
            try (MessageConsumer consumer = session.createConsumer(all)) {
                assertThatExceptionOfType(JMSException.class)
                        .isThrownBy(() -> session.createConsumer(all))
                        .returns("RESTANTE-SUBSCRIPTION-IN-USE", JMSException::getErrorCode);
                assertReceives(consumer, "a");
            }
            assertReceives(named.createSession().createDurableConsumer(topic, "all"));
        }
    }

    @Test
    @DisplayName("DEST-04 an open consumer keeps the subscription from deletion, and a closed one does not")
    void shouldProtectSubscription() throws JMSException {
        MessageConsumer consumer = session.createConsumer(audit);
        assertThatExceptionOfType(JMSException.class)
                .isThrownBy(() -> session.unsubscribe("audit"))
                .returns("RESTANTE-SUBSCRIPTION-IN-USE", JMSException::getErrorCode);
        consumer.close();
        session.unsubscribe("audit");
        assertRejected("RESTANTE-SUBSCRIPTION-NOT-FOUND", "createSubscription", () -> session.createConsumer(audit));
    }

    @Test
    @DisplayName("DEST-04 a rejected consumer does not keep the subscription from deletion")
    void shouldReleaseAfterRejection() throws JMSException {
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.createConsumer(audit, "color ="));
        session.unsubscribe("audit");
        assertThat(admin.topics().subscriptions("news")).isEmpty();
    }

    @Test
    @DisplayName("DEST-04 a name that means no durable subscription is rejected, and creates nothing")
    void shouldRejectMissingSubscription() throws JMSException {
        session.createSharedConsumer(topic, "passing");
        for (String name : new String[] {"news::billing", "news::passing", "unknown::audit"}) {
            Queue queue = session.createQueue(name);
            assertRejected("RESTANTE-SUBSCRIPTION-NOT-FOUND", "'" + name + "'", () -> session.createConsumer(queue));
            assertRejected("RESTANTE-SUBSCRIPTION-NOT-FOUND", "'" + name + "'", () -> session.createBrowser(queue));
        }
        assertThat(admin.topics().list()).hasSize(1);
    }

    @Test
    @DisplayName("DEST-04 a name that means several subscriptions is rejected")
    void shouldRejectAmbiguousNames() throws JMSException {
        admin.topics().createSubscription("news", null, "eu.all", true, null, QueueOptions.defaults());
        admin.topics().createSubscription("news", "eu", "all", true, null, QueueOptions.defaults());
        assertRejected(
                "RESTANTE-SUBSCRIPTION-NOT-FOUND",
                "2 subscriptions match",
                () -> session.createConsumer(session.createQueue("news::eu.all")));
    }

    @Test
    @DisplayName("DEST-04 nothing can be sent to a subscription, and a topic cannot have its name")
    void shouldRejectSends() throws JMSException {
        for (ThrowingCallable call : new ThrowingCallable[] {
            () -> session.createProducer(audit),
            () -> session.createProducer(null).send(audit, session.createTextMessage("a"))
        }) {
            assertRejected("RESTANTE-INVALID-DESTINATION", "Send to the topic 'news'", call);
        }
        assertRejected(
                "RESTANTE-INVALID-DESTINATION",
                "createQueue",
                () -> session.createConsumer(session.createTopic("news::audit")));
    }

    @Test
    @DisplayName("DEST-04 receivers of the legacy API, accepted groups and deferred messages work on the subscription")
    void shouldServeOtherReceivers() throws Exception {
        try (Session sending = connection.createSession();
                var producer = sending.createProducer(topic)) {
            Message message = grouped(sending, "g1");
            message.setStringProperty("color", "red");
            producer.send(message);
        }
        long sequenceNumber;
        try (Session locking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                RestanteMessageGroup group = RestanteSession.of(locking).acceptGroup(audit, "g")) {
            PeekLock lock = PeekLock.of(receive(group.consumer()));
            sequenceNumber = lock.sequenceNumber();
            lock.defer();
        }
        assertThat(RestanteSession.of(session).receiveDeferred(audit, sequenceNumber))
                .hasValueSatisfying(message -> assertThat(textOf(message)).isEqualTo("g1"));
        publishColored("red", "b");
        try (QueueSession legacy = factory.createQueueConnection().createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
                QueueReceiver receiver = legacy.createReceiver(audit)) {
            assertThat(receiver.getQueue()).isEqualTo(audit);
        }
        session.unsubscribe("audit");
    }

    @Test
    @DisplayName("DEST-04 a connection consumer receives from the subscription until it is closed")
    void shouldServeConnectionConsumers() throws Exception {
        BlockingQueue<String> received = new LinkedBlockingQueue<>();
        publishColored("red", "a");
        Pool pool = new Pool(message -> received.add(textOf(message)), connection.createSession());
        ConnectionConsumer consumer = connection.createConnectionConsumer(audit, null, pool, 1);
        assertThat(received.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isEqualTo("a");
        assertThatExceptionOfType(JMSException.class).isThrownBy(() -> session.unsubscribe("audit"));
        consumer.close();
        eventually("the subscription is free", () -> {
            try {
                session.unsubscribe("audit");
                return true;
            } catch (JMSException stillInUse) {
                return false;
            }
        });
    }
}
