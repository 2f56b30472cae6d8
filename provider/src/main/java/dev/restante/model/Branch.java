package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * A transaction branch that is prepared, or was completed by an administrator (XA). It is the owner of the deliveries
 * that it has sent and settled: their fences have its {@code id} as owner, and that of no incarnation is ever the same.
 *
 * @param id its own number
 * @param xid its name
 * @param state as stored
 * @param incarnation which node prepared it
 * @param preparedAtMillis when it was prepared, in epoch milliseconds of store time
 * @param sent deliveries that exist once it is committed
 * @param received deliveries that are settled once it is committed
 * @param duplicateIds what is remembered because of its sends
 */
public record Branch(
        long id,
        BranchId xid,
        State state,
        long incarnation,
        long preparedAtMillis,
        List<Part> sent,
        List<Part> received,
        List<DuplicateId> duplicateIds) {

    public Branch {
        requireNonNull(xid, "xid");
        requireNonNull(state, "state");
        sent = List.copyOf(sent);
        received = List.copyOf(received);
        duplicateIds = List.copyOf(duplicateIds);
    }

    /** The states of a branch. The code is stored; it never changes its meaning. */
    public enum State {
        /** In doubt: its transaction manager decides. */
        PREPARED(1),
        /** An administrator has committed it, and its transaction manager has not taken note. */
        HEURISTICALLY_COMMITTED(2),
        /** An administrator has rolled it back, and its transaction manager has not taken note. */
        HEURISTICALLY_ROLLED_BACK(3);

        private final int code;

        State(int code) {
            this.code = code;
        }

        /** The stored code. */
        public int code() {
            return code;
        }

        /**
         * The state with a stored code.
         *
         * @throws IllegalArgumentException if no state has it
         */
        public static State ofCode(int code) {
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new IllegalArgumentException("no state of a transaction branch has code " + code);
        }
    }

    /**
     * A delivery that a branch has sent or received.
     *
     * @param ref with the branch as owner
     * @param entityId where it is
     * @param grouped whether it belongs to a message group
     */
    public record Part(DeliveryRef ref, long entityId, boolean grouped) {
        public Part {
            requireNonNull(ref, "ref");
        }
    }

    /**
     * A duplicate id that the branch has remembered by {@code Change.Once}.
     *
     * @param entityId within which ids are compared
     * @param duplicateId the id
     * @param keptUntil until when, in epoch milliseconds of store time
     */
    public record DuplicateId(long entityId, String duplicateId, long keptUntil) {
        public DuplicateId {
            requireNonNull(duplicateId, "duplicateId");
        }
    }
}
