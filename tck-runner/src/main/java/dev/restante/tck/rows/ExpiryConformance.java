package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.DeliveryMode;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of time to live and delivery delay. */
@ExtendWith(JmsFixtureExtension.class)
final class ExpiryConformance {

    /** Delays of deliveries. A check that the machine is too slow for is repeated with the next one. */
    private static final long[] DELAYS_MILLIS = {1_500, 6_000};

    @Test
    @DisplayName("EXP-01 EXP-05 EXP-15 sender and receiver see the send time plus the time to live as expiration")
    void shouldAddTheTimeToLive(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(123_456);
        Message sent = session.createMessage();
        producer.send(sent);

        Message received = JmsFixture.next(session.createConsumer(queue));

        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 123_456);
        assertThat(received.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSDeliveryTime());
    }

    @Test
    @DisplayName("EXP-02 a message without time to live has the expiration 0, even with a delay")
    void shouldNotExpireWithoutTimeToLive(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        producer.setDeliveryDelay(1);
        Message sent = session.createMessage();
        producer.send(sent);

        assertThat(sent.getJMSExpiration()).isZero();
    }

    @Test
    @DisplayName("EXP-04 a delay does not move the expiration")
    void shouldNotAddTheDelayToTheExpiration(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        producer.setDeliveryDelay(20_000);
        producer.setTimeToLive(60_000);
        Message sent = session.createMessage();
        producer.send(sent);

        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 60_000);
    }

    @Test
    @DisplayName("EXP-06 EXP-07 an expired message is not received")
    void shouldNotReceiveExpiredMessages(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.send(session.createTextMessage("expires"), DeliveryMode.PERSISTENT, 4, 50);
        producer.send(session.createTextMessage("stays"));
        Thread.sleep(200);

        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("stays");
        assertThat(JmsFixture.receivesNothing(consumer)).isTrue();
    }

    @Test
    @DisplayName("EXP-08 a message that expires before it is due is never delivered")
    void shouldNotDeliverWhatExpiredBeforeItWasDue(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(500);
        producer.setTimeToLive(200);
        producer.send(session.createTextMessage("never"));

        assertThat(session.createConsumer(queue).receive(1_500)).isNull();
    }

    @Test
    @DisplayName("EXP-09 the delivery time is the time of the send plus the delay")
    void shouldAddTheDelay(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        producer.setDeliveryDelay(30_000);
        Message sent = session.createMessage();
        long beforeMillis = System.currentTimeMillis();
        producer.send(sent);
        long afterMillis = System.currentTimeMillis();

        assertThat(sent.getJMSDeliveryTime()).isBetween(beforeMillis + 30_000, afterMillis + 30_000);
    }

    @Test
    @DisplayName("EXP-10 without delay the delivery time is the time of the send")
    void shouldBeDueAtOnceWithoutDelay(JmsFixture jms) throws Exception {
        Message sent = jms.session().createMessage();
        Message received = jms.sendAndReceive(sent);

        assertThat(sent.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp());
        assertThat(received.getJMSDeliveryTime()).isEqualTo(sent.getJMSTimestamp());
    }

    @Test
    @DisplayName("EXP-11 EXP-12 BRW-07 before its delivery time a message is neither received nor browsed")
    void shouldHoldBackUntilDue(JmsFixture jms) throws Exception {
        for (int mode : new int[] {DeliveryMode.PERSISTENT, DeliveryMode.NON_PERSISTENT}) {
            repeatWithLongerDelay(delayMillis -> holdsBackUntilDue(jms, mode, delayMillis));
        }
    }

    /** Checks a delayed message. Returns false if the message became due before the check ended. */
    private static boolean holdsBackUntilDue(JmsFixture jms, int mode, long delayMillis) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageConsumer consumer = session.createConsumer(queue);
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryMode(mode);
        producer.setDeliveryDelay(delayMillis);
        Message sent = session.createTextMessage("later");
        producer.send(sent);

        Message received = consumer.receiveNoWait();
        List<Object> browsed = JmsFixture.toList(session.createBrowser(queue).getEnumeration());
        if (System.currentTimeMillis() >= sent.getJMSDeliveryTime()) {
            return false;
        }
        assertThat(received).isNull();
        assertThat(browsed).isEmpty();
        JmsFixture.next(consumer);
        assertThat(System.currentTimeMillis()).isGreaterThanOrEqualTo(sent.getJMSDeliveryTime());
        return true;
    }

    @Test
    @DisplayName("EXP-14 a message with an earlier delivery time arrives earlier")
    void shouldOrderByDueTime(JmsFixture jms) throws Exception {
        repeatWithLongerDelay(delayMillis -> ordersByDueTime(jms, delayMillis));
    }

    /** Checks the order of two messages. Returns false if the delayed one was due before the other one was sent. */
    private static boolean ordersByDueTime(JmsFixture jms, long delayMillis) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.setDeliveryDelay(delayMillis);
        Message late = session.createTextMessage("late");
        producer.send(late);
        producer.setDeliveryDelay(0);
        producer.send(session.createTextMessage("now"));
        if (System.currentTimeMillis() >= late.getJMSDeliveryTime()) {
            return false;
        }

        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("now");
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("late");
        return true;
    }

    /** Repeats a check with longer delays until the machine is fast enough for one. */
    private static void repeatWithLongerDelay(DelayedCheck check) throws Exception {
        for (long delayMillis : DELAYS_MILLIS) {
            if (check.endsInTime(delayMillis)) {
                return;
            }
        }
        throw new AssertionError("the machine is too slow for each delay");
    }

    /** Check of messages with a delay. */
    @FunctionalInterface
    private interface DelayedCheck {

        boolean endsInTime(long delayMillis) throws Exception;
    }

    @Test
    @DisplayName("EXP-13 a delayed message goes to the subscriptions that exist at the send")
    void shouldNotGoToLaterSubscriptions(JmsFixture jms) throws Exception {
        jakarta.jms.Topic topic = jms.topic();
        Session session = jms.session();
        MessageConsumer earlier = session.createConsumer(topic);
        MessageProducer producer = session.createProducer(topic);
        producer.setDeliveryDelay(DELAYS_MILLIS[0]);
        producer.send(session.createTextMessage("x"));
        MessageConsumer later = session.createConsumer(topic);

        assertThat(JmsFixture.nextText(earlier)).isEqualTo("x");
        assertThat(JmsFixture.receivesNothing(later)).isTrue();
    }
}
