package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Repository of the requests that nodes of a shared store send to each other. Some actions need the owner of a
 * delivery, because only that node knows the consumer.
 */
public interface NodeRequestRepository {

    /** Kind of a node request, with a stored code whose meaning never changes. */
    enum NodeRequestKind {
        BREAK_LOCK(1),
        /** Deletes prefetched deliveries of an entity that no application has received. */
        DISCARD_PREFETCHED(2),
        /** Deletes prefetched deliveries and deliveries in flight, whose locks are lost. */
        DISCARD_IN_FLIGHT(3),
        /** Returns the prefetched deliveries of an expired group to the store; no caller waits for an answer. */
        RETURN_PREFETCHED_GROUP(4),
        /** Adopts background redrives that no live node runs; no caller waits for an answer. */
        ADOPT_JOBS(5);

        private final int code;

        NodeRequestKind(int code) {
            this.code = code;
        }

        public int code() {
            return code;
        }
    }

    /**
     * Request of one node to another.
     *
     * @param incarnation addressed incarnation
     * @param entityId entity of the request; 0 for {@link NodeRequestKind#ADOPT_JOBS}
     * @param deliveryIdOrLimit delivery for {@link NodeRequestKind#BREAK_LOCK}; exclusive upper limit of the delivery
     *     ids for deletions; otherwise 0
     * @param selectorOrGroup selector of the messages to delete, null for all messages; group for
     *     {@link NodeRequestKind#RETURN_PREFETCHED_GROUP}
     */
    record NodeRequest(
            long id,
            long incarnation,
            NodeRequestKind kind,
            long entityId,
            long deliveryIdOrLimit,
            @Nullable String selectorOrGroup) {
        public NodeRequest {
            requireNonNull(kind, "kind");
        }
    }

    void submit(NodeRequest request);

    /** Returns the unanswered requests to an incarnation. */
    List<NodeRequest> pending(long incarnation);

    void answer(long requestId, long answer);

    /** Returns the answer to a request; empty if there is none yet. */
    OptionalLong findAnswer(long requestId);

    /** Removes a request because the requesting node no longer waits. */
    void withdraw(long requestId);

    /** Removes requests with ids below a limit, which are too old for a node to wait for them. */
    void deleteBefore(long requestId);
}
