package dev.restante.opentelemetry;

import static io.opentelemetry.sdk.testing.assertj.OpenTelemetryAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Scope;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import jakarta.jms.CompletionListener;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("Spans of messages")
class RestanteTelemetryTest {

    private static final AtomicInteger STORES = new AtomicInteger();
    private static final AttributeKey<String> TYPE = AttributeKey.stringKey("messaging.operation.type");
    private static final AttributeKey<String> NAME = AttributeKey.stringKey("messaging.operation.name");
    private static final AttributeKey<String> DESTINATION = AttributeKey.stringKey("messaging.destination.name");
    private static final AttributeKey<Long> COUNT = AttributeKey.longKey("messaging.batch.message_count");

    private final InMemorySpanExporter exported = InMemorySpanExporter.create();
    private final OpenTelemetry telemetry = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(exported))
                    .build())
            .setPropagators(ContextPropagators.create(W3CTraceContextPropagator.getInstance()))
            .build();

    private final RestanteConnectionFactory factory =
            new RestanteConnectionFactory("jdbc:hsqldb:mem:traced" + STORES.incrementAndGet());

    private Connection connection;
    private Queue queue;

    @BeforeEach
    void open() throws JMSException {
        factory.addObserver(RestanteTelemetry.of(telemetry));
        connection = factory.createConnection();
        connection.start();
        try (Session session = connection.createSession()) {
            queue = session.createQueue("orders");
        }
    }

    @AfterEach
    void close() throws JMSException {
        factory.close();
    }

    private void send(String... texts) throws JMSException {
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            for (String text : texts) {
                producer.send(session.createTextMessage(text));
            }
        }
    }

    private List<SpanData> spans(String type) {
        return exported.getFinishedSpanItems().stream()
                .filter(span -> type.equals(span.getAttributes().get(TYPE)))
                .toList();
    }

    private SpanData span(String type) {
        assertThat(spans(type)).hasSize(1);
        return spans(type).get(0);
    }

    @Test
    @DisplayName("a send, its receive and its acknowledgement are three spans of one trace")
    void shouldTraceReceives() throws JMSException {
        send("a");
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            Message message = consumer.receive(10_000);
            assertThat(message.getStringProperty("traceparent"))
                    .contains(span("send").getSpanId());
            message.acknowledge();
            String messageId = message.getJMSMessageID();
            assertThat(span("send"))
                    .hasName("send orders")
                    .hasKind(SpanKind.PRODUCER)
                    .hasNoParent()
                    .hasAttributesSatisfying(attributes -> {
                        assertThat(attributes).containsEntry("messaging.system", "restante");
                        assertThat(attributes).containsEntry("messaging.operation.name", "send");
                        assertThat(attributes).containsEntry("messaging.destination.name", "orders");
                        assertThat(attributes).containsEntry("messaging.message.id", messageId);
                    });
            assertThat(span("receive"))
                    .hasName("receive orders")
                    .hasKind(SpanKind.CLIENT)
                    .hasParent(span("send"));
            assertThat(span("settle"))
                    .hasName("complete orders")
                    .hasKind(SpanKind.CLIENT)
                    .hasParent(span("send"));
            assertThat(exported.getFinishedSpanItems()).hasSize(3);
        }
    }

    @Test
    @DisplayName("a receive without a message has no span")
    void shouldNotTraceEmptyReceives() throws JMSException {
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            assertThat(consumer.receiveNoWait()).isNull();
        }
        assertThat(exported.getFinishedSpanItems()).isEmpty();
    }

    @Test
    @DisplayName("the span of a listener call is the parent of the send and the commit in the listener")
    void shouldTraceListeners() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        send("a");
        SpanData first = span("send");
        exported.reset();
        AtomicReference<String> current = new AtomicReference<>();
        try (Session session = connection.createSession(Session.SESSION_TRANSACTED);
                MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(session.createQueue("bills"))) {
            consumer.setMessageListener(message -> {
                current.set(Span.current().getSpanContext().getSpanId());
                try {
                    producer.send(session.createTextMessage("bill"));
                    session.commit();
                } catch (JMSException failure) {
                    throw new IllegalStateException(failure);
                }
                answered.countDown();
            });
            assertThat(answered.await(10, TimeUnit.SECONDS)).isTrue();
        }
        SpanData process = span("process");
        assertThat(process)
                .hasName("process orders")
                .hasKind(SpanKind.CONSUMER)
                .hasTraceId(first.getTraceId())
                .hasParentSpanId(first.getSpanId());
        assertThat(current.get()).isEqualTo(process.getSpanId());
        assertThat(span("send")).hasName("send bills").hasParent(process);
        assertThat(span("settle")).hasName("commit orders").hasParent(process);
        assertThat(span("settle").getLinks())
                .extracting(LinkData::getSpanContext)
                .extracting(context -> context.getSpanId())
                .containsExactly(first.getSpanId());
        assertThat(exported.getFinishedSpanItems()).hasSize(3);
    }

    @Test
    @DisplayName("a listener that throws has a span with an error, and the release of the message has another span")
    void shouldTraceThrowingListeners() throws Exception {
        CountDownLatch called = new CountDownLatch(2);
        send("a");
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.setMessageListener(message -> {
                called.countDown();
                if (called.getCount() == 1) {
                    throw new IllegalStateException("not today");
                }
            });
            assertThat(called.await(10, TimeUnit.SECONDS)).isTrue();
        }
        SpanData failed = spans("process").get(0);
        assertThat(failed.getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(failed.getAttributes().get(AttributeKey.stringKey("error.type")))
                .isEqualTo(IllegalStateException.class.getName());
        assertThat(spans("settle"))
                .extracting(span -> span.getAttributes().get(NAME))
                .containsExactly("release", "complete");
    }

    @Test
    @DisplayName("an acknowledgement of several messages is one span with a link to each send")
    void shouldLinkBatches() throws JMSException {
        send("a", "b", "c");
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            consumer.receive(10_000);
            consumer.receive(10_000);
            consumer.receive(10_000).acknowledge();
        }
        SpanData settled = span("settle");
        assertThat(settled.getAttributes().get(COUNT)).isEqualTo(3);
        assertThat(settled.getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactlyElementsOf(
                        spans("send").stream().map(SpanData::getSpanId).toList());
        assertThat(spans("receive")).hasSize(3);
    }

    @Test
    @DisplayName("the span of an asynchronous send ends with its completion, and a rejected send has an error")
    void shouldTraceOtherSends() throws Exception {
        CountDownLatch completed = new CountDownLatch(1);
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue);
                RestanteAdmin admin = factory.admin()) {
            producer.send(session.createTextMessage("a"), new CompletionListener() {
                @Override
                public void onCompletion(Message message) {
                    completed.countDown();
                }

                @Override
                public void onException(Message message, Exception failure) {
                    throw new AssertionError(failure);
                }
            });
            assertThat(completed.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(span("send")).hasName("send orders").hasEnded();
            assertThat(Span.current().getSpanContext().isValid()).isFalse();
            exported.reset();
            admin.disable("orders");
            assertThatThrownBy(() -> producer.send(session.createTextMessage("b")))
                    .isInstanceOf(JMSException.class);
            assertThat(span("send").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        }
    }

    @Test
    @DisplayName("a receive in a trace belongs to that trace, and has a link to the send")
    void shouldStayInTraces() throws JMSException {
        send("a");
        Span request = telemetry.getTracer("test").spanBuilder("request").startSpan();
        try (Scope ignored = request.makeCurrent();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE);
                MessageConsumer consumer = session.createConsumer(queue)) {
            PeekLock.of(consumer.receive(10_000)).complete();
        } finally {
            request.end();
        }
        assertThat(span("receive"))
                .hasTraceId(request.getSpanContext().getTraceId())
                .hasParentSpanId(request.getSpanContext().getSpanId());
        assertThat(span("receive").getLinks())
                .extracting(link -> link.getSpanContext().getSpanId())
                .containsExactly(span("send").getSpanId());
    }

    @Test
    @DisplayName("the destination of a message from a subscription is the topic")
    void shouldNameTopics() throws JMSException {
        try (Session session = connection.createSession()) {
            Topic topic = session.createTopic("news");
            try (MessageConsumer consumer = session.createSharedDurableConsumer(topic, "s");
                    MessageProducer producer = session.createProducer(topic)) {
                producer.send(session.createTextMessage("a"));
                assertThat(consumer.receive(10_000)).isNotNull();
            }
        }
        assertThat(span("receive")).hasName("receive news");
        assertThat(span("receive").getAttributes().get(DESTINATION)).isEqualTo("news");
        assertThat(span("receive")
                        .getAttributes()
                        .get(AttributeKey.stringKey("messaging.destination.subscription.name")))
                .startsWith("news/Subscriptions/");
    }

    @Test
    @DisplayName("a send whose message names the current span of the thread has no span of its own")
    void shouldLeaveOthersSpans() throws JMSException {
        Span publish = telemetry.getTracer("test").spanBuilder("publish").startSpan();
        try (Scope ignored = publish.makeCurrent();
                Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue)) {
            Message message = session.createTextMessage("a");
            message.setStringProperty(
                    "traceparent",
                    "00-" + publish.getSpanContext().getTraceId() + "-"
                            + publish.getSpanContext().getSpanId() + "-01");
            producer.send(message);
        } finally {
            publish.end();
        }
        assertThat(spans("send")).isEmpty();
    }

    @Test
    @DisplayName("a forwarded message carries the context of its last send")
    void shouldReplaceContext() throws JMSException {
        send("a");
        try (Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(queue);
                MessageProducer producer = session.createProducer(session.createQueue("next"));
                MessageConsumer next = session.createConsumer(session.createQueue("next"))) {
            producer.send(consumer.receive(10_000));
            Message forwarded = next.receive(10_000);
            assertThat(forwarded.getStringProperty("traceparent"))
                    .contains(spans("send").get(1).getSpanId());
        }
    }

    @Test
    @DisplayName("lock renewals are events of the listener span, and a lost lock is an event of the current span")
    void shouldTellOfLocks() throws Exception {
        CountDownLatch renewed = new CountDownLatch(2);
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("short", QueueOptions.defaults().withLockDuration(Duration.ofMillis(200)));
        }
        try (RestanteConnectionFactory renewing = new RestanteConnectionFactory(factory.getUrl())) {
            renewing.setAutoRenewLocksFor(Duration.ofMinutes(1));
            renewing.addObserver(RestanteTelemetry.of(telemetry));
            renewing.addObserver(new MessageObserver() {
                @Override
                public void lockExtended(DeliveredMessage message, Instant until) {
                    renewed.countDown();
                }
            });
            try (Connection own = renewing.createConnection();
                    Session session = own.createSession(Session.CLIENT_ACKNOWLEDGE)) {
                own.start();
                Queue shortLocks = session.createQueue("short");
                CountDownLatch done = new CountDownLatch(1);
                try (MessageConsumer consumer = session.createConsumer(shortLocks);
                        Session sending = own.createSession();
                        MessageProducer producer = sending.createProducer(shortLocks)) {
                    consumer.setMessageListener(message -> {
                        try {
                            assertThat(renewed.await(20, TimeUnit.SECONDS)).isTrue();
                            message.acknowledge();
                        } catch (JMSException | InterruptedException failure) {
                            throw new IllegalStateException(failure);
                        } finally {
                            done.countDown();
                        }
                    });
                    producer.send(sending.createTextMessage("a"));
                    assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
                }
            }
        }
        assertThat(span("process").getEvents())
                .extracting(EventData::getName)
                .hasSizeGreaterThanOrEqualTo(2)
                .containsOnly("restante.lock.extended");
        exported.reset();
        Span work = telemetry.getTracer("test").spanBuilder("work").startSpan();
        try (Scope ignored = work.makeCurrent();
                Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            Queue shortLocks = session.createQueue("short");
            try (MessageConsumer consumer = session.createConsumer(shortLocks);
                    MessageConsumer next = session.createConsumer(shortLocks);
                    MessageProducer producer = session.createProducer(shortLocks)) {
                producer.send(session.createTextMessage("b"));
                PeekLock lock = PeekLock.of(consumer.receive(10_000));
                assertThat(next.receive(10_000))
                        .as("message after its lock expired")
                        .isNotNull();
                assertThatThrownBy(lock::renew).isInstanceOf(JMSException.class);
            }
        } finally {
            work.end();
        }
        assertThat(exported.getFinishedSpanItems())
                .filteredOn(span -> span.getName().equals("work"))
                .singleElement()
                .satisfies(span -> assertThat(span.getEvents())
                        .extracting(EventData::getName)
                        .contains("restante.lock.lost"));
    }

    @Test
    @DisplayName("the span of a receive has an event with the dead-letter reason of an expired message")
    void shouldTellOfExpiry() throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.createQueue("orders", QueueOptions.defaults().withDeadLetterOnExpiry(true));
        }
        try (Session session = connection.createSession();
                MessageProducer producer = session.createProducer(queue);
                MessageConsumer dead = session.createConsumer(session.createQueue("orders/$DeadLetterQueue"))) {
            producer.setTimeToLive(1);
            producer.send(session.createTextMessage("a"));
            assertThat(dead.receive(20_000)).isNotNull();
        }
        assertThat(span("receive").getEvents()).singleElement().satisfies(event -> {
            assertThat(event.getName()).isEqualTo("restante.dead_letter.received");
            assertThat(event.getAttributes().get(AttributeKey.stringKey("restante.dead_letter.reason")))
                    .isEqualTo("TTLExpiredException");
        });
        assertThat(span("receive")).hasParent(span("send"));
    }
}
