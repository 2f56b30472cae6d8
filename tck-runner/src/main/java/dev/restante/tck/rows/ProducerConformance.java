package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageFormatException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of message producers: destinations, send parameters, hints and repeated sends of a message. */
@ExtendWith(JmsFixtureExtension.class)
final class ProducerConformance {

    @Test
    @DisplayName("PRD-01 PRD-02 a send call must name a destination exactly when its producer has no destination")
    void shouldTellIdentifiedProducersApart(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        Message message = session.createMessage();
        MessageProducer identified = session.createProducer(queue);
        MessageProducer unidentified = session.createProducer(null);

        unidentified.send(queue, message);
        assertThatThrownBy(() -> identified.send(queue, message)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> identified.send(queue, message, DeliveryMode.PERSISTENT, 4, 0))
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> unidentified.send(message)).isInstanceOf(UnsupportedOperationException.class);
        assertThatThrownBy(() -> unidentified.send(message, DeliveryMode.PERSISTENT, 4, 0))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    @DisplayName("PRD-03 a null destination is rejected")
    void shouldRefuseNoDestination(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer unidentified = session.createProducer(null);

        assertThatThrownBy(() -> unidentified.send(null, session.createMessage()))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("PRD-04 EXC-10 a null message is rejected")
    void shouldRefuseNoMessage(JmsFixture jms) throws Exception {
        MessageProducer producer = jms.session().createProducer(jms.queue());

        assertThatThrownBy(() -> producer.send(null)).isInstanceOf(MessageFormatException.class);
    }

    @Test
    @DisplayName("PRD-05 a new producer has the default settings")
    void shouldBeginWithTheDefaults(JmsFixture jms) throws Exception {
        MessageProducer producer = jms.session().createProducer(jms.queue());

        assertThat(producer.getDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(producer.getPriority()).isEqualTo(4);
        assertThat(producer.getTimeToLive()).isZero();
        assertThat(producer.getDeliveryDelay()).isZero();
        assertThat(producer.getDisableMessageID()).isFalse();
        assertThat(producer.getDisableMessageTimestamp()).isFalse();
    }

    @Test
    @DisplayName("PRD-06 the parameters of a send call apply only to that call")
    void shouldOverrideForOneSend(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());
        Message first = session.createMessage();
        Message second = session.createMessage();

        producer.send(first, DeliveryMode.NON_PERSISTENT, 8, 50_000);
        producer.send(second);

        assertThat(first.getJMSPriority()).isEqualTo(8);
        assertThat(first.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
        assertThat(first.getJMSExpiration()).isPositive();
        assertThat(second.getJMSPriority()).isEqualTo(4);
        assertThat(second.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
        assertThat(second.getJMSExpiration()).isZero();
    }

    @Test
    @DisplayName("PRD-08 a delivery mode must be 1 or 2, on setter and send")
    void shouldRefuseOtherDeliveryModes(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());

        for (int mode : new int[] {-1, 0, 3}) {
            assertThatThrownBy(() -> producer.setDeliveryMode(mode)).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> producer.send(session.createMessage(), mode, 4, 0))
                    .isInstanceOf(JMSException.class);
        }
    }

    @Test
    @DisplayName("PRD-09 a priority must be 0 to 9, on setter and send")
    void shouldRefuseOtherPriorities(JmsFixture jms) throws Exception {
        Session session = jms.session();
        MessageProducer producer = session.createProducer(jms.queue());

        for (int priority : new int[] {-1, 10}) {
            assertThatThrownBy(() -> producer.setPriority(priority)).isInstanceOf(JMSException.class);
            assertThatThrownBy(() -> producer.send(session.createMessage(), DeliveryMode.PERSISTENT, priority, 0))
                    .isInstanceOf(JMSException.class);
        }
    }

    @Test
    @DisplayName("PRD-13 hints about id and timestamp are kept, and may result in null and 0")
    void shouldKeepHints(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.setDisableMessageID(true);
        producer.setDisableMessageTimestamp(true);
        producer.setTimeToLive(60_000);

        producer.send(session.createMessage());
        Message received = JmsFixture.next(session.createConsumer(queue));

        assertThat(producer.getDisableMessageID()).isTrue();
        assertThat(producer.getDisableMessageTimestamp()).isTrue();
        assertThat(received.getJMSMessageID())
                .satisfiesAnyOf(
                        id -> assertThat(id).isNull(), id -> assertThat(id).startsWith("ID:"));
        assertThat(received.getJMSTimestamp()).isNotNegative();
        assertThat(received.getJMSExpiration()).isPositive();
    }

    @Test
    @DisplayName("PRD-14 a message can be changed and sent again, and earlier copies stay unchanged")
    void shouldSendCopies(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        TextMessage message = session.createTextMessage("one");
        producer.send(message);
        String firstId = message.getJMSMessageID();

        message.setText("two");
        message.setIntProperty("p", 1);
        producer.send(message);

        MessageConsumer consumer = session.createConsumer(queue);
        TextMessage first = (TextMessage) JmsFixture.next(consumer);
        assertThat(first.getText()).isEqualTo("one");
        assertThat(first.propertyExists("p")).isFalse();
        assertThat(JmsFixture.nextText(consumer)).isEqualTo("two");
        assertThat(message.getJMSMessageID()).isNotEqualTo(firstId);
    }

    @Test
    @DisplayName("PRD-15 a send leaves the body writeable")
    void shouldLeaveTheBodyWriteable(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        BytesMessage message = session.createBytesMessage();
        message.writeByte((byte) 1);
        producer.send(message);

        message.writeByte((byte) 2);
        producer.send(message);

        MessageConsumer consumer = session.createConsumer(queue);
        assertThat(JmsFixture.next(consumer).getBody(byte[].class)).containsExactly(1);
        assertThat(JmsFixture.next(consumer).getBody(byte[].class)).containsExactly(1, 2);
    }

    @Test
    @DisplayName("PRD-16 getDestination returns the destination with which the producer was created")
    void shouldTellItsDestination(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();

        assertThat(session.createProducer(queue).getDestination()).isEqualTo(queue);
        assertThat(session.createProducer(null).getDestination()).isNull();
    }
}
