package dev.restante.console.configure;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.console.html.Url;
import dev.restante.console.page.Links;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.console.page.Tables;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A topic that has options. */
record TopicTarget(RestanteAdmin admin, String name) implements Target {

    static final String KIND = "topic";

    /** Each takes a statement or two. */
    private static final int MOST_COUNTED = 200;

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public List<QueueOption<?>> table() {
        return QueueOption.ofTopics();
    }

    @Override
    public Map<String, String> values() throws JMSException {
        return OptionTexts.of(table(), admin.topics().topic(name).options()::get);
    }

    @Override
    public Map<String, String> defaults() {
        return OptionTexts.of(table(), TopicOptions.defaults()::get);
    }

    @Override
    public void create(Map<String, String> changes) throws JMSException {
        admin.topics().create(name, TopicOptions.defaults().configured(changes));
    }

    @Override
    public void alter(Map<String, String> changes) throws JMSException {
        admin.alterOptions(EntityType.TOPIC, name, changes);
    }

    @Override
    public EntityStatus pause() throws JMSException {
        return admin.topics().pause(name);
    }

    @Override
    public EntityStatus resume() throws JMSException {
        return admin.topics().resume(name);
    }

    @Override
    public EntityStatus disable() throws JMSException {
        return admin.topics().disable(name);
    }

    @Override
    public boolean deletable() {
        return true;
    }

    @Override
    public Belongings belongings() throws JMSException {
        admin.topics().topic(name);
        List<String> subscriptions = admin.entities(EntityFilter.all().withTypes(EntityType.SUBSCRIPTION)).stream()
                .map(EntitySummary::name)
                .filter(subscription -> SubscriptionNames.topicOf(subscription).equals(name))
                .toList();
        long messages = 0;
        long dead = 0;
        for (String subscription : subscriptions.subList(0, Math.min(subscriptions.size(), MOST_COUNTED))) {
            QueueStatistics counts = admin.statistics(subscription);
            messages += QueueTarget.all(counts);
            dead += counts.deadLettered();
        }
        boolean whole = subscriptions.size() <= MOST_COUNTED;
        String least = whole ? "" : "at least ";
        return new Belongings(
                Tables.count(subscriptions.size()) + " subscriptions, " + least + Tables.count(messages)
                        + " messages and " + least + Tables.count(dead) + " dead letters",
                whole ? OptionalLong.of(messages + dead) : OptionalLong.empty());
    }

    @Override
    public boolean delete() throws JMSException {
        return admin.topics().delete(name, true);
    }

    @Override
    public Url page() {
        return Links.topic(name);
    }
}
