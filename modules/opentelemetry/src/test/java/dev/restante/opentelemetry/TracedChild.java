package dev.restante.opentelemetry;

import dev.restante.RestanteConnectionFactory;
import io.micrometer.jakarta9.instrument.jms.JmsInstrumentation;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.OpenTelemetry;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.EnumSet;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/**
 * Child process that sends and receives messages with the spans of Restante. With any argument, sessions are also
 * instrumented by Micrometer.
 */
final class TracedChild {

    private TracedChild() {}

    public static void main(String[] arguments) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:traced")) {
            boolean micrometer = arguments.length > 0;
            OpenTelemetry telemetry = GlobalOpenTelemetry.get();
            factory.addObserver(
                    micrometer
                            ? RestanteTelemetry.of(
                                    telemetry,
                                    EnumSet.of(
                                            MessagingOperation.SEND,
                                            MessagingOperation.RECEIVE,
                                            MessagingOperation.SETTLE))
                            : RestanteTelemetry.of(telemetry));
            UnaryOperator<Session> instrumented = micrometer
                    ? session -> JmsInstrumentation.instrumentSession(session, MicrometerSpans.registry(telemetry))
                    : UnaryOperator.identity();
            try (Connection connection = factory.createConnection()) {
                connection.start();
                try (Session session = instrumented.apply(connection.createSession(Session.CLIENT_ACKNOWLEDGE))) {
                    Queue queue = session.createQueue("orders");
                    try (MessageProducer producer = session.createProducer(queue);
                            MessageConsumer consumer = session.createConsumer(queue)) {
                        producer.send(session.createTextMessage("a"));
                        consumer.receive(30_000).acknowledge();
                    }
                }
                CountDownLatch called = new CountDownLatch(1);
                try (Session session = instrumented.apply(connection.createSession())) {
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
