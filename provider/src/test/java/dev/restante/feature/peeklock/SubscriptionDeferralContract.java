package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.ReceiveOptions;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Deferred messages of subscriptions, received by consumers of the subscriptions. */
@DisplayName("deferred messages of subscriptions")
public abstract class SubscriptionDeferralContract extends DeferralFixture {

    private MessageConsumer subscriber(Session session, Kind kind) throws JMSException {
        Topic topic = session.createTopic("t");
        return switch (kind) {
            case SHARED_DURABLE -> session.createSharedDurableConsumer(topic, "s", "colour = 'red'");
            case DURABLE -> session.createDurableConsumer(topic, "s", "colour = 'red'", false);
            case SHARED -> session.createSharedConsumer(topic, "s", "colour = 'red'");
            case UNSHARED -> session.createConsumer(topic, "colour = 'red'");
        };
    }

    private static Message coloured(Session session, String text) throws JMSException {
        Message message = session.createTextMessage(text);
        message.setStringProperty("colour", "red");
        return message;
    }

    /** Kinds of subscriptions. */
    enum Kind {
        SHARED_DURABLE,
        DURABLE,
        SHARED,
        UNSHARED
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "DEF-02 DEF-01 consumers of a subscription list and receive its deferred messages, like those of a queue")
    void shouldDeferOfSubscriptions(Kind kind) throws JMSException {
        try (Connection own = factory.createConnection()) {
            own.setClientID("c");
            own.start();
            Session session = own.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
            MessageConsumer consumer = subscriber(session, kind);
            session.createProducer(session.createTopic("t")).send(coloured(session, "1"));
            session.createProducer(session.createTopic("t")).send(coloured(session, "2"));
            RestanteConsumer extended = RestanteConsumer.of(consumer);
            List<Long> numbers = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                PeekLock lock = PeekLock.of(receive(consumer));
                numbers.add(lock.sequenceNumber());
                lock.defer();
            }
            assertNothing(consumer);
            assertThat(extended.listDeferred(0, 1)).hasSize(1);
            assertThat(extended.listDeferred(numbers.get(0), 10))
                    .singleElement()
                    .matches(message -> textOf(message).equals("2"));
            Message first = extended.receiveDeferred(numbers.get(0));
            assertThat(text(first)).isEqualTo("1");
            PeekLock.of(first).abandon();
            List<Message> both = extended.receiveDeferred(
                    numbers, ReceiveOptions.defaults().withLockDuration(Duration.ofMinutes(5)));
            assertThat(both).hasSize(2);
            for (Message message : both) {
                assertThat(PeekLock.of(message).lockedUntil().toEpochMilli() - time.storeMillis())
                        .isBetween(240_000L, 300_000L + PeekLockFixture.CLOCK_SKEW_MILLIS);
                PeekLock.of(message).complete();
            }
            assertThat(extended.listDeferred(0, 10)).isEmpty();
        }
    }

    private static String textOf(Message message) {
        try {
            return text(message);
        } catch (JMSException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @DisplayName("DEF-02 deferred messages of a durable subscription outlive its consumers and its node, in every mode")
    void shouldReceiveOfSubscriptionsLater() throws JMSException {
        onLastingStore();
        List<Long> numbers = new ArrayList<>();
        try (Session session = peeking();
                MessageConsumer consumer = subscriber(session, Kind.SHARED_DURABLE)) {
            for (int i = 0; i < 3; i++) {
                session.createProducer(session.createTopic("t")).send(coloured(session, "m" + i));
                PeekLock lock = PeekLock.of(receive(consumer));
                numbers.add(lock.sequenceNumber());
                lock.defer();
            }
        }
        onLastingStore();
        int[] modes = {Session.AUTO_ACKNOWLEDGE, RestanteSessionModes.RECEIVE_AND_DELETE, Session.SESSION_TRANSACTED};
        for (int i = 0; i < modes.length; i++) {
            try (Session session = connection.createSession(modes[i]);
                    MessageConsumer consumer = subscriber(session, Kind.SHARED_DURABLE)) {
                assertThat(text(RestanteConsumer.of(consumer).receiveDeferred(numbers.get(i))))
                        .isEqualTo("m" + i);
                if (session.getTransacted()) {
                    session.rollback();
                    assertThat(text(RestanteConsumer.of(consumer).receiveDeferred(numbers.get(i))))
                            .isEqualTo("m" + i);
                    session.commit();
                }
            }
        }
        assertThat(admin.topics().statistics(null, "s").deferred()).isZero();
    }

    @Test
    @DisplayName("DEF-04 an administrator can undefer messages of a subscription")
    void shouldUndeferByAdministration() throws JMSException {
        try (Session session = peeking();
                MessageConsumer consumer = subscriber(session, Kind.SHARED_DURABLE)) {
            session.createProducer(session.createTopic("t")).send(coloured(session, "m"));
            PeekLock lock = PeekLock.of(receive(consumer));
            lock.defer();
            assertThat(admin.messages("t/Subscriptions/:s").undefer(List.of(lock.sequenceNumber())))
                    .isEqualTo(1);
            assertThat(text(receive(consumer))).isEqualTo("m");
        }
    }
}
