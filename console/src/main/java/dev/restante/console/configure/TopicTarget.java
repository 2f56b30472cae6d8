package dev.restante.console.configure;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.console.count.Countable;
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
        admin.topics().statistics(name);
        // One look at all of them, whatever becomes of one meanwhile.
        return Countable.of(() -> admin.statisticsOf(EntityFilter.all().withTypes(EntityType.SUBSCRIPTION)))
                .map(all -> all.queues().entrySet().stream()
                        .filter(entry ->
                                SubscriptionNames.topicOf(entry.getKey().name()).equals(name))
                        .map(Map.Entry::getValue)
                        .toList())
                .map(TopicTarget::belongings)
                .orElse(Belongings.UNKNOWN);
    }

    private static Belongings belongings(List<QueueStatistics> subscriptions) {
        long messages = subscriptions.stream().mapToLong(QueueTarget::all).sum();
        long dead =
                subscriptions.stream().mapToLong(QueueStatistics::deadLettered).sum();
        return new Belongings(
                Tables.count(subscriptions.size()) + " subscriptions, " + Tables.count(messages) + " messages and "
                        + Tables.count(dead) + " dead letters",
                OptionalLong.of(messages + dead));
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
