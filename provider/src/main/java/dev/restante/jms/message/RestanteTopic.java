package dev.restante.jms.message;

import dev.restante.model.EntityKind;
import jakarta.jms.Topic;
import java.io.Serial;

/** A topic by name. Temporary topics extend this class. */
public non-sealed class RestanteTopic extends RestanteDestination implements Topic {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * A topic, whether or not it exists.
     *
     * @param name its full name
     * @throws IllegalArgumentException if the name is blank
     */
    public RestanteTopic(String name) {
        super(name);
    }

    @Override
    public final String getTopicName() {
        return getName();
    }

    @Override
    final EntityKind kind() {
        return EntityKind.TOPIC;
    }
}
