package dev.restante.opentelemetry;

import dev.restante.observe.ObservedOperation;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import org.jspecify.annotations.Nullable;

/** Span of an observed operation that is current in its thread until the operation leaves the thread. */
final class ScopedSpan implements ObservedOperation {

    private final Span span;
    private final Scope scope;
    private final Runnable beforeEnd;

    /**
     * Makes the span current.
     *
     * @param context the context that contains the span
     * @param beforeEnd the action that adds attributes known only at the end
     */
    @SuppressWarnings("MustBeClosedChecker") // callReturned closes the scope
    ScopedSpan(Span span, Context context, Runnable beforeEnd) {
        this.span = span;
        this.scope = context.makeCurrent();
        this.beforeEnd = beforeEnd;
    }

    @Override
    public void callReturned() {
        scope.close();
    }

    @Override
    public void ended(@Nullable Throwable failure) {
        beforeEnd.run();
        if (failure != null) {
            span.setStatus(StatusCode.ERROR, String.valueOf(failure.getMessage()));
            span.setAttribute(
                    MessagingConventions.ERROR_TYPE, failure.getClass().getName());
            span.recordException(failure);
        }
        span.end();
    }
}
