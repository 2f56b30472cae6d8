package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entity of the configuration. Only what is configured is compared and changed.
 *
 * @param <O> the type of its options
 */
interface ConfiguredEntity<O> {

    /** What begins the names of its properties, as in {@code restante.queues.jobs}. */
    String property();

    /** Its kind and name for people. */
    String label();

    /** The configured options. */
    Map<String, String> texts();

    /** Options with the configured ones in place of theirs. */
    O configured(O before);

    /** The options that it has in the store; null if it is not there. */
    @Nullable
    O find(RestanteAdmin admin) throws JMSException;

    void create(RestanteAdmin admin) throws JMSException;

    void alter(RestanteAdmin admin, O options) throws JMSException;
}
