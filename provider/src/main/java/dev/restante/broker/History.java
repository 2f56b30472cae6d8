package dev.restante.broker;

import dev.restante.broker.view.StoreHistory;
import dev.restante.model.HistoryScale;

/** The history of the figures of all entities, which nodes record while somebody wants it. */
public interface History {

    /** What was recorded; from now on it is recorded for a day at least. */
    StoreHistory read(HistoryScale scale);
}
