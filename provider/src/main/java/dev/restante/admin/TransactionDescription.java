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
public record TransactionDescription(String xid, TransactionState state, Instant preparedAt, int sent, int received) {

    static TransactionDescription of(Branch branch) {
        return new TransactionDescription(
                branch.xid().toString(),
                TransactionState.of(branch.state()),
                Instant.ofEpochMilli(branch.preparedAtMillis()),
                branch.sent().size(),
                branch.received().size());
    }
}
