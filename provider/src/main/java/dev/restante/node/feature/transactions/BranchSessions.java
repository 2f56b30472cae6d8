package dev.restante.node.feature.transactions;

import dev.restante.broker.TransactionBranch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Counter of the sessions that work for a transaction branch, with the callbacks that run when the branch ends. The
 * branch's monitor guards it.
 */
final class BranchSessions {

    private int activeCount = 1;
    private final List<Consumer<TransactionBranch>> callbacks = new ArrayList<>(1);

    BranchSessions(Consumer<TransactionBranch> onEnded) {
        callbacks.add(onEnded);
    }

    /** Adds a session. Its callback runs when the branch ends, even if the session has left before. */
    void join(Consumer<TransactionBranch> onEnded) {
        activeCount++;
        callbacks.add(onEnded);
    }

    void leave() {
        activeCount--;
    }

    int activeCount() {
        return activeCount;
    }

    List<Consumer<TransactionBranch>> takeCallbacks() {
        List<Consumer<TransactionBranch>> told = List.copyOf(callbacks);
        callbacks.clear();
        return told;
    }
}
