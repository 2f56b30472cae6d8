package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.ra.RestanteManagedQueueConnectionFactory;
import dev.restante.ra.RestanteManagedTopicConnectionFactory;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.IllegalStateException;
import jakarta.jms.Queue;
import jakarta.jms.QueueConnection;
import jakarta.jms.QueueConnectionFactory;
import jakarta.jms.QueueReceiver;
import jakarta.jms.QueueSender;
import jakarta.jms.QueueSession;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import jakarta.jms.TopicConnection;
import jakarta.jms.TopicConnectionFactory;
import jakarta.jms.TopicPublisher;
import jakarta.jms.TopicSession;
import jakarta.jms.TopicSubscriber;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Connection factories of the legacy interfaces")
final class MessagingDomainTest {

    @Test
    @DisplayName("EEC-04, EEC-05 queue sessions work inside and outside transactions")
    void shouldServeQueues() throws Exception {
        try (Deployment deployment = new Deployment(new RestanteManagedQueueConnectionFactory())) {
            QueueConnectionFactory factory = deployment.factory;
            deployment.container.begin();
            try (QueueConnection connection = factory.createQueueConnection();
                    QueueSession session = connection.createQueueSession(true, Session.SESSION_TRANSACTED)) {
                QueueSender sender = session.createSender(session.createQueue("q"));
                sender.send(session.createTextMessage("a"));
            }
            deployment.container.transactions.commit();
            try (QueueConnection connection = factory.createQueueConnection("SA", "");
                    QueueSession session = connection.createQueueSession(false, Session.AUTO_ACKNOWLEDGE)) {
                connection.start();
                Queue queue = session.createQueue("q");
                QueueReceiver receiver = session.createReceiver(queue);
                assertThat(receiver.getQueue()).isEqualTo(queue);
                assertThat(((TextMessage) receiver.receive(Deployment.TIMEOUT_MILLIS)).getText())
                        .isEqualTo("a");
                assertThatExceptionOfType(IllegalStateException.class)
                        .isThrownBy(() -> receiver.setMessageListener(any -> {}));
                assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> session.createTopic("t"));
            }
        }
    }

    @Test
    @DisplayName("EEC-04, EEC-05 topic sessions work inside and outside transactions")
    void shouldServeTopics() throws Exception {
        try (Deployment deployment = new Deployment(new RestanteManagedTopicConnectionFactory())) {
            TopicConnectionFactory factory = deployment.factory;
            try (TopicConnection receiving = factory.createTopicConnection();
                    TopicSession receivers = receiving.createTopicSession(false, Session.AUTO_ACKNOWLEDGE)) {
                receiving.start();
                Topic topic = receivers.createTopic("t");
                TopicSubscriber subscriber = receivers.createSubscriber(topic);
                deployment.container.transactions.begin();
                try (TopicConnection connection = factory.createTopicConnection();
                        TopicSession session = connection.createTopicSession(true, Session.SESSION_TRANSACTED)) {
                    TopicPublisher publisher = session.createPublisher(topic);
                    publisher.publish(session.createTextMessage("a"));
                }
                assertThat(subscriber.receiveNoWait()).isNull();
                deployment.container.transactions.commit();
                assertThat(((TextMessage) subscriber.receive(Deployment.TIMEOUT_MILLIS)).getText())
                        .isEqualTo("a");
                assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> receivers.createQueue("q"));
            }
        }
    }
}
