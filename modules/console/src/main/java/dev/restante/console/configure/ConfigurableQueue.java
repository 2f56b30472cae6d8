package dev.restante.console.configure;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.BestEffortCount;
import dev.restante.console.count.EntityStatisticsView;
import dev.restante.console.guard.RequestRejectedException;
import dev.restante.console.html.LocalUrl;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.HtmlTables;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Queue, dead-letter queue or subscription whose options the console shows and changes. */
record ConfigurableQueue(RestanteAdmin admin, String name) implements ConfigurableEntity {

    static final String KIND = "queue";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public List<QueueOption<?>> options() {
        return QueueOption.all();
    }

    @Override
    public Map<String, String> values() throws JMSException {
        return OptionValueFormatter.of(options(), admin.options(name)::get);
    }

    @Override
    public Map<String, String> origins() throws JMSException {
        return OptionValueFormatter.originsOf(options(), admin.options(name)::origin);
    }

    @Override
    public Map<String, String> defaults() {
        return OptionValueFormatter.of(options(), QueueOptions.defaults()::get);
    }

    @Override
    public void create(Map<String, String> changes) throws JMSException {
        admin.createQueue(name, QueueOptions.defaults().withTexts(ConfigurableEntity.settings(changes)));
    }

    @Override
    public void alter(Map<String, String> changes) throws JMSException {
        if (SubscriptionNames.isSubscription(name)
                && !admin.topics().subscription(name).durable()) {
            throw new RequestRejectedException(
                    409,
                    ErrorCodes.ILLEGAL_STATE,
                    "The subscription '" + name + "' is not durable. Only durable subscriptions can be changed.");
        }
        admin.alterOptions(
                EntityType.QUEUE, name, ConfigurableEntity.settings(changes), ConfigurableEntity.removals(changes));
    }

    @Override
    public EntityStatus pause() throws JMSException {
        return admin.pause(name);
    }

    @Override
    public EntityStatus resume() throws JMSException {
        return admin.resume(name);
    }

    @Override
    public EntityStatus disable() throws JMSException {
        return admin.disable(name);
    }

    @Override
    public boolean deletable() {
        return !DeadLetterQueueNames.isDeadLetterQueue(name) && !SubscriptionNames.isSubscription(name);
    }

    @Override
    public EntityContents contents() throws JMSException {
        return BestEffortCount.tryCount(() -> admin.statistics(name))
                .map(counts -> new EntityContents(
                        HtmlTables.formatCount(EntityStatisticsView.messages(counts), "message") + " and "
                                + HtmlTables.formatCount(counts.deadLettered(), "dead letter"),
                        OptionalLong.of(EntityStatisticsView.messages(counts) + counts.deadLettered())))
                .orElse(EntityContents.UNKNOWN);
    }

    @Override
    public boolean delete() throws JMSException {
        return admin.deleteQueue(name, true);
    }

    @Override
    public LocalUrl optionsUrl() {
        return EntityTabs.OPTIONS.url(name);
    }
}
