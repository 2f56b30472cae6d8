package dev.restante.node.commit;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.store.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The outcome of work that was in doubt. Thread-safe. */
final class LateOutcome implements Outcome.Later {
    @GuardedBy("this")
    private final List<Consumer<Outcome>> listeners = new ArrayList<>(0);

    @GuardedBy("this")
    private @Nullable Outcome outcome;

    @Override
    public void whenKnown(Consumer<Outcome> listener) {
        Outcome told;
        synchronized (this) {
            told = outcome;
            if (told == null) {
                listeners.add(listener);
                return;
            }
        }
        listener.accept(told);
    }

    void tell(Outcome value) {
        List<Consumer<Outcome>> waiting;
        synchronized (this) {
            outcome = value;
            waiting = List.copyOf(listeners);
            listeners.clear();
        }
        waiting.forEach(listener -> listener.accept(value));
    }
}
