package dev.restante.jms.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.observe.MessageObserver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the observers of one connection factory.
 *
 * <p>Observers can be added and removed while connections are in use. Thread-safe.
 */
public final class ObserverRegistry {

    @GuardedBy("this")
    private final List<MessageObserver> all = new ArrayList<>();

    private volatile @Nullable MessageObserver current;

    public synchronized void add(MessageObserver observer) {
        if (all.stream().noneMatch(each -> each == observer)) {
            all.add(observer);
            rebuildChain();
        }
    }

    /** Removes an observer, which still learns the end of operations that it observes. */
    public synchronized void remove(MessageObserver observer) {
        if (all.removeIf(each -> each == observer)) {
            rebuildChain();
        }
    }

    @GuardedBy("this")
    private void rebuildChain() {
        current = all.isEmpty() ? null : new ObserverChain(List.copyOf(all));
    }

    /** Returns all observers as one observer that never throws, or null if there are none. */
    @Nullable
    MessageObserver current() {
        return current;
    }
}
