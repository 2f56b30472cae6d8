package dev.restante.ra;

import java.io.Serial;

/**
 * Managed connection factory for {@link jakarta.jms.TopicConnectionFactory}. Servers distinguish the kinds of
 * connection factories by class.
 */
public final class RestanteManagedTopicConnectionFactory extends RestanteManagedConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;
}
