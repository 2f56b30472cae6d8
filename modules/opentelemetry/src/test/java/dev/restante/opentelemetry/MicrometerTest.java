package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import io.micrometer.jakarta9.instrument.jms.JmsInstrumentation;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("Spans of messages together with Micrometer's instrumentation of JMS sessions, which Spring uses")
class MicrometerTest {

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final OpenTelemetrySdk telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    private List<String> spans() {
        return exported.getFinishedSpanItems().stream().map(SpanData::getName).toList();
    }

    @Test
    @DisplayName("a send has only the span of Micrometer, and all spans belong to one trace")
    void shouldNotRecordSendsTwice() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:micrometer1")) {
            factory.addObserver(RestanteTelemetry.of(telemetry));
            try (Connection connection = factory.createConnection()) {
                connection.start();
                Session session = JmsInstrumentation.instrumentSession(
                        connection.createSession(Session.CLIENT_ACKNOWLEDGE), MicrometerSpans.registry(telemetry));
                Queue queue = session.createQueue("orders");
                try (MessageProducer producer = session.createProducer(queue);
                        MessageConsumer consumer = session.createConsumer(queue)) {
                    producer.send(session.createTextMessage("a"));
                    consumer.receive(10_000).acknowledge();
                }
            }
        }
        assertThat(spans()).containsExactly("orders publish", "receive orders", "complete orders");
        assertThat(exported.getFinishedSpanItems())
                .extracting(SpanData::getTraceId)
                .containsOnly(exported.getFinishedSpanItems().get(0).getTraceId());
    }

    @Test
    @DisplayName("a listener call has only the span of Micrometer if Restante does not record listener calls")
    void shouldNotRecordListenersTwice() throws Exception {
        CountDownLatch called = new CountDownLatch(1);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:micrometer2")) {
            factory.addObserver(
                    RestanteTelemetry.of(telemetry, EnumSet.of(MessagingOperation.RECEIVE, MessagingOperation.SETTLE)));
            try (Connection connection = factory.createConnection()) {
                connection.start();
                Session session = JmsInstrumentation.instrumentSession(
                        connection.createSession(), MicrometerSpans.registry(telemetry));
                Queue queue = session.createQueue("orders");
                try (MessageProducer producer = session.createProducer(queue);
                        MessageConsumer consumer = session.createConsumer(queue)) {
                    consumer.setMessageListener(message -> called.countDown());
                    producer.send(session.createTextMessage("a"));
                    assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
                }
            }
        }
        assertThat(spans()).containsExactlyInAnyOrder("orders publish", "orders process", "complete orders");
    }
}
