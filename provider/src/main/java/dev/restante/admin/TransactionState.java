package dev.restante.admin;

import dev.restante.model.Branch;

/** The states of a branch of a distributed transaction. */
public enum TransactionState {
    /** In doubt: its transaction manager has to decide, or an administrator in its place. */
    PREPARED,
    /** An administrator has committed it, and its transaction manager has not taken note. */
    COMMITTED,
    /** An administrator has rolled it back, and its transaction manager has not taken note. */
    ROLLED_BACK;

    static TransactionState of(Branch.State state) {
        return switch (state) {
            case PREPARED -> PREPARED;
            case HEURISTICALLY_COMMITTED -> COMMITTED;
            case HEURISTICALLY_ROLLED_BACK -> ROLLED_BACK;
        };
    }
}
