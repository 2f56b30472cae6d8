package dev.restante.store;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The requests of the nodes of a shared store to each other, because only the owner of a delivery knows who has it.
 * Each call is a transaction of its own.
 */
public interface NodeRequestRepository {

    /** The kinds of requests. The code is stored; it never changes its meaning. */
    enum Kind {
        /** To end the lock of one delivery. */
        BREAK_LOCK(1),
        /** To discard what waits in the buffers of an entity and no application has. */
        DISCARD_BUFFERED(2),
        /** The same, and what applications have: their locks are lost. */
        DISCARD_HELD(3),
        /**
         * To give back what waits in the buffers of an entity of one group, because the group has expired. Nobody waits
         * for the answer.
         */
        RETURN_GROUP(4),
        /** To take over redrives in the background that nobody works at. Nobody waits for the answer. */
        TAKE_JOBS(5);

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        /** The stored code. */
        public int code() {
            return code;
        }
    }

    /**
     * A request.
     *
     * @param id made by the node that asks
     * @param incarnation who is asked
     * @param entityId what it is about; 0 to {@link Kind#TAKE_JOBS}
     * @param deliveryId the delivery to {@link Kind#BREAK_LOCK}; for the other kinds the id above which nothing is
     *     meant
     * @param selector which of the messages are meant, null for all; the group to {@link Kind#RETURN_GROUP}
     */
    record Request(long id, long incarnation, Kind kind, long entityId, long deliveryId, @Nullable String selector) {
        public Request {
            requireNonNull(kind, "kind");
        }
    }

    /** Stores a request. */
    void ask(Request request);

    /** What an incarnation is asked for and has not answered. */
    List<Request> asked(long incarnation);

    /** Answers a request. */
    void answer(long requestId, long answer);

    /** The answer to a request, empty while there is none. */
    OptionalLong answerOf(long requestId);

    /** Removes a request: its author no longer waits. */
    void withdraw(long requestId);

    /** Removes the requests that were made before another and that nobody can be waiting for. */
    void forgetBefore(long requestId);
}
