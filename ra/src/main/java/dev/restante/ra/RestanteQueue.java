package dev.restante.ra;

import jakarta.jms.Queue;
import java.io.Serial;

/** Queue configured as an administered object (RA-37). The object does not create the queue in the store. */
public final class RestanteQueue extends ConfiguredDestination implements Queue {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates a queue object, whose name {@link #setName} sets. */
    public RestanteQueue() {}

    @Override
    public String getQueueName() {
        return required();
    }
}
