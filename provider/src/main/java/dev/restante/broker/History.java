package dev.restante.broker;

import dev.restante.broker.view.StoreHistory.Recorded;
import dev.restante.model.HistoryScale;
import java.util.List;

/** The history of the figures of all entities, which nodes record while somebody wants it. */
public interface History {

    /** What was recorded, in the order of the intervals; from now on it is recorded for a day at least. */
    List<Recorded> read(HistoryScale scale);
}
