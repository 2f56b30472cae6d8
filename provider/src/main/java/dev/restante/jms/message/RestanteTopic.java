package dev.restante.jms.message;

import dev.restante.model.EntityKind;
import jakarta.jms.Topic;
import java.io.Serial;

/** JMS topic object that holds only the name of a topic. */
public non-sealed class RestanteTopic extends RestanteDestination implements Topic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates a topic object, whether or not the topic exists. The name must not be blank. */
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
