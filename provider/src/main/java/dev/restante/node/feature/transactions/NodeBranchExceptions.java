package dev.restante.node.feature.transactions;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.BrokerException;
import dev.restante.model.BranchId;
import org.jspecify.annotations.Nullable;

/** Factory of the exceptions for rejected or failed calls on one branch that was begun at this node. */
record NodeBranchExceptions(BranchId xid) {

    BrokerException takesNoWork(BranchState state) {
        return new BrokerException(
                BrokerException.BrokerErrorReason.ROLLED_BACK,
                "Transaction branch " + xid
                        + (state == BranchState.TIMED_OUT
                                ? " exceeded its timeout and was rolled back. Begin a new transaction, if necessary"
                                        + " with a longer timeout of the transaction manager."
                                : " accepts no more work because it has ended or can only be rolled back"));
    }

    BranchException inDoubt(BrokerException cause) {
        return new BranchException(
                BranchErrorReason.IN_DOUBT,
                "The outcome of transaction branch " + xid + " is not known: " + cause.getMessage(),
                cause);
    }

    BranchException rolledBack(BranchState state, @Nullable BrokerException cause) {
        if (cause != null) {
            return new BranchException(
                    BranchErrorReason.ROLLED_BACK,
                    "Transaction branch " + xid + " was rolled back: " + cause.getMessage(),
                    cause);
        }
        return state == BranchState.TIMED_OUT
                ? new BranchException(
                        BranchErrorReason.TIMED_OUT,
                        "Transaction branch " + xid + " exceeded its timeout and was rolled back")
                : new BranchException(
                        BranchErrorReason.ROLLED_BACK,
                        "Transaction branch " + xid
                                + " can only be rolled back because the work of a session in it failed");
    }

    BranchException protocolError(String what) {
        return new BranchException(BranchErrorReason.PROTOCOL_ERROR, "Transaction branch " + xid + " " + what);
    }

    BranchException stillInDoubt() {
        return new BranchException(
                BranchErrorReason.IN_DOUBT,
                "The outcome of transaction branch " + xid + " is not known yet because the store does not answer");
    }

    BranchException alreadyCommitted() {
        return new BranchException(
                BranchErrorReason.HEURISTICALLY_COMMITTED,
                "Transaction branch " + xid + " was already committed in one phase");
    }

    BranchException notCommitted() {
        return new BranchException(
                BranchErrorReason.ROLLED_BACK,
                "Transaction branch " + xid + " was rolled back because the store did not write its commit");
    }
}
