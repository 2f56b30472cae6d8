package dev.restante.admin;

import dev.restante.model.Branch;
import java.time.Instant;

/**
 * A branch of a distributed transaction that the store has.
 *
 * @param xid its name: the format id, and in hexadecimal digits the global transaction id and the branch qualifier,
 *     with colons in between
 * @param state what has become of it
 * @param preparedAt when it was prepared, by the clock of the store
 * @param sent how many deliveries become available by its commit
 * @param received how many deliveries are settled by its commit
 */
public record TransactionDescription(String xid, State state, Instant preparedAt, int sent, int received) {

    /** The state of a branch of a distributed transaction. */
    public enum State {
        /** In doubt: its transaction manager has to decide, or an administrator in its place. */
        PREPARED,
        /** An administrator has committed it, and its transaction manager has not taken note. */
        COMMITTED,
        /** An administrator has rolled it back, and its transaction manager has not taken note. */
        ROLLED_BACK;

        private static State of(Branch.State state) {
            return switch (state) {
                case PREPARED -> PREPARED;
                case HEURISTICALLY_COMMITTED -> COMMITTED;
                case HEURISTICALLY_ROLLED_BACK -> ROLLED_BACK;
            };
        }
    }

    static TransactionDescription of(Branch branch) {
        return new TransactionDescription(
                branch.xid().toString(),
                State.of(branch.state()),
                Instant.ofEpochMilli(branch.preparedAtMillis()),
                branch.sent().size(),
                branch.received().size());
    }
}
