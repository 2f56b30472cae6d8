package dev.restante.node.transaction;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.Reason;
import dev.restante.model.BranchId;
import dev.restante.node.core.NodeLife;
import dev.restante.store.StoreException;

/** How calls about transaction branches are refused. */
final class BranchRefusals {

    private BranchRefusals() {}

    static BranchException notFound(BranchId xid) {
        return new BranchException(Reason.NOT_FOUND, "There is no transaction branch " + xid);
    }

    /** Reads the store for a call about branches. */
    static <T> T guarded(NodeLife.Call<T> call) {
        try {
            return call.run();
        } catch (StoreException e) {
            throw unavailable(e);
        }
    }

    /** What a failure of the store says about the branch. */
    static BranchException unavailable(StoreException cause) {
        Reason reason =
                switch (cause.kind()) {
                    case TRANSIENT, UNAVAILABLE, FENCED, CLOSED -> Reason.UNAVAILABLE;
                    case OUTCOME_UNKNOWN -> Reason.IN_DOUBT;
                    case CONSTRAINT, PROTECTED, DAMAGED, FATAL -> Reason.FAILED;
                };
        return new BranchException(reason, String.valueOf(cause.getMessage()), cause);
    }
}
