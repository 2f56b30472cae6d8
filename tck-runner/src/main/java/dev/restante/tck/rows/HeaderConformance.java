package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of the message headers that sender and provider set. */
@ExtendWith(JmsFixtureExtension.class)
final class HeaderConformance {

    @Test
    @DisplayName("HDR-01 sender and receiver see destination, delivery mode and priority of the send call")
    void shouldSetWhatTheSendUsed(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        Message sent = session.createTextMessage("x");
        sent.setJMSDestination(jms.queue());
        sent.setJMSDeliveryMode(DeliveryMode.PERSISTENT);
        sent.setJMSPriority(1);

        session.createProducer(queue).send(sent, DeliveryMode.NON_PERSISTENT, 7, 0);
        Message received = JmsFixture.next(session.createConsumer(queue));

        for (Message message : new Message[] {sent, received}) {
            assertThat(message.getJMSDestination()).isEqualTo(queue);
            assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.NON_PERSISTENT);
            assertThat(message.getJMSPriority()).isEqualTo(7);
        }
    }

    @Test
    @DisplayName("HDR-02 the message id begins with ID:, is unique and arrives unchanged")
    void shouldGiveUniqueIds(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        Message first = session.createMessage();
        first.setJMSMessageID("ID:mine");
        Message second = session.createMessage();

        producer.send(first);
        producer.send(second);

        assertThat(first.getJMSMessageID()).startsWith("ID:").isNotEqualTo("ID:mine");
        assertThat(second.getJMSMessageID()).startsWith("ID:").isNotEqualTo(first.getJMSMessageID());
        assertThat(JmsFixture.next(session.createConsumer(queue)).getJMSMessageID())
                .isEqualTo(first.getJMSMessageID());
    }

    @Test
    @DisplayName("HDR-03 the timestamp lies between call and return of send, even in a transaction")
    void shouldStampTheSend(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session(Session.SESSION_TRANSACTED);
        Message sent = session.createMessage();

        long beforeMillis = System.currentTimeMillis();
        session.createProducer(queue).send(sent);
        long afterMillis = System.currentTimeMillis();
        Thread.sleep(20);
        session.commit();

        assertThat(sent.getJMSTimestamp()).isBetween(beforeMillis, afterMillis);
        assertThat(JmsFixture.next(session.createConsumer(queue)).getJMSTimestamp())
                .isEqualTo(sent.getJMSTimestamp());
    }

    @Test
    @DisplayName("HDR-04 correlation id, type and reply-to arrive unchanged")
    void shouldCarryTheClientsHeaders(JmsFixture jms) throws Exception {
        Session session = jms.session();
        Queue replyQueue = jms.queue();
        Message message = session.createMessage();
        message.setJMSCorrelationID("mine");
        message.setJMSType("order");
        message.setJMSReplyTo(replyQueue);

        Message received = jms.sendAndReceive(message);
        Message bare = jms.sendAndReceive(session.createMessage());

        assertThat(received.getJMSCorrelationID()).isEqualTo("mine");
        assertThat(received.getJMSType()).isEqualTo("order");
        assertThat(received.getJMSReplyTo()).isEqualTo(replyQueue);
        assertThat(bare.getJMSCorrelationID()).isNull();
        assertThat(bare.getJMSType()).isNull();
        assertThat(bare.getJMSReplyTo()).isNull();
    }

    @Test
    @DisplayName("HDR-04 a reply-to can be a topic")
    void shouldCarryATopicToReplyTo(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setJMSReplyTo(jms.topic());

        assertThat(jms.sendAndReceive(message).getJMSReplyTo()).isEqualTo(message.getJMSReplyTo());
    }

    @Test
    @DisplayName("HDR-05 a binary correlation id is copied and arrives unchanged, if it is supported")
    void shouldCopyACorrelationIdOfBytes(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        byte[] id = {1, 2, 3};
        boolean supported = true;
        try {
            message.setJMSCorrelationIDAsBytes(id);
        } catch (UnsupportedOperationException refused) {
            supported = false;
        }
        assumeThat(supported).isTrue();
        id[0] = 9;

        assertThat(jms.sendAndReceive(message).getJMSCorrelationIDAsBytes()).containsExactly(1, 2, 3);
    }

    @Test
    @DisplayName("HDR-07 the redelivered header is false at first and true afterwards")
    void shouldFlagRedelivery(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "x");
        Session session = jms.session(Session.CLIENT_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(queue);

        assertThat(JmsFixture.next(consumer).getJMSRedelivered()).isFalse();
        session.recover();
        assertThat(JmsFixture.next(consumer).getJMSRedelivered()).isTrue();
    }

    @Test
    @DisplayName("HDR-08 the client's values of provider headers have no effect on the sent message")
    void shouldIgnoreTheProvidersHeadersOfTheClient(JmsFixture jms) throws Exception {
        Message message = jms.session().createMessage();
        message.setJMSExpiration(5);
        message.setJMSDeliveryTime(6);
        message.setJMSTimestamp(7);
        message.setJMSPriority(8);
        message.setJMSRedelivered(true);

        Message received = jms.sendAndReceive(message);

        assertThat(received.getJMSExpiration()).isZero();
        assertThat(received.getJMSDeliveryTime()).isNotEqualTo(6);
        assertThat(received.getJMSTimestamp()).isGreaterThan(7);
        assertThat(received.getJMSPriority()).isEqualTo(Message.DEFAULT_PRIORITY);
        assertThat(received.getJMSRedelivered()).isFalse();
    }

    @Test
    @DisplayName("HDR-09 the provider's headers are set when send returns")
    void shouldShowHeadersToTheSender(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        Session session = jms.session();
        MessageProducer producer = session.createProducer(queue);
        producer.setTimeToLive(60_000);
        Message sent = session.createMessage();

        producer.send(sent);

        assertThat(sent.getJMSDestination()).isEqualTo(queue);
        assertThat(sent.getJMSMessageID()).isNotNull();
        assertThat(sent.getJMSExpiration()).isEqualTo(sent.getJMSTimestamp() + 60_000);
        assertThat(sent.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
    }

    @Test
    @DisplayName("HDR-10 each header of a received message can be set")
    void shouldLeaveHeadersWriteable(JmsFixture jms) throws Exception {
        Message received = jms.sendAndReceive(jms.session().createTextMessage("x"));

        received.setJMSCorrelationID("a");
        received.setJMSType("b");
        received.setJMSReplyTo(jms.queue());
        received.setJMSDestination(jms.queue());
        received.setJMSDeliveryMode(DeliveryMode.NON_PERSISTENT);
        received.setJMSPriority(9);
        received.setJMSExpiration(1);
        received.setJMSDeliveryTime(2);
        received.setJMSTimestamp(3);
        received.setJMSMessageID("ID:b");
        received.setJMSRedelivered(true);

        assertThat(received.getJMSPriority()).isEqualTo(9);
        assertThat(received.getJMSMessageID()).isEqualTo("ID:b");
    }

    @Test
    @DisplayName("HDR-11 all headers arrive at the receiver")
    void shouldCarryTheWholeHeader(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        JMSContext context = jms.context();
        TextMessage sent = context.createTextMessage("x");
        context.createProducer()
                .setPriority(3)
                .setTimeToLive(100_000)
                .setJMSCorrelationID("c")
                .setJMSType("t")
                .setJMSReplyTo(queue)
                .send(queue, sent);

        Message received = context.createConsumer(queue).receive(JmsFixture.ARRIVAL_TIMEOUT_MILLIS);

        assertThat(received.getJMSDestination()).isEqualTo(sent.getJMSDestination());
        assertThat(received.getJMSDeliveryMode()).isEqualTo(sent.getJMSDeliveryMode());
        assertThat(received.getJMSExpiration()).isEqualTo(sent.getJMSExpiration());
        assertThat(received.getJMSPriority()).isEqualTo(3);
        assertThat(received.getJMSMessageID()).isEqualTo(sent.getJMSMessageID());
        assertThat(received.getJMSTimestamp()).isEqualTo(sent.getJMSTimestamp());
        assertThat(received.getJMSCorrelationID()).isEqualTo("c");
        assertThat(received.getJMSType()).isEqualTo("t");
        assertThat(received.getJMSReplyTo()).isEqualTo(queue);
    }

    @Test
    @DisplayName("HDR-12 a redelivered message has a delivery count of 2 or more")
    void shouldCountRedeliveries(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        jms.send(queue, "x");
        Session session = jms.session(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(queue);
        JmsFixture.next(consumer);
        session.rollback();

        Message again = JmsFixture.next(consumer);

        assertThat(again.getJMSRedelivered()).isTrue();
        assertThat(again.getIntProperty("JMSXDeliveryCount")).isGreaterThanOrEqualTo(2);
    }
}
