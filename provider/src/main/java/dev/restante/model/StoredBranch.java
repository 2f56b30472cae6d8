package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Transaction branch that is prepared or was decided by an administrator, as stored (XA). The branch owns the
 * deliveries that it has sent and received: the owner in their fencing tokens is its {@code id}. Ids of branches and
 * numbers of incarnations never coincide.
 *
 * @param incarnation the incarnation that prepared the branch
 * @param preparedAtMillis the time of the prepare in epoch milliseconds of store time
 * @param sentDeliveries the deliveries that become available if the branch commits
 * @param receivedDeliveries the deliveries that are settled if the branch commits
 * @param duplicateIds the duplicate ids that its sends recorded
 */
public record StoredBranch(
        long id,
        BranchId xid,
        StoredBranchState state,
        long incarnation,
        long preparedAtMillis,
        List<BranchDelivery> sentDeliveries,
        List<BranchDelivery> receivedDeliveries,
        List<BranchDuplicateId> duplicateIds) {

    public StoredBranch {
        requireNonNull(xid, "xid");
        requireNonNull(state, "state");
        sentDeliveries = List.copyOf(sentDeliveries);
        receivedDeliveries = List.copyOf(receivedDeliveries);
        duplicateIds = List.copyOf(duplicateIds);
    }

    /** Stored state of a branch, with its stored code, which never changes its meaning. */
    public enum StoredBranchState {
        /** In doubt until its transaction manager decides it. */
        PREPARED(1),
        /** Committed by an administrator and not yet forgotten by its transaction manager. */
        HEURISTICALLY_COMMITTED(2),
        /** Rolled back by an administrator and not yet forgotten by its transaction manager. */
        HEURISTICALLY_ROLLED_BACK(3);

        private final int code;

        StoredBranchState(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }

        public static StoredBranchState ofCode(int code) {
            for (StoredBranchState state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new IllegalArgumentException("unknown code of a transaction branch state: " + code);
        }
    }

    /**
     * Delivery that a branch has sent or received.
     */
    public record BranchDelivery(DeliveryRef ref, long entityId, boolean grouped) {
        public BranchDelivery {
            requireNonNull(ref, "ref");
        }
    }

    /**
     * Duplicate id that a send of the branch has recorded.
     *
     * @param entityId the entity within which duplicate ids are compared
     * @param keptUntil the end of the detection window in epoch milliseconds of store time
     */
    public record BranchDuplicateId(long entityId, String duplicateId, long keptUntil) {
        public BranchDuplicateId {
            requireNonNull(duplicateId, "duplicateId");
        }
    }
}
