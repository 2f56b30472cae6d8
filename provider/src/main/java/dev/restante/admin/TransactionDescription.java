package dev.restante.admin;

import dev.restante.model.StoredBranch;
import java.time.Instant;

/**
 * Snapshot of a prepared or decided branch of a distributed transaction.
 *
 * @param xid the format id and, in hexadecimal digits, the global transaction id and branch qualifier, separated by
 *     colons
 * @param state the branch state
 * @param preparedAt the time of the prepare in store time
 * @param sent the number of deliveries that become available if the branch commits
 * @param received the number of deliveries that are settled if the branch commits
 */
public record TransactionDescription(String xid, TransactionState state, Instant preparedAt, int sent, int received) {

    /** State of a branch of a distributed transaction. */
    public enum TransactionState {
        /** In doubt until its transaction manager or an administrator decides it. */
        PREPARED,
        /** Committed by an administrator and not yet forgotten by its transaction manager. */
        COMMITTED,
        /** Rolled back by an administrator and not yet forgotten by its transaction manager. */
        ROLLED_BACK;

        private static TransactionState of(StoredBranch.StoredBranchState state) {
            return switch (state) {
                case PREPARED -> PREPARED;
                case HEURISTICALLY_COMMITTED -> COMMITTED;
                case HEURISTICALLY_ROLLED_BACK -> ROLLED_BACK;
            };
        }
    }

    static TransactionDescription of(StoredBranch branch) {
        return new TransactionDescription(
                branch.xid().toString(),
                TransactionState.of(branch.state()),
                Instant.ofEpochMilli(branch.preparedAtMillis()),
                branch.sentDeliveries().size(),
                branch.receivedDeliveries().size());
    }
}
