package dev.restante.jms.observe;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.observe.MessageObserver;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The observers of one factory. They may come and go while its connections are at work. Thread-safe. */
public final class Observers {

    @GuardedBy("this")
    private final List<MessageObserver> all = new ArrayList<>();

    private volatile @Nullable MessageObserver current;

    /** Adds one; one that is there already is not added again. */
    public synchronized void add(MessageObserver observer) {
        if (all.stream().noneMatch(each -> each == observer)) {
            all.add(observer);
            changed();
        }
    }

    /** Removes one; what it observes ends with it all the same. */
    public synchronized void remove(MessageObserver observer) {
        if (all.removeIf(each -> each == observer)) {
            changed();
        }
    }

    @GuardedBy("this")
    private void changed() {
        current = all.isEmpty() ? null : new ObserverChain(List.copyOf(all));
    }

    /** All of them as one, which never throws; null for none. */
    @Nullable
    MessageObserver current() {
        return current;
    }
}
