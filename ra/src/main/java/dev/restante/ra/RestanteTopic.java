package dev.restante.ra;

import jakarta.jms.Topic;
import java.io.Serial;

/** Topic configured as an administered object (RA-37). The object does not create the topic in the store. */
public final class RestanteTopic extends ConfiguredDestination implements Topic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates a topic object, whose name {@link #setName} sets. */
    public RestanteTopic() {}

    @Override
    public String getTopicName() {
        return required();
    }
}
