package dev.restante.ra;

import java.io.Serial;

/**
 * As {@link RestanteManagedConnectionFactory}, for {@link jakarta.jms.TopicConnectionFactory}: servers tell the kinds
 * by their classes.
 */
public final class RestanteManagedTopicConnectionFactory extends RestanteManagedConnectionFactory {

    @Serial
    private static final long serialVersionUID = 1L;
}
