package dev.restante.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.context.propagation.TextMapSetter;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("Trace context with an invalid property name")
class InvalidContextKeyTest {

    /** Propagator with a key that Jaeger baggage can have. */
    private static final class Dotted implements TextMapPropagator {

        @Override
        public List<String> fields() {
            return List.of("uberctx-user.id");
        }

        @Override
        public <C> void inject(Context context, @Nullable C carrier, TextMapSetter<C> setter) {
            setter.set(carrier, "uberctx-user.id", "7");
        }

        @Override
        public <C> Context extract(Context context, @Nullable C carrier, TextMapGetter<C> getter) {
            return context;
        }
    }

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();

    @Test
    @DisplayName("an invalid context key is recorded on the span of the send, and the message carries the valid keys")
    void shouldEndSpan() throws JMSException {
        OpenTelemetry telemetry = OpenTelemetrySdk.builder()
                .setTracerProvider(SdkTracerProvider.builder()
                        .addSpanProcessor(SimpleSpanProcessor.create(exported))
                        .build())
                .setPropagators(ContextPropagators.create(
                        TextMapPropagator.composite(W3CTraceContextPropagator.getInstance(), new Dotted())))
                .build();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:refusedContext")) {
            factory.addObserver(RestanteTelemetry.of(telemetry));
            try (Connection connection = factory.createConnection();
                    Session session = connection.createSession();
                    MessageProducer producer = session.createProducer(null)) {
                connection.start();
                Queue queue = session.createQueue("orders");
                producer.send(queue, session.createTextMessage("a"));
                assertThat(exported.getFinishedSpanItems()).singleElement().satisfies(span -> assertThat(
                                span.getEvents().toString())
                        .contains("uberctx__dash__user.id"));
                String spanId = exported.getFinishedSpanItems().get(0).getSpanId();
                try (MessageConsumer consumer = session.createConsumer(queue)) {
                    assertThat(consumer.receive(10_000).getStringProperty("traceparent"))
                            .contains(spanId);
                }
            }
        }
    }
}
