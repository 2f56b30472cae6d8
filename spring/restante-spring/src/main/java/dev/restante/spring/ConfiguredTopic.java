package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topic of the configuration. */
record ConfiguredTopic(String name, OptionTexts options) implements ConfiguredEntity<TopicOptions> {

    static ConfiguredTopic of(String name, Map<String, String> given) {
        ConfiguredTopic topic =
                new ConfiguredTopic(name, OptionTexts.of("restante.topics." + name, QueueOption.ofTopics(), given));
        topic.configured(TopicOptions.defaults());
        return topic;
    }

    /** The topic of a configured subscription. */
    static ConfiguredTopic of(ConfiguredSubscription subscription) {
        return new ConfiguredTopic(subscription.topic(), new OptionTexts(subscription.property(), Map.of()));
    }

    @Override
    public String property() {
        return options.property();
    }

    @Override
    public String label() {
        return "Topic '" + name + "'";
    }

    @Override
    public Map<String, String> texts() {
        return options.texts();
    }

    @Override
    public TopicOptions configured(TopicOptions before) {
        return options.applied(before, given -> given.configured(options.texts()));
    }

    @Override
    public @Nullable TopicOptions find(RestanteAdmin admin) throws JMSException {
        return Missing.orNull(() -> admin.topics().topic(name).options());
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        admin.topics().create(name, configured(TopicOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, TopicOptions wanted) throws JMSException {
        admin.topics().alter(name, wanted);
    }
}
