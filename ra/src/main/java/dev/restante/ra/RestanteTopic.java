package dev.restante.ra;

import jakarta.jms.Topic;
import java.io.Serial;

/** A topic as administrators configure it: its JNDI name leads to this object (RA-37). Nothing is created by it. */
public final class RestanteTopic extends ConfiguredDestination implements Topic {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Without a name until {@link #setName}. */
    public RestanteTopic() {}

    @Override
    public String getTopicName() {
        return required();
    }
}
