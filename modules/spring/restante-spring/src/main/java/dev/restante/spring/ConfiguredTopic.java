package dev.restante.spring;

import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Topic in the application's configuration, with its parsed options and the methods that create or alter it in the
 * store.
 */
record ConfiguredTopic(String name, ConfiguredOptions options) implements ConfiguredEntity<TopicOptions> {

    static ConfiguredTopic of(String name, Map<String, String> given) {
        ConfiguredTopic topic = new ConfiguredTopic(
                name, ConfiguredOptions.of("restante.topics." + name, QueueOption.topicOptions(), given));
        topic.withConfiguredOptions(TopicOptions.defaults());
        return topic;
    }

    /** Returns the topic of a configured subscription, without options. */
    static ConfiguredTopic of(ConfiguredSubscription subscription) {
        return new ConfiguredTopic(
                subscription.topic(), new ConfiguredOptions(subscription.propertyPrefix(), Map.of()));
    }

    @Override
    public String propertyPrefix() {
        return options.property();
    }

    @Override
    public String displayName() {
        return "Topic '" + name + "'";
    }

    @Override
    public Map<String, String> optionTexts() {
        return options.texts();
    }

    @Override
    public TopicOptions withConfiguredOptions(TopicOptions before) {
        return options.applyTo(before, given -> given.withTexts(options.texts()));
    }

    @Override
    public @Nullable TopicOptions find(RestanteAdmin admin) throws JMSException {
        return EntityLookup.orNull(() -> admin.topics().topic(name).options());
    }

    @Override
    public void create(RestanteAdmin admin) throws JMSException {
        admin.topics().create(name, withConfiguredOptions(TopicOptions.defaults()));
    }

    @Override
    public void alter(RestanteAdmin admin, TopicOptions wanted) throws JMSException {
        admin.topics().alter(name, wanted);
    }
}
