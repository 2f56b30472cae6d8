package dev.restante.spring;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A queue of the configuration. */
record ConfiguredQueue(String name, OptionTexts options) implements ConfiguredEntity<QueueOptions> {

    static ConfiguredQueue of(String name, Map<String, String> given) {
        ConfiguredQueue queue =
                new ConfiguredQueue(name, OptionTexts.of("restante.queues." + name, QueueOption.all(), given));
        queue.configured(QueueOptions.defaults());
        return queue;
    }

    /** Whether it comes into being with another entity. */
    boolean isDeadLetterQueue() {
        return DeadLetterQueues.isOne(name);
    }

    /** The queues that have to be there before this one. */
    List<String> targets() {
        QueueOptions wanted = configured(QueueOptions.defaults());
        return Stream.of(QueueOption.DEAD_LETTER_TO, QueueOption.EXPIRED_TO, QueueOption.FORWARD_TO)
                .map(wanted::get)
                .filter(Objects::nonNull)
                .toList();
    }

    @Override
    public String property() {
        return options.property();
    }

    @Override
    public String label() {
        return "Queue '" + name + "'";
    }

    @Override
    public Map<String, String> texts() {
        return options.texts();
    }

    @Override
    public QueueOptions configured(QueueOptions before) {
        return options.applied(before, given -> given.configured(options.texts()));
    }

    @Override
    public @Nullable QueueOptions find(RestanteAdmin admin) throws JMSException {
        return Missing.orNull(() -> admin.queue(name).options());
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        admin.createQueue(name, configured(QueueOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, QueueOptions wanted) throws JMSException {
        admin.alterQueue(name, wanted);
    }
}
