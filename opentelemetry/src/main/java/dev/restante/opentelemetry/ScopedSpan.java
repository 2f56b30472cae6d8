package dev.restante.opentelemetry;

import dev.restante.observe.ObservedOperation;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;

/** The span of an operation. It is current in its thread until the operation leaves that. */
final class ScopedSpan implements ObservedOperation {

    private final Span span;
    private final Scope scope;
    private final Runnable whenDone;

    /**
     * Makes it current.
     *
     * @param context with the span
     * @param whenDone adds what is known at the end only
     */
    @SuppressWarnings("MustBeClosedChecker") // until it leaves
    ScopedSpan(Span span, Context context, Runnable whenDone) {
        this.span = span;
        this.scope = context.makeCurrent();
        this.whenDone = whenDone;
    }

    @Override
    public void leave() {
        scope.close();
    }

    @Override
    public void end(@Nullable Throwable failure) {
        whenDone.run();
        if (failure != null) {
            span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
            span.setAttribute(Conventions.ERROR_TYPE, failure.getClass().getName());
            span.recordException(failure);
        }
        span.end();
    }
}
