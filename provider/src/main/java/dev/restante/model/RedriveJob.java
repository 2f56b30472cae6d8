package dev.restante.model;

import static java.util.Objects.requireNonNull;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A redrive in the background, as it is stored: it outlives the process that works at it (BEY-07).
 *
 * @param id made by the node that it was asked of
 * @param order what is to be done
 * @param start how it began
 * @param state how it stands
 * @param owner the incarnation that works at it, or did last; 0 for nobody
 * @param progress how far it has come
 * @param ending why and when it ended; null while it runs
 */
public record RedriveJob(
        long id, Order order, Start start, State state, long owner, Progress progress, @Nullable Ending ending) {

    /** No incarnation works at it. */
    public static final long NOBODY = 0;

    public RedriveJob {
        requireNonNull(order, "order");
        requireNonNull(start, "start");
        requireNonNull(state, "state");
        requireNonNull(progress, "progress");
    }

    /** The states of a job. The code is stored; it never changes its meaning. */
    public enum State {
        /** Some node works at it, or will. */
        RUNNING(1),
        /** All that was meant has been looked at, or as many have moved as were wanted. */
        DONE(2),
        /** Somebody has cancelled it; what had moved stays where it is. */
        CANCELLED(3),
        /** It can't go on. */
        FAILED(4);

        private final int code;

        State(int code) {
            this.code = code;
        }

        /** The stored code. */
        public int code() {
            return code;
        }

        /**
         * The state of a code.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static State ofCode(int code) {
            for (State state : values()) {
                if (state.code == code) {
                    return state;
                }
            }
            throw new IllegalArgumentException("no state of a redrive job has code " + code);
        }
    }

    /**
     * The order that a job carries out.
     *
     * @param from the entity whose messages go, which may be gone by now
     * @param target where they go; null for where each of them came from
     * @param standings how they may stand, by their names
     * @param selector what they must match, or null
     * @param sequenceNumbers which ones; empty for all
     * @param maximum at most so many
     * @param perSecond at most so many a second; 0 for as fast as it goes
     * @param requestedBy who asked for it, in words for people; or null
     */
    public record Order(
            Place from,
            @Nullable Place target,
            Set<String> standings,
            @Nullable String selector,
            Set<Long> sequenceNumbers,
            long maximum,
            double perSecond,
            @Nullable String requestedBy) {

        public Order {
            requireNonNull(from, "from");
            standings = Set.copyOf(standings);
            sequenceNumbers = Set.copyOf(sequenceNumbers);
        }
    }

    /** An entity, by its id, and as it was called. */
    public record Place(long id, String name) {

        public Place {
            requireNonNull(name, "name");
        }
    }

    /**
     * The beginning of a job.
     *
     * @param atMillis in epoch milliseconds of store time
     * @param total how many messages there were
     * @param untilId what was sent later has this one or a larger one
     * @param untilPosition what has come later has a larger one
     */
    public record Start(long atMillis, long total, long untilId, long untilPosition) {}

    /**
     * The progress of a job. Each message is moved in the transaction that counts it.
     *
     * @param moved how many messages
     * @param passed how many stayed: those that are not meant, or that somebody has, and those without a source
     * @param withoutSource how many of them because where they came from is not there, or not known
     * @param place up to where it has looked, as a text; null for the beginning
     * @param atMillis when it was told last, in epoch milliseconds of store time
     */
    public record Progress(long moved, long passed, long withoutSource, @Nullable String place, long atMillis) {}

    /**
     * The end of a job.
     *
     * @param atMillis in epoch milliseconds of store time
     * @param failure why it can't go on; null unless it has failed
     */
    public record Ending(long atMillis, @Nullable String failure) {}
}
