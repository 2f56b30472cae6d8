package dev.restante.store;

import java.util.Collection;
import java.util.function.LongConsumer;

/** Wake-ups between nodes. They are hints: losing one costs a poll interval and nothing more. */
public interface Signals {

    /** Signals of a store that nobody else can open: there is nobody to tell. */
    Signals NONE = new Signals() {
        @Override
        public void announce(Collection<Long> entityIds) {}

        @Override
        public void listen(LongConsumer onEntity) {}
    };

    /** Tells the other nodes that these entities may have something available. Never part of a send's transaction; coalesced. */
    void announce(Collection<Long> entityIds);

    /** Registers the one listener of this node; called with an entity's id on a thread of the store. */
    void listen(LongConsumer onEntity);
}
