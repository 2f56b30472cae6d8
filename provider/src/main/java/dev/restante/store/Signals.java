package dev.restante.store;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Wake-ups between nodes. They are hints: losing one costs a poll interval and nothing more. */
public interface Signals {

    /** Signals of a store that nobody else can open: there is nobody to tell. */
    Signals NONE = new Signals() {
        @Override
        public void announce(Collection<Arrival> arrivals) {}

        @Override
        public void listen(Consumer<Arrival> onArrival, Runnable onGap) {}
    };

    /**
     * Tells the other nodes that these entities may have something available. Never part of a send's transaction;
     * coalesced.
     */
    void announce(Collection<Arrival> arrivals);

    /**
     * Registers the one listener of this node, called on a thread of the store.
     *
     * @param onGap called when it listens, at first and each time after it could not for a while: anything may have
     *     arrived before
     */
    void listen(Consumer<Arrival> onArrival, Runnable onGap);

    /**
     * Says who this node is, and whether others may have something to tell to it: it waits for something, and is not
     * alone. That holds until it is said anew; who has to ask for what others tell asks only meanwhile.
     */
    default void expect(long incarnation, boolean news) {}

    /** Ends them: nothing is announced or heard any more. */
    default void close() {}

    /**
     * An entity may have something available.
     *
     * @param olderIds of deliveries that are not behind all that were there before, as sent ones usually are; most of
     *     them, not always all
     */
    record Arrival(long entityId, List<Long> olderIds) {
        public Arrival {
            olderIds = List.copyOf(olderIds);
        }
    }
}
