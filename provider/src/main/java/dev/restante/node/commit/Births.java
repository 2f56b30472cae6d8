package dev.restante.node.commit;

import dev.restante.node.dispatch.Buffered;
import dev.restante.store.Outcome;
import java.util.List;
import java.util.Set;

/** Takes in deliveries that were born acquired, now that they are committed. */
@FunctionalInterface
public interface Births {

    /** Of one entity, in this order; does not block. */
    void born(long entityId, List<Buffered> deliveries);

    /** Later values have replaced these, which somebody has; does not block. */
    default void replaced(Set<Outcome.Replaced> replaced) {}
}
