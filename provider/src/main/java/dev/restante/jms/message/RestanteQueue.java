package dev.restante.jms.message;

import dev.restante.model.EntityKind;
import jakarta.jms.Queue;
import java.io.Serial;

/** JMS queue object that holds only the name of a queue. A dead-letter queue is named {@code NAME/$DeadLetterQueue}. */
public non-sealed class RestanteQueue extends RestanteDestination implements Queue {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates a queue object, whether or not the queue exists. The name must not be blank. */
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
