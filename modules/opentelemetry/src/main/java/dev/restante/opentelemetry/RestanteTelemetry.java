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
 * Message observer that records OpenTelemetry spans for sends, receives, listener calls and settlements. Register it
 * with {@code factory.addObserver(RestanteTelemetry.of(openTelemetry))}.
 *
 * <p>Each operation has one span, whose names follow the messaging conventions. A send stores its context in message
 * properties such as {@code traceparent}, in the format of the propagators of {@code OpenTelemetry}.
 *
 * <p>If the thread has a current span, the new span belongs to its trace. Otherwise the span of a single message
 * belongs to the trace of the send of that message. In all other cases the span has a link to the send of each message.
 *
 * <p>An extended or lost lock is an event of the span of the listener that processes the message, or else of the
 * current span.
 *
 * <p>A send gets no span if its message properties already name the current span, as with OpenTelemetry's agent and
 * Micrometer. Operations that an active agent records get no second span either.
 */
public final class RestanteTelemetry implements MessageObserver {

    private static final String INSTRUMENTATION_SCOPE = "dev.restante";
    private static final String LOCK_EXTENDED = "restante.lock.extended";
    private static final String LOCK_LOST = "restante.lock.lost";
    private static final String DEAD_LETTER_RECEIVED = "restante.dead_letter.received";
    private static final AttributeKey<String> DEAD_LETTER_REASON =
            AttributeKey.stringKey("restante.dead_letter.reason");
    private static final AttributeKey<String> LOCKED_UNTIL = AttributeKey.stringKey("restante.lock.until");

    private final Tracer tracer;
    private final TextMapPropagator propagator;
    private final Set<MessagingOperation> operations;

    private final Map<DeliveredMessage, Span> processing = new ConcurrentHashMap<>();

    private RestanteTelemetry(OpenTelemetry openTelemetry, Set<MessagingOperation> operations) {
        this.tracer = openTelemetry
                .tracerBuilder(INSTRUMENTATION_SCOPE)
                .setSchemaUrl(MessagingConventions.SCHEMA_URL)
                .build();
        this.propagator = openTelemetry.getPropagators().getTextMapPropagator();
        this.operations = operations;
    }

    /**
     * Returns an observer that records all operations except those that OpenTelemetry's Java agent already records.
     *
     * @throws NullPointerException if {@code openTelemetry} is null
     */
    public static RestanteTelemetry of(OpenTelemetry openTelemetry) {
        return new RestanteTelemetry(
                requireNonNull(openTelemetry, "openTelemetry"), OpenTelemetryAgent.untracedOperations());
    }

    /**
     * Returns an observer that records the given operations, even if the agent records them, too. Sent messages carry
     * their context only if {@link MessagingOperation#SEND} is among the operations.
     */
    public static RestanteTelemetry of(OpenTelemetry openTelemetry, Set<MessagingOperation> operations) {
        EnumSet<MessagingOperation> wanted = EnumSet.noneOf(MessagingOperation.class);
        wanted.addAll(operations);
        return new RestanteTelemetry(requireNonNull(openTelemetry, "openTelemetry"), wanted);
    }

    @Override
    public @Nullable ObservedOperation sendStarted(MessageToSend message) {
        if (!operations.contains(MessagingOperation.SEND) || hasSpan(message)) {
            return null;
        }
        Span span = tracer.spanBuilder(MessagingConventions.spanName("send", message))
                .setSpanKind(SpanKind.PRODUCER)
                .setAllAttributes(MessagingConventions.sendAttributes(message))
                .startSpan();
        Context context = Context.current().with(span);
        try {
            propagator.inject(context, message, TraceContextProperties.INSTANCE);
        } catch (IllegalArgumentException refused) {
            // The key is no valid property name, for example a baggage key of Jaeger. Valid properties are still set.
            span.recordException(refused);
        }
        return new ScopedSpan(span, context, () -> {
            Attributes known = MessagingConventions.sentAttributes(message);
            if (known != null) {
                span.setAllAttributes(known);
            }
        });
    }

