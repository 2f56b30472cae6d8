package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.OperationOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Outcome that becomes known after its commit was in doubt, with its listeners. Thread-safe. */
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
