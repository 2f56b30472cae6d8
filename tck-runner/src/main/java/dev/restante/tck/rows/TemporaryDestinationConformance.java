package dev.restante.tck.rows;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Conformance tests of temporary destinations and requestors. */
@ExtendWith(JmsFixtureExtension.class)
final class TemporaryDestinationConformance {

    @Test
    @DisplayName("TMP-01 each temporary destination is unique")
    void shouldBeUnique(JmsFixture jms) throws Exception {
        Session session = jms.session();

        assertThat(session.createTemporaryQueue()).isNotEqualTo(session.createTemporaryQueue());
        assertThat(session.createTemporaryTopic()).isNotEqualTo(session.createTemporaryTopic());
    }

    @Test
    @DisplayName("TMP-02 TMP-04 a temporary queue outlives its session, and each session of its connection can consume")
    void shouldOutliveItsSession(JmsFixture jms) throws Exception {
        Connection connection = jms.connection();
        Session creator = connection.createSession();
        TemporaryQueue queue = creator.createTemporaryQueue();
        creator.close();
        Session other = connection.createSession();
        other.createProducer(queue).send(other.createTextMessage("x"));

        assertThat(JmsFixture.nextText(other.createConsumer(queue))).isEqualTo("x");
    }

    @Test
    @DisplayName("TMP-02 PRD-03 EXC-07 a temporary queue is deleted when its connection closes")
    void shouldEndWithItsConnection(JmsFixture jms) throws Exception {
        Connection connection = jms.connection();
        TemporaryQueue queue = connection.createSession().createTemporaryQueue();
        Session other = jms.session();
        connection.close();

        assertThatThrownBy(() -> other.createProducer(queue).send(other.createMessage()))
                .isInstanceOf(InvalidDestinationException.class);
    }

    @Test
    @DisplayName("TMP-03 another connection cannot consume from a temporary destination")
    void shouldRefuseOtherConnectionsToConsume(JmsFixture jms) throws Exception {
        Session owner = jms.session();
        Session other = jms.session();
        TemporaryQueue queue = owner.createTemporaryQueue();
        TemporaryTopic topic = owner.createTemporaryTopic();

        assertThatThrownBy(() -> other.createConsumer(queue)).isInstanceOf(JMSException.class);
        assertThatThrownBy(() -> other.createConsumer(topic)).isInstanceOf(JMSException.class);
    }

    @Test
    @DisplayName("TMP-05 HDR-04 another connection can reply to a temporary queue")
    void shouldTakeReplies(JmsFixture jms) throws Exception {
        Queue requests = jms.queue();
        Session asking = jms.session();
        Session answering = jms.session();
        TemporaryQueue replies = asking.createTemporaryQueue();
        Message request = asking.createTextMessage("question");
        request.setJMSReplyTo(replies);
        asking.createProducer(requests).send(request);
        Message received = JmsFixture.next(answering.createConsumer(requests));

        answering.createProducer(received.getJMSReplyTo()).send(answering.createTextMessage("answer"));

        assertThat(received.getJMSReplyTo()).isEqualTo(replies);
        assertThat(JmsFixture.nextText(asking.createConsumer(replies))).isEqualTo("answer");
    }

    @Test
    @DisplayName("TMP-06 delete of a temporary destination fails while it has consumers")
    void shouldRefuseToDeleteWhileConsumed(JmsFixture jms) throws Exception {
        Session session = jms.session();
        TemporaryQueue queue = session.createTemporaryQueue();
        TemporaryTopic topic = session.createTemporaryTopic();
        MessageConsumer ofQueue = session.createConsumer(queue);
        MessageConsumer ofTopic = session.createConsumer(topic);

        assertThatThrownBy(queue::delete).isInstanceOf(JMSException.class);
        assertThatThrownBy(topic::delete).isInstanceOf(JMSException.class);
        ofQueue.close();
        ofTopic.close();
        queue.delete();
        topic.delete();
    }

    @Test
    @DisplayName("TMP-07 TMP-08 a queue requestor gets its reply and closes")
    void shouldServeQueueRequestors(JmsFixture jms) throws Exception {
        Queue queue = jms.queue();
        QueueConnection connection =
                jms.closeAfterTest(((QueueConnectionFactory) jms.factory()).createQueueConnection());
        QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
        connection.start();
        answer(jms.session(), queue);
        QueueRequestor requestor = new QueueRequestor(session, queue);

        assertThat(requestor.request(session.createTextMessage("question")).getBody(String.class))
                .isEqualTo("answer");
        requestor.close();
    }

    @Test
    @DisplayName("TMP-07 TMP-08 a topic requestor gets its reply and closes")
    void shouldServeTopicRequestors(JmsFixture jms) throws Exception {
        Topic topic = jms.topic();
        TopicConnection connection =
                jms.closeAfterTest(((TopicConnectionFactory) jms.factory()).createTopicConnection());
        TopicSession session = connection.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
        connection.start();
        answer(jms.session(), topic);
        TopicRequestor requestor = new TopicRequestor(session, topic);

        assertThat(requestor.request(session.createTextMessage("question")).getBody(String.class))
                .isEqualTo("answer");
        requestor.close();
    }

    private static void answer(Session session, jakarta.jms.Destination requests) throws JMSException {
        session.createConsumer(requests).setMessageListener(request -> {
            try {
                session.createProducer(request.getJMSReplyTo()).send(session.createTextMessage("answer"));
            } catch (JMSException e) {
                throw new IllegalStateException(e);
            }
        });
    }
}
