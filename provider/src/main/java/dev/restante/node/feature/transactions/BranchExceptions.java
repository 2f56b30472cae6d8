package dev.restante.node.feature.transactions;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.model.BranchId;
import dev.restante.node.core.NodeLifecycle;
import dev.restante.store.StoreException;

/** Factory of the exceptions of XA calls; also translates store failures to them. */
final class BranchExceptions {

    private BranchExceptions() {}

    static BranchException notFound(BranchId xid) {
        return new BranchException(BranchErrorReason.NOT_FOUND, "There is no transaction branch " + xid);
    }

    static <T> T callStore(NodeLifecycle.GuardedCall<T> call) {
        try {
            return call.run();
        } catch (StoreException e) {
            throw unavailable(e);
        }
    }

    static BranchException unavailable(StoreException cause) {
        BranchErrorReason reason =
                switch (cause.kind()) {
                    case TRANSIENT, UNAVAILABLE, FENCED, CLOSED -> BranchErrorReason.UNAVAILABLE;
                    case OUTCOME_UNKNOWN -> BranchErrorReason.IN_DOUBT;
                    case CONSTRAINT, PROTECTED, DAMAGED, FATAL -> BranchErrorReason.FAILED;
                };
        return new BranchException(reason, String.valueOf(cause.getMessage()), cause);
    }
}
