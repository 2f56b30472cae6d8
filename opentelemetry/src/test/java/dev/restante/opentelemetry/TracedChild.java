package dev.restante.opentelemetry;

import dev.restante.RestanteConnectionFactory;
import io.opentelemetry.api.GlobalOpenTelemetry;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.concurrent.CountDownLatch;

/** Sends, receives and listens under a tracing agent, with spans of ours as well. */
final class TracedChild {

    private TracedChild() {}

    public static void main(String[] arguments) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:traced")) {
            factory.addObserver(RestanteTelemetry.of(GlobalOpenTelemetry.get()));
            try (Connection connection = factory.createConnection()) {
                connection.start();
                try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
                    Queue queue = session.createQueue("orders");
                    try (MessageProducer producer = session.createProducer(queue);
                            MessageConsumer consumer = session.createConsumer(queue)) {
                        producer.send(session.createTextMessage("a"));
                        consumer.receive(30_000).acknowledge();
                    }
                }
                CountDownLatch called = new CountDownLatch(1);
                try (Session session = connection.createSession()) {
                    Queue queue = session.createQueue("bills");
                    try (MessageProducer producer = session.createProducer(queue);
                            MessageConsumer consumer = session.createConsumer(queue)) {
                        consumer.setMessageListener(message -> called.countDown());
                        producer.send(session.createTextMessage("b"));
                        called.await();
                    }
                }
            }
        }
    }
}
