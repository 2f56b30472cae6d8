package dev.restante.store;

import java.util.Map;

/**
 * What the nodes of a shared store have told of what waits in their memory, so that each counts what all have (VIS-10).
 * Each call is a transaction of its own.
 */
public interface BufferStockRepository {

    /** Tells what a node has now, in place of what it told of these entities before. */
    void tell(long incarnation, Map<Long, BufferStock> byEntity);

    /** For each entity what living nodes other than this one told last; entities without anything are left out. */
    Map<Long, BufferStock> elsewhere(long incarnation);
}
