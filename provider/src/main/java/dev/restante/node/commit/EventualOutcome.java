package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Future outcome of an operation whose commit is in doubt, which calls its listeners as soon as the outcome is known.
 * Thread-safe.
 */
final class EventualOutcome implements OperationOutcome.PendingOutcome {
    @GuardedBy("this")
    private final List<Consumer<OperationOutcome>> listeners = new ArrayList<>(0);

    @GuardedBy("this")
    private @Nullable OperationOutcome outcome;

    @Override
    public void onKnown(Consumer<OperationOutcome> listener) {
        OperationOutcome told;
        synchronized (this) {
            told = outcome;
            if (told == null) {
                listeners.add(listener);
                return;
            }
        }
        listener.accept(told);
    }

    void complete(OperationOutcome value) {
        List<Consumer<OperationOutcome>> waiting;
        synchronized (this) {
            outcome = value;
            waiting = List.copyOf(listeners);
            listeners.clear();
        }
        waiting.forEach(listener -> listener.accept(value));
    }
}
