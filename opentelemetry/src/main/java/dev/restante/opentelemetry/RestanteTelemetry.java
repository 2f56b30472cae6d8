package dev.restante.opentelemetry;

import static java.util.Objects.requireNonNull;

import dev.restante.observe.DeliveredMessage;
import dev.restante.observe.MessageObserver;
import dev.restante.observe.MessageToSend;
import dev.restante.observe.ObservedMessage;
import dev.restante.observe.ObservedOperation;
import dev.restante.observe.SettlementKind;
import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapPropagator;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Makes spans of OpenTelemetry of what the connections of a factory do with messages:
 * {@code factory.addObserver(RestanteTelemetry.of(openTelemetry))}. Each operation has one span, with the names of the
 * messaging conventions. The context of a send goes along in properties of the message, {@code traceparent} and others
 * as the propagators of the {@code OpenTelemetry} have it.
 *
 * <p>A span belongs to the trace of the thread that does the operation, if there is one, and has a link to the send of
 * each message. Otherwise, and if it is about one message, it belongs to the trace of that send.
 *
 * <p>That a lock was extended or found to be lost is an event of the span of the message's listener, or else of the
 * thread's.
 *
 * <p>What others make a span of gets no other one: a send whose message names the span that the thread is in, as those of
 * OpenTelemetry's agent and of Micrometer do; and what the agent sees, where the JVM has it. See the guide.
 */
public final class RestanteTelemetry implements MessageObserver {

    private static final String SCOPE = "dev.restante";
    private static final String LOCKED = "restante.lock.extended";
    private static final String LOCK_LOST = "restante.lock.lost";
    private static final String DEAD_LETTERED = "restante.dead_lettered";
    private static final AttributeKey<String> DEAD_LETTER_REASON =
            AttributeKey.stringKey("restante.dead_letter.reason");
    private static final AttributeKey<String> LOCKED_UNTIL = AttributeKey.stringKey("restante.lock.until");

    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final Set<MessagingOperation> operations;

    /** What listeners have now. */
    private final Map<DeliveredMessage, Span> processing = new ConcurrentHashMap<>();

    private RestanteTelemetry(OpenTelemetry openTelemetry, Set<MessagingOperation> operations) {
        this.tracer = openTelemetry
                .tracerBuilder(SCOPE)
                .setSchemaUrl(Conventions.SCHEMA_URL)
                .build();
        this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.operations = operations;
    }

    /** Spans of all operations that OpenTelemetry's agent, if the JVM has it, makes none of. */
    public static RestanteTelemetry of(OpenTelemetry openTelemetry) {
        return new RestanteTelemetry(requireNonNull(openTelemetry, "openTelemetry"), TracingAgent.leaves());
    }

    /** Spans of these operations, whoever else makes some. The context of sends goes along if they are among them. */
    public static RestanteTelemetry of(OpenTelemetry openTelemetry, Set<MessagingOperation> operations) {
        EnumSet<MessagingOperation> wanted = EnumSet.noneOf(MessagingOperation.class);
        wanted.addAll(operations);
        return new RestanteTelemetry(requireNonNull(openTelemetry, "openTelemetry"), wanted);
    }

    @Override
    public @Nullable ObservedOperation sending(MessageToSend message) {
        if (!operations.contains(MessagingOperation.SEND) || hasSpan(message)) {
            return null;
        }
        Span span = tracer.spanBuilder(Conventions.spanName("send", message))
                .setSpanKind(SpanKind.PRODUCER)
                .setAllAttributes(Conventions.sending(message))
                .startSpan();
        Context context = Context.current().with(span);
        try {
            propagator.inject(context, message, MessageProperties.INSTANCE);
        } catch (IllegalArgumentException refused) {
            // A key that is no name of a property, as one of Jaeger's baggage can be: the rest goes along.
            span.recordException(refused);
        }
        return new ScopedSpan(span, context, () -> {
            Attributes known = Conventions.sent(message);
            if (known != null) {
                span.setAllAttributes(known);
            }
        });
    }

    /** Whether the message names the span that the thread is in as its send. */
    private boolean hasSpan(ObservedMessage message) {
        SpanContext current = Span.current().getSpanContext();
        SpanContext named = named(message);
        return current.isValid()
                && current.getSpanId().equals(named.getSpanId())
                && current.getTraceId().equals(named.getTraceId());
    }

    private SpanContext named(ObservedMessage message) {
        return Span.fromContext(sendOf(message)).getSpanContext();
    }

    /** The context of the send of a message; without a span if it has none. */
    private Context sendOf(ObservedMessage message) {
        return propagator.extract(Context.root(), message, MessageProperties.INSTANCE);
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        if (operations.contains(MessagingOperation.RECEIVE)) {
            Span span = started(SpanKind.CLIENT, MessagingOperation.RECEIVE, "receive", messages)
                    .setStartTimestamp(Instant.now().minus(took))
                    .startSpan();
            messages.forEach(each -> tellDeadLetter(span, each));
            span.end();
        }
    }

    @Override
    public @Nullable ObservedOperation processing(DeliveredMessage message) {
        if (!operations.contains(MessagingOperation.PROCESS)) {
            return null;
        }
        SpanBuilder builder = started(SpanKind.CONSUMER, MessagingOperation.PROCESS, "process", List.of(message));
        Span span = builder.startSpan();
        // With the baggage that came along.
        Context base = Span.current().getSpanContext().isValid() ? Context.current() : sendOf(message);
        tellDeadLetter(span, message);
        processing.put(message, span);
        return new ScopedSpan(span, base.with(span), () -> processing.remove(message));
    }

    @Override
    public @Nullable ObservedOperation settling(SettlementKind kind, List<DeliveredMessage> messages) {
        if (!operations.contains(MessagingOperation.SETTLE)) {
            return null;
        }
        Span span = started(SpanKind.CLIENT, MessagingOperation.SETTLE, kind.text(), messages)
                .startSpan();
        return new ScopedSpan(span, Context.current().with(span), () -> {});
    }

    @Override
    public void locked(DeliveredMessage message, Instant until) {
        at(message).addEvent(LOCKED, Attributes.of(LOCKED_UNTIL, until.toString()));
    }

    @Override
    public void lockLost(DeliveredMessage message) {
        at(message).addEvent(LOCK_LOST);
    }

    /** What a node has done by itself, its expiry say, shows where the dead letter is read. */
    private static void tellDeadLetter(Span span, DeliveredMessage message) {
        String reason = message.deadLetterReason();
        if (reason != null) {
            span.addEvent(DEAD_LETTERED, Attributes.of(DEAD_LETTER_REASON, reason));
        }
    }

    /** The span of the listener that has a message; else that of the thread. */
    private Span at(DeliveredMessage message) {
        Span listening = processing.get(message);
        return listening != null ? listening : Span.current();
    }

    private SpanBuilder started(SpanKind kind, MessagingOperation type, String name, List<DeliveredMessage> messages) {
        SpanBuilder builder = tracer.spanBuilder(Conventions.spanName(name, messages))
                .setSpanKind(kind)
                .setAllAttributes(Conventions.received(type, name, messages));
        boolean inTrace = Span.current().getSpanContext().isValid();
        if (!inTrace && messages.size() == 1) {
            return builder.setParent(sendOf(messages.get(0)));
        }
        for (DeliveredMessage each : messages) {
            SpanContext send = named(each);
            if (send.isValid()) {
                builder.addLink(send);
            }
        }
        return builder;
    }
}
