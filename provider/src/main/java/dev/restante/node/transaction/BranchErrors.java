package dev.restante.node.transaction;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.broker.BrokerException;
import dev.restante.model.BranchId;
import org.jspecify.annotations.Nullable;

/** The refusals of a transaction branch. */
record BranchErrors(BranchId xid) {

    BrokerException noMoreWork(BranchState state) {
        return new BrokerException(
                BrokerException.Reason.ROLLED_BACK,
                "Transaction branch " + xid
                        + (state == BranchState.TIMED_OUT
                                ? " took longer than its time-out; it was rolled back"
                                : " takes no more work: it is over, or can only be rolled back"));
    }

    BranchException inDoubt(BrokerException cause) {
        return new BranchException(
                Reason.IN_DOUBT,
                "What became of transaction branch " + xid + " is not known: " + cause.getMessage(),
                cause);
    }

    BranchException rolledBack(BranchState state, @Nullable BrokerException cause) {
        if (cause != null) {
            return new BranchException(
                    Reason.ROLLED_BACK, "Transaction branch " + xid + " was rolled back: " + cause.getMessage(), cause);
        }
        return state == BranchState.TIMED_OUT
                ? new BranchException(
                        Reason.TIMED_OUT,
                        "Transaction branch " + xid + " took longer than its time-out; it was rolled back")
                : new BranchException(
                        Reason.ROLLED_BACK,
                        "Transaction branch " + xid + " can only be rolled back: a session that worked for it failed");
    }

    BranchException protocol(String what) {
        return new BranchException(Reason.PROTOCOL, "Transaction branch " + xid + " " + what);
    }

    BranchException stillInDoubt() {
        return new BranchException(
                Reason.IN_DOUBT,
                "What became of transaction branch " + xid + " is not known, because the store can't say now");
    }

    BranchException committedAlready() {
        return new BranchException(
                Reason.HEURISTICALLY_COMMITTED, "Transaction branch " + xid + " was committed in one phase");
    }

    BranchException notCommitted() {
        return new BranchException(
                Reason.ROLLED_BACK,
                "Transaction branch " + xid + " was rolled back: its commit, which was in doubt, was not written");
    }
}
