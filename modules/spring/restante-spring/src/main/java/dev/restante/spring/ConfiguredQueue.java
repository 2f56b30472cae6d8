package dev.restante.spring;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Queue in the application's configuration, with its parsed options and the methods that create or alter it in the
 * store.
 */
record ConfiguredQueue(String name, ConfiguredOptions options) implements ConfiguredEntity<QueueOptions> {

    static ConfiguredQueue of(String name, Map<String, String> given) {
        ConfiguredQueue queue =
                new ConfiguredQueue(name, ConfiguredOptions.of("restante.queues." + name, QueueOption.all(), given));
        queue.withConfiguredOptions(QueueOptions.defaults());
        return queue;
    }

    /** Returns whether the queue is a dead-letter queue, which is created together with another entity. */
    boolean isDeadLetterQueue() {
        return DeadLetterQueueNames.isDeadLetterQueue(name);
    }

    /** Returns the queues that must exist before this queue. */
    List<String> targets() {
        QueueOptions wanted = withConfiguredOptions(QueueOptions.defaults());
        return Stream.of(QueueOption.DEAD_LETTER_TO, QueueOption.EXPIRED_TO, QueueOption.FORWARD_TO)
                .map(wanted::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public String propertyPrefix() {
        return options.property();
    }

    @Override
    public String displayName() {
        return "Queue '" + name + "'";
    }

    @Override
    public Map<String, String> optionTexts() {
        return options.texts();
    }

    @Override
    public QueueOptions withConfiguredOptions(QueueOptions before) {
        return options.applyTo(before, given -> given.withTexts(options.texts()));
    }

    @Override
    public @Nullable QueueOptions find(RestanteAdmin admin) throws JMSException {
        return EntityLookup.orNull(() -> admin.queue(name).options());
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        admin.createQueue(name, withConfiguredOptions(QueueOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions wanted) throws JMSException {
        admin.alterQueue(name, wanted);
    }
}
