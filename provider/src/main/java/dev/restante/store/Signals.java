package dev.restante.store;

import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/**
 * Channel through which the nodes of a shared store tell each other that entities may have available messages. A lost
 * signal costs only a poll interval.
 */
public interface Signals {

    /** Signals of a store that only one node can open. */
    Signals NONE = new Signals() {
        @Override
        public void announce(Collection<AvailabilitySignal> arrivals) {}

        @Override
        public void listen(Consumer<AvailabilitySignal> onArrival, Runnable onGap) {}
    };

    /**
     * Announces to the other nodes that entities may have available messages. Signals are coalesced and never belong to
     * the transaction of a send.
     */
    void announce(Collection<AvailabilitySignal> signals);

    /**
     * Registers the only listener of this node, which runs on a thread of the store.
     *
     * @param onReconnect callback that runs when the node begins to listen, and after each interruption of the
     *     connection; messages may have arrived without a signal before
     */
    void listen(Consumer<AvailabilitySignal> onSignal, Runnable onReconnect);

    /**
     * Sets the incarnation of this node, and whether it waits for signals of other nodes. An implementation that polls
     * for signals polls only while {@code expected} is true.
     */
    default void expectSignals(long incarnation, boolean expected) {}

    /** Ends the signals: none is sent or received afterwards. */
    default void close() {}

    /**
     * Signal that an entity may have available messages.
     *
     * @param earlierIds ids of most deliveries that are not at the end of the queue, where sent messages usually are
     */
    record AvailabilitySignal(long entityId, List<Long> earlierIds) {
        public AvailabilitySignal {
            earlierIds = List.copyOf(earlierIds);
        }
    }
}
