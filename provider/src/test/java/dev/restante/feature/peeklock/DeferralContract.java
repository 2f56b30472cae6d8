package dev.restante.feature.peeklock;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.MessagesAdmin;
import dev.restante.admin.QueueOptions;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Deferral until settlement, however a deferred message is received by its sequence number. */
@DisplayName("deferred messages")
public abstract class DeferralContract extends DeferralFixture {

    private static final Duration LOCK = Duration.ofSeconds(30);

    private Message receiveDeferred(Session session, long number) throws JMSException {
        return RestanteSession.of(session).receiveDeferred(queue, number).orElseThrow();
    }

    /**
     * Asserts that a deferred message is received only by its sequence number, and asserts the number of its
     * deliveries.
     */
    private void assertDeferred(long number, int deliveries) throws JMSException {
        eventually("the message is deferred again", () -> admin.statistics("q").deferred() == 1);
        try (Session session = peeking();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertNothing(consumer);
            Message again = receiveDeferred(session, number);
            assertThat(again.getIntProperty("JMSXDeliveryCount")).isEqualTo(deliveries + 1);
            PeekLock.of(again).complete();
        }
        assertThat(admin.statistics("q"))
                .matches(counted -> counted.deferred() == 0 && counted.available() == 0 && counted.inFlight() == 0);
    }