    /** Returns whether the message properties name the current span of the thread as the send. */
    private boolean hasSpan(ObservedMessage message) {
        SpanContext current = Span.current().getSpanContext();
        SpanContext sender = senderSpanContext(message);
        return current.isValid()
                && current.getSpanId().equals(sender.getSpanId())
                && current.getTraceId().equals(sender.getTraceId());
    }

    private SpanContext senderSpanContext(ObservedMessage message) {
        return Span.fromContext(senderContext(message)).getSpanContext();
    }

    /** Returns the context of the send of a message, without a span if the message has no context. */
    private Context senderContext(ObservedMessage message) {
        return propagator.extract(Context.root(), message, TraceContextProperties.INSTANCE);
    }

    @Override
    public void received(List<DeliveredMessage> messages, Duration took) {
        if (operations.contains(MessagingOperation.RECEIVE)) {
            Span span = spanBuilder(SpanKind.CLIENT, MessagingOperation.RECEIVE, "receive", messages)
                    .setStartTimestamp(Instant.now().minus(took))
                    .startSpan();
            messages.forEach(each -> addDeadLetterEvent(span, each));
            span.end();
        }
    }

    @Override
    public @Nullable ObservedOperation processStarted(DeliveredMessage message) {
        if (!operations.contains(MessagingOperation.PROCESS)) {
            return null;
        }
        SpanBuilder builder = spanBuilder(SpanKind.CONSUMER, MessagingOperation.PROCESS, "process", List.of(message));
        Span span = builder.startSpan();
        // The context of the send contains its baggage.
        Context base = Span.current().getSpanContext().isValid() ? Context.current() : senderContext(message);
        addDeadLetterEvent(span, message);
        processing.put(message, span);
        return new ScopedSpan(span, base.with(span), () -> processing.remove(message));
    }

    @Override
    public @Nullable ObservedOperation settleStarted(SettlementKind kind, List<DeliveredMessage> messages) {
        if (!operations.contains(MessagingOperation.SETTLE)) {
            return null;
        }
        Span span = spanBuilder(SpanKind.CLIENT, MessagingOperation.SETTLE, kind.text(), messages)
                .startSpan();
        return new ScopedSpan(span, Context.current().with(span), () -> {});
    }

    @Override
    public void lockExtended(DeliveredMessage message, Instant until) {
        spanFor(message).addEvent(LOCK_EXTENDED, Attributes.of(LOCKED_UNTIL, until.toString()));
    }

    @Override
    public void lockLost(DeliveredMessage message) {
        spanFor(message).addEvent(LOCK_LOST);
    }

    /** Adds an event for a dead letter, because a node dead-letters expired messages without a span. */
    private static void addDeadLetterEvent(Span span, DeliveredMessage message) {
        String reason = message.deadLetterReason();
        if (reason != null) {
            span.addEvent(DEAD_LETTER_RECEIVED, Attributes.of(DEAD_LETTER_REASON, reason));
        }
    }

    /** Returns the span of the listener that processes the message, or the current span of the thread. */
    private Span spanFor(DeliveredMessage message) {
        Span listening = processing.get(message);
        return listening != null ? listening : Span.current();
    }

    private SpanBuilder spanBuilder(
            SpanKind kind, MessagingOperation type, String name, List<DeliveredMessage> messages) {
        SpanBuilder builder = tracer.spanBuilder(MessagingConventions.spanName(name, messages))
                .setSpanKind(kind)
                .setAllAttributes(MessagingConventions.receiveAttributes(type, name, messages));
        boolean inTrace = Span.current().getSpanContext().isValid();
        if (!inTrace && messages.size() == 1) {
            return builder.setParent(senderContext(messages.get(0)));
        }
        for (DeliveredMessage each : messages) {
            SpanContext send = senderSpanContext(each);
            if (send.isValid()) {
                builder.addLink(send);
            }
        }
        return builder;
    }
}
