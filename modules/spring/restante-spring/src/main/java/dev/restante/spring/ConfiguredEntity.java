package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Queue, topic or subscription in the application's configuration, with methods that find, create and alter it in the
 * store.
 *
 * @param <O> the type of the options
 */
interface ConfiguredEntity<O> {

    /** Returns the prefix of the entity's properties, such as {@code restante.queues.jobs}. */
    String propertyPrefix();

    /** Returns the kind and the name for log lines. */
    String displayName();

    Map<String, String> optionTexts();

    /** Returns the given options with the configured options in their place. */
    O withConfiguredOptions(O before);

    /** Returns the stored options, or null if the entity does not exist. */
    @Nullable
    O find(RestanteAdmin admin) throws JMSException;

    void create(RestanteAdmin admin) throws JMSException;

    void alter(RestanteAdmin admin, O options) throws JMSException;
}
