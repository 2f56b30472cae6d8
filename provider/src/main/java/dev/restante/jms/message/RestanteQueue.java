package dev.restante.jms.message;

import dev.restante.model.EntityKind;
import jakarta.jms.Queue;
import java.io.Serial;

/** A queue by name; a dead-letter queue is named {@code NAME/$DeadLetterQueue}. Temporary queues extend this class. */
public non-sealed class RestanteQueue extends RestanteDestination implements Queue {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A queue, whether or not it exists.
     *
     * @param name its full name
     * @throws IllegalArgumentException if the name is blank
     */
    public RestanteQueue(String name) {
        super(name);
    }

    @Override
    public final String getQueueName() {
        return getName();
    }

    @Override
    final EntityKind kind() {
        return EntityKind.QUEUE;
    }
}
