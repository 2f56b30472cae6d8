package dev.restante.node.transaction;

import dev.restante.broker.TransactionBranch;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** The sessions that work for a transaction branch, and those that have. Guarded by the branch's monitor. */
final class BranchWorkers {

    private int active = 1;
    private final List<Consumer<TransactionBranch>> concerned = new ArrayList<>(1);

    /** With the one that has begun the branch. */
    BranchWorkers(Consumer<TransactionBranch> whenOver) {
        concerned.add(whenOver);
    }

    /** One more; {@code whenOver} is told when the branch is over, also if it has left by then. */
    void join(Consumer<TransactionBranch> whenOver) {
        active++;
        concerned.add(whenOver);
    }

    void leave() {
        active--;
    }

    /** How many work for it now. */
    int active() {
        return active;
    }

    /** Those who are to be told, each of them once. */
    List<Consumer<TransactionBranch>> takeConcerned() {
        List<Consumer<TransactionBranch>> told = List.copyOf(concerned);
        concerned.clear();
        return told;
    }
}
