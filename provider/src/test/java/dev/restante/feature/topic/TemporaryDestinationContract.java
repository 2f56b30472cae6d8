package dev.restante.feature.topic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.Destination;
import jakarta.jms.IllegalStateException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidDestinationRuntimeException;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueRequestor;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TemporaryQueue;
import jakarta.jms.TemporaryTopic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicRequestor;
import jakarta.jms.TopicSession;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Temporary queues and topics. */
public abstract class TemporaryDestinationContract extends TopicContract {

    private static void delete(Destination temporary) throws JMSException {
        if (temporary instanceof TemporaryQueue queue) {
            queue.delete();
        } else {
            ((TemporaryTopic) temporary).delete();
        }
    }

    private static void assertGone(Session session, Destination temporary) throws JMSException {
        Message message = session.createTextMessage("lost");
        MessageProducer producer = session.createProducer(null);
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> session.createProducer(temporary));
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> producer.send(temporary, message));
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> session.createConsumer(temporary));
    }

    @Test
    @DisplayName("TMP-01 each temporary destination is unique, even on another connection")
    void shouldBeUnique() throws JMSException {
        try (Connection other = factory.createConnection()) {
            Session first = autoSession();
            Session second = other.createSession();
            List<Destination> all = new ArrayList<>();
            for (Session each : List.of(first, second, first)) {
                all.add(each.createTemporaryQueue());
                all.add(each.createTemporaryTopic());
            }
            assertThat(all).doesNotHaveDuplicates();
        }
    }

    @Test
    @DisplayName(
            "TMP-02, TMP-04 a temporary destination lives as long as its connection, whose sessions can all consume")
    void shouldLiveAsLongAsTheConnection() throws JMSException {
        for (boolean ofQueue : new boolean[] {true, false}) {
            Connection owner = factory.createConnection();
            owner.start();
            Session creating = owner.createSession();
            Destination temporary = ofQueue ? creating.createTemporaryQueue() : creating.createTemporaryTopic();
            creating.close();
            Session consuming = owner.createSession();
            MessageConsumer consumer = consuming.createConsumer(temporary);
            consuming.createProducer(temporary).send(consuming.createTextMessage("a"));
            assertReceives(consumer, "a");
            owner.close();
            assertGone(autoSession(), temporary);
        }
    }

    @Test
    @DisplayName("TMP-02, SIM-04, SIM-09 temporary destinations of a context live until its connection's last context "
            + "closes")
    void shouldLiveUntilLastContext() throws JMSException {
        JMSContext first = factory.createContext();
        JMSContext second = first.createContext(JMSContext.AUTO_ACKNOWLEDGE);
        TemporaryQueue queue = first.createTemporaryQueue();
        TemporaryTopic temporary = first.createTemporaryTopic();
        first.close();
        var ofTopic = second.createConsumer(temporary);
        second.createProducer().send(queue, "a").send(temporary, "b");
        assertThat(second.createConsumer(queue).receiveBody(String.class, PATIENCE_MILLIS))
                .isEqualTo("a");
        assertThat(ofTopic.receiveBody(String.class, PATIENCE_MILLIS)).isEqualTo("b");
        second.close();
        assertGone(autoSession(), queue);
        assertGone(autoSession(), temporary);
        try (JMSContext other = factory.createContext()) {
            assertThatExceptionOfType(InvalidDestinationRuntimeException.class)
                    .isThrownBy(() -> other.createProducer().send(queue, "a"));
        }
    }

    @Test
    @DisplayName("TMP-03, TMP-05 other connections can send to a temporary destination and browse it, but not consume "
            + "from it")
    void shouldBelongToItsConnection() throws JMSException {
        Session own = autoSession();
        TemporaryQueue queue = own.createTemporaryQueue();
        TemporaryTopic temporary = own.createTemporaryTopic();
        MessageConsumer ofTopic = own.createConsumer(temporary);
        try (Connection other = factory.createConnection();
                Session session = other.createSession()) {
            Queue byName = session.createQueue(queue.getQueueName());
            List<ThrowingCallable> calls = List.of(
                    () -> session.createConsumer(queue),
                    () -> session.createConsumer(byName),
                    () -> session.createConsumer(temporary),
                    () -> session.createSharedConsumer(temporary, "s"),
                    () -> session.createConsumer(session.createTopic(temporary.getTopicName())));
            for (ThrowingCallable call : calls) {
                assertThatExceptionOfType(InvalidDestinationException.class).isThrownBy(call);
            }
            session.createProducer(queue).send(session.createTextMessage("a"));
            session.createProducer(temporary).send(session.createTextMessage("b"));
            assertThat(session.createBrowser(byName).getEnumeration().hasMoreElements())
                    .isTrue();
        }
        assertReceives(own.createConsumer(queue), "a");
        assertReceives(ofTopic, "b");
    }

    @Test
    @DisplayName("TMP-05, HDR-04 a reply reaches the temporary destination in JMSReplyTo")
    void shouldBeRepliedTo() throws JMSException {
        Session asking = autoSession();
        Queue requests = queue("requests");
        for (Destination temporary : List.of(asking.createTemporaryQueue(), asking.createTemporaryTopic())) {
            MessageConsumer answers = asking.createConsumer(temporary);
            Message request = asking.createTextMessage("question");
            request.setJMSReplyTo(temporary);
            asking.createProducer(requests).send(request);
            try (Connection other = factory.createConnection();
                    Session answering = other.createSession()) {
                other.start();
                Message received = receive(answering.createConsumer(requests));
                assertThat(received.getJMSReplyTo())
                        .isEqualTo(temporary)
                        .isInstanceOf(temporary instanceof Queue ? TemporaryQueue.class : TemporaryTopic.class);
                assertThatExceptionOfType(IllegalStateException.class)
                        .isThrownBy(() -> delete(received.getJMSReplyTo()));
                answering.createProducer(received.getJMSReplyTo()).send(answering.createTextMessage("answer"));
            }
            Message answer = receive(answers);
            assertThat(text(answer)).isEqualTo("answer");
            assertThat(answer.getJMSDestination()).isEqualTo(temporary);
        }
    }

    @Test
    @DisplayName(
            "TMP-06, PRD-03 a temporary destination with consumers cannot be deleted, and once deleted it is unusable")
    void shouldDelete() throws JMSException {
        Session session = autoSession();
        for (Destination temporary : List.of(session.createTemporaryQueue(), session.createTemporaryTopic())) {
            MessageProducer producer = session.createProducer(temporary);
            MessageConsumer consumer = session.createConsumer(temporary);
            assertThatExceptionOfType(JMSException.class).isThrownBy(() -> delete(temporary));
            producer.send(session.createTextMessage("a"));
            assertReceives(consumer, "a");
            consumer.close();
            delete(temporary);
            assertGone(session, temporary);
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> producer.send(session.createTextMessage("b")));
            assertThatCode(() -> delete(temporary)).doesNotThrowAnyException();
        }
    }

    @Test
    @DisplayName("TMP-07 delete works after the creating session closes, and has no effect after the connection closes")
    void shouldDeleteAfterSession() throws JMSException {
        Connection owner = factory.createConnection();
        for (boolean ofQueue : new boolean[] {true, false}) {
            Session session = owner.createSession();
            Destination temporary = ofQueue ? session.createTemporaryQueue() : session.createTemporaryTopic();
            session.close();
            delete(temporary);
            assertGone(autoSession(), temporary);
        }
        TemporaryQueue last = owner.createSession().createTemporaryQueue();
        owner.close();
        last.delete();
        assertGone(autoSession(), last);
    }

    @Test
    @DisplayName("IDLE-07 a temporary queue has a dead-letter queue, which is deleted with it")
    void shouldKeepDeadLetters() throws JMSException {
        Session peeking = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        TemporaryQueue temporary = peeking.createTemporaryQueue();
        peeking.createProducer(temporary).send(peeking.createTextMessage("dead"));
        try (MessageConsumer consumer = peeking.createConsumer(temporary)) {
            PeekLock.of(receive(consumer)).deadLetter("mine", null, Map.of());
        }
        Queue deadLetters = peeking.createQueue(temporary.getQueueName() + "/$DeadLetterQueue");
        try (MessageConsumer consumer = peeking.createConsumer(deadLetters)) {
            Message dead = receive(consumer);
            assertThat(text(dead)).isEqualTo("dead");
            assertThat(dead.getStringProperty("DeadLetterReason")).isEqualTo("mine");
            assertThat(dead.getStringProperty("DeadLetterSource")).isEqualTo(temporary.getQueueName());
            try (Connection another = factory.createConnection();
                    Session foreign = another.createSession()) {
                assertThatExceptionOfType(InvalidDestinationException.class)
                        .as("a consumer of another connection")
                        .isThrownBy(() -> foreign.createConsumer(deadLetters));
            }
        }
        temporary.delete();
        assertThatExceptionOfType(InvalidDestinationException.class)
                .isThrownBy(() -> peeking.createConsumer(deadLetters));
    }

    @Test
    @DisplayName("TMP-08, TMP-07 QueueRequestor sends a request, receives the reply, and closes its session")
    void shouldServeQueueRequestor() throws Exception {
        Queue requests = queue("requests");
        try (QueueConnection asking = factory.createQueueConnection()) {
            asking.start();
            QueueSession session = asking.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            answerOnce(requests);
            QueueRequestor requestor = new QueueRequestor(session, requests);
            CompletableFuture<Message> answer =
                    onOtherThread(() -> requestor.request(session.createTextMessage("question")));
            assertThat(text(result(answer))).isEqualTo("answer to question");
            assertThatCode(requestor::close).doesNotThrowAnyException();
            assertAllIllegal(session::createTextMessage);
            QueueSession another = asking.createQueueSession(false, Session.AUTO_ACKNOWLEDGE);
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> new QueueRequestor(another, null));
        }
    }

    @Test
    @DisplayName("TMP-08, TMP-07 TopicRequestor sends a request, receives the reply, and closes its session")
    void shouldServeTopicRequestor() throws Exception {
        try (TopicConnection asking = factory.createTopicConnection()) {
            asking.start();
            TopicSession session = asking.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            answerOnce(topic);
            TopicRequestor requestor = new TopicRequestor(session, topic);
            CompletableFuture<Message> answer =
                    onOtherThread(() -> requestor.request(session.createTextMessage("question")));
            assertThat(text(result(answer))).isEqualTo("answer to question");
            assertThatCode(requestor::close).doesNotThrowAnyException();
            assertAllIllegal(session::createTextMessage);
            TopicSession another = asking.createTopicSession(false, Session.AUTO_ACKNOWLEDGE);
            assertThatExceptionOfType(InvalidDestinationException.class)
                    .isThrownBy(() -> new TopicRequestor(another, null));
        }
    }

    /** Answers requests in a listener. */
    private void answerOnce(Destination requests) throws JMSException {
        Session answering = autoSession();
        answering.createConsumer(requests).setMessageListener(request -> {
            try {
                answering
                        .createProducer(request.getJMSReplyTo())
                        .send(answering.createTextMessage("answer to " + text(request)));
            } catch (JMSException e) {
                throw new AssertionError(e);
            }
        });
    }

    @Test
    @DisplayName(
            "GEN-05, GEN-08 a deserialized temporary destination equals the original, and producers can send to it")
    void shouldSerialize() throws Exception {
        Session session = autoSession();
        for (Destination temporary : List.of(session.createTemporaryQueue(), session.createTemporaryTopic())) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(temporary);
            }
            try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
                Object read = in.readObject();
                assertThat(read).isEqualTo(temporary).isNotInstanceOf(TemporaryQueue.class);
                assertThatCode(() -> session.createProducer((Destination) read)).doesNotThrowAnyException();
            }
        }
    }
}