    /** Ends of a delivery attempt without settlement. */
    enum Failure {
        ABANDON,
        ABANDON_WITH_DELAY,
        ZERO_VISIBILITY,
        LOCK_LOST,
        LOCK_BROKEN,
        SESSION_CLOSED,
        RECOVER,
        ROLLBACK,
        NODE_CLOSED
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "DEF-01 a deferred message is deferred again, with a higher delivery count, after every failed attempt")
    void shouldStayDeferred(Failure failure) throws JMSException {
        if (failure == Failure.NODE_CLOSED) {
            onLastingStore();
        }
        long number = deferred(queue, "m");
        int mode =
                switch (failure) {
                    case RECOVER -> Session.CLIENT_ACKNOWLEDGE;
                    case ROLLBACK -> Session.SESSION_TRANSACTED;
                    default -> RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE;
                };
        Session session = connection.createSession(mode);
        Message received = receiveDeferred(session, number);
        assertThat(received.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        assertThat(RestanteSession.of(session).receiveDeferred(queue, number))
                .as("deferred message while a consumer has it locked")
                .isEmpty();
        switch (failure) {
            case ABANDON -> PeekLock.of(received).abandon();
            case ABANDON_WITH_DELAY -> PeekLock.of(received).abandon(Map.of(), Duration.ofHours(1));
            case ZERO_VISIBILITY -> PeekLock.of(received).changeVisibility(Duration.ZERO);
            case LOCK_LOST -> time.jump(LOCK.plusSeconds(1));
            case LOCK_BROKEN -> admin.messages("q").breakLock(number, Duration.ZERO);
            case SESSION_CLOSED -> session.close();
            case RECOVER -> session.recover();
            case ROLLBACK -> session.rollback();
            case NODE_CLOSED -> onLastingStore();
        }
        assertDeferred(number, 2);
    }

    @ParameterizedTest(name = "persistent: {0}")
    @ValueSource(booleans = {true, false})
    @DisplayName("DEF-01 RCV-15 a deferred message stays deferred, whatever its back-off and its delivery mode are")
    void shouldStayDeferredWithBackOff(boolean persistent) throws JMSException {
        admin.createQueue(
                "q", QueueOptions.defaults().withRedeliveryBackOff(Duration.ofHours(1), 2, Duration.ofHours(5), 0));
        long number;
        try (Session session = peeking();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.setDeliveryMode(persistent ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT);
            producer.send(session.createTextMessage("m"));
            PeekLock lock = PeekLock.of(receive(consumer));
            number = lock.sequenceNumber();
            lock.defer();
            PeekLock.of(receiveDeferred(session, number)).abandon();
        }
        assertDeferred(number, 2);
    }

    @Test
    @DisplayName("DEF-01 RCV-07 a deferred message is dead-lettered at the delivery limit")
    void shouldDeadLetterAtTheLimit() throws JMSException {
        admin.createQueue("q", QueueOptions.defaults().withMaxDeliveryCount(3));
        long number = deferred(queue, "m");
        try (Session session = peeking()) {
            PeekLock.of(receiveDeferred(session, number)).abandon();
            PeekLock.of(receiveDeferred(session, number)).abandon();
            assertThat(RestanteSession.of(session).receiveDeferred(queue, number))
                    .isEmpty();
        }
        assertThat(admin.statistics("q")).matches(counted -> counted.deferred() == 0 && counted.deadLettered() == 1);
    }

    @Test
    @DisplayName("DEF-01 TTL-01 a deferred message can expire, even while a consumer has it locked for longer")
    void shouldExpire() throws JMSException {
        try (Session session = peeking();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.setTimeToLive(60_000);
            producer.send(session.createTextMessage("m"));
            PeekLock lock = PeekLock.of(receive(consumer));
            lock.defer();
            PeekLock held = PeekLock.of(receiveDeferred(session, lock.sequenceNumber()));
            held.changeVisibility(Duration.ofHours(1));
            time.jump(Duration.ofSeconds(61));
            held.abandon();
            assertThat(RestanteSession.of(session).receiveDeferred(queue, lock.sequenceNumber()))
                    .isEmpty();
        }
        eventually(
                "the deferred message has expired", () -> admin.statistics("q").deferred() == 0);
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("DEF-02 a consumer gets only deferred messages that match its selector")
    void shouldRespectTheSelector() throws JMSException {
        long number = deferred(queue, "m");
        try (Session session = peeking();
                MessageConsumer blue = session.createConsumer(queue, "colour = 'blue'");
                MessageConsumer any = session.createConsumer(queue, "colour IS NULL")) {
            assertThat(RestanteConsumer.of(blue).receiveDeferred(number)).isNull();
            assertThat(text(RestanteConsumer.of(any).receiveDeferred(number))).isEqualTo("m");
        }
    }

    private long deferredOfGroup(RestanteMessageGroup group) throws JMSException {
        PeekLock lock = PeekLock.of(receive(group.consumer()));
        lock.defer();
        return lock.sequenceNumber();
    }

    @Test
    @DisplayName("DEF-03 deferred messages of an accepted group go only to the consumer of the group")
    void shouldKeepThemForTheGroup() throws JMSException {
        try (Session session = peeking();
                MessageProducer producer = session.createProducer(queue)) {
            producer.send(grouped(session, "a1"));
            producer.send(grouped(session, "b1"));
            long number;
            try (RestanteMessageGroup group = RestanteSession.of(session).acceptGroup(queue, "a");
                    Session other = peeking();
                    MessageConsumer consumer = other.createConsumer(queue)) {
                number = deferredOfGroup(group);
                assertThat(RestanteSession.of(other).receiveDeferred(queue, number))
                        .isEmpty();
                assertThat(RestanteConsumer.of(consumer).receiveDeferred(number))
                        .isNull();
                try (RestanteMessageGroup another = RestanteSession.of(session).acceptGroup(queue, "b")) {
                    assertThat(receiveOf(another, number)).isNull();
                }
                Message own = receiveOf(group, number);
                assertThat(own).isNotNull();
                PeekLock.of(own).abandon();
            }
            PeekLock.of(receiveDeferred(session, number)).complete();
        }
        assertThat(drain(queue)).containsExactly("b1");
    }

    @Test
    @DisplayName("VIS-07 a received deferred message holds its group for its session until it is settled")
    void shouldHoldTheGroup() throws JMSException {
        try (Session session = peeking();
                Session other = peeking();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer own = session.createConsumer(queue);
                MessageConsumer others = other.createConsumer(queue)) {
            for (boolean completed : new boolean[] {false, true}) {
                producer.send(grouped(session, "a1"));
                PeekLock lock = PeekLock.of(receive(own));
                lock.defer();
                Message deferred = receiveDeferred(session, lock.sequenceNumber());
                producer.send(grouped(session, "a2"));
                producer.send(grouped(session, "b1"));
                Message of = receive(others);
                assertThat(text(of)).as("deferred message of another group").isEqualTo("b1");
                assertNothing(others);
                PeekLock.of(of).complete();

                Message second = receive(own);
                assertThat(text(second))
                        .as("deferred message of the session's own group")
                        .isEqualTo("a2");
                PeekLock.of(second).complete();
                producer.send(grouped(session, "a3"));
                assertNothing(others);
                if (completed) {
                    PeekLock.of(deferred).complete();
                } else {
                    PeekLock.of(deferred).abandon();
                }
                Message third = receive(others);
                assertThat(text(third)).isEqualTo("a3");
                PeekLock.of(third).complete();
            }
        }
    }

    @Test
    @DisplayName("VIS-07 releasing an earlier message of a group does not release a received deferred message")
    void shouldNotComeBackWithItsGroup() throws JMSException {
        try (Session session = peeking();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer consumer = session.createConsumer(queue)) {
            producer.send(grouped(session, "a1"));
            producer.send(grouped(session, "a2"));
            Message first = receive(consumer);
            PeekLock aside = PeekLock.of(receive(consumer));
            aside.defer();
            Message deferred = receiveDeferred(session, aside.sequenceNumber());
            PeekLock.of(first).abandon();
            PeekLock.of(deferred).complete();
            Message again = receive(consumer);
            assertThat(text(again)).isEqualTo("a1");
            PeekLock.of(again).complete();
        }
        assertThat(drain(queue)).isEmpty();
    }

    private static @Nullable Message receiveOf(RestanteMessageGroup group, long number) throws JMSException {
        return RestanteConsumer.of(group.consumer()).receiveDeferred(number);
    }

    @Test
    @DisplayName("DEF-04 undefer of a received message returns it to its old position, and counts the delivery")
    void shouldUndefer() throws JMSException {
        long number = deferred(queue, "1");
        send(queue, "2");
        try (Session session = peeking();
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receiveDeferred(session, number)).undefer();
            Message first = receive(consumer);
            assertThat(text(first)).isEqualTo("1");
            assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(3);
            PeekLock.of(first).abandon();
            assertThat(text(receive(consumer)))
                    .as("the message is no longer deferred")
                    .isEqualTo("1");
        }
    }

    @Test
    @DisplayName("DEF-04 undefer of a message that was never deferred abandons it without a delay")
    void shouldUndeferWhatIsNot() throws JMSException {
        admin.createQueue(
                "q", QueueOptions.defaults().withRedeliveryBackOff(Duration.ofHours(1), 2, Duration.ofHours(5), 0));
        send(queue, "m");
        try (Session session = peeking();
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(receive(consumer)).undefer();
            assertThat(receive(consumer).getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("DEF-04 an administrator can undefer messages, uncounted, and other sequence numbers are ignored")
    void shouldUndeferByAdministration() throws JMSException {
        long number = deferred(queue, "1");
        send(queue, "2");
        MessagesAdmin messages = admin.messages("q");
        assertThat(messages.undefer(List.of(number, number, number + 1, 7L))).isEqualTo(1);
        assertThat(messages.undefer(List.of(number))).isZero();
        try (Session session = peeking();
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message first = receive(consumer);
            assertThat(text(first)).isEqualTo("1");
            assertThat(first.getIntProperty("JMSXDeliveryCount")).isEqualTo(2);
        }
    }
}
