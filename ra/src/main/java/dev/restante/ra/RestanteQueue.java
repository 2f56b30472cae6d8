package dev.restante.ra;

import jakarta.jms.Queue;
import java.io.Serial;

/** A queue as administrators configure it: its JNDI name leads to this object (RA-37). Nothing is created by it. */
public final class RestanteQueue extends ConfiguredDestination implements Queue {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Without a name until {@link #setName}. */
    public RestanteQueue() {}

    @Override
    public String getQueueName() {
        return required();
    }
}
