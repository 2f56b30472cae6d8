package dev.restante.console.configure;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntityType;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.console.count.BestEffortCount;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.PageLinks;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Topic whose options the console shows and changes. */
record ConfigurableTopic(RestanteAdmin admin, String name) implements ConfigurableEntity {

    static final String KIND = "topic";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public List<QueueOption<?>> options() {
        return QueueOption.topicOptions();
    }

    @Override
    public Map<String, String> values() throws JMSException {
        return OptionValueFormatter.of(options(), admin.topics().topic(name).options()::get);
    }

    @Override
    public Map<String, String> origins() throws JMSException {
        return OptionValueFormatter.originsOf(
                options(), admin.topics().topic(name).options()::origin);
    }

    @Override
    public Map<String, String> defaults() {
        return OptionValueFormatter.of(options(), TopicOptions.defaults()::get);
    }

    @Override
    public void create(Map<String, String> changes) throws JMSException {
        admin.topics().create(name, TopicOptions.defaults().withTexts(ConfigurableEntity.settings(changes)));
    }

    @Override
    public void alter(Map<String, String> changes) throws JMSException {
        admin.alterOptions(
                EntityType.TOPIC, name, ConfigurableEntity.settings(changes), ConfigurableEntity.removals(changes));
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
    public EntityContents contents() throws JMSException {
        admin.topics().statistics(name);
        // One query for all subscriptions succeeds even if a subscription is deleted meanwhile.
        return BestEffortCount.tryCount(
                        () -> admin.statisticsOf(EntityFilter.all().withTypes(EntityType.SUBSCRIPTION)))
                .map(all -> all.queues().entrySet().stream()
                        .filter(entry ->
                                SubscriptionNames.topicOf(entry.getKey().name()).equals(name))
                        .map(Map.Entry::getValue)
                        .toList())
                .map(ConfigurableTopic::contents)
                .orElse(EntityContents.UNKNOWN);
    }

    private static EntityContents contents(List<QueueStatistics> subscriptions) {
        long messages =
                subscriptions.stream().mapToLong(EntityStatisticsView::messages).sum();
        long dead =
                subscriptions.stream().mapToLong(QueueStatistics::deadLettered).sum();
        return new EntityContents(
                HtmlTables.formatCount(subscriptions.size(), "subscription") + ", "
                        + HtmlTables.formatCount(messages, "message") + " and "
                        + HtmlTables.formatCount(dead, "dead letter"),
                OptionalLong.of(messages + dead));
    }

    @Override
    public boolean delete() throws JMSException {
        return admin.topics().delete(name, true);
    }

    @Override
    public LocalUrl optionsUrl() {
        return PageLinks.topic(name);
    }
}
