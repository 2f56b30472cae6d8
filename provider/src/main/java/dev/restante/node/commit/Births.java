package dev.restante.node.commit;

import dev.restante.node.dispatch.Buffered;
import java.util.List;

/** Takes in deliveries that were born acquired, now that they are committed. */
@FunctionalInterface
public interface Births {

    /** Of one entity, in this order; does not block. */
    void born(long entityId, List<Buffered> deliveries);
}
