package dev.restante.console.configure;

import dev.restante.admin.EntityType;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.DeadLetterQueues;
import dev.restante.api.ErrorCodes;
import dev.restante.console.count.Countable;
import dev.restante.console.guard.Refusal;
import dev.restante.console.html.Url;
import dev.restante.console.page.EntityTabs;
import dev.restante.console.page.SubscriptionNames;
import dev.restante.console.page.Tables;
import dev.restante.option.EntityStatus;
import dev.restante.option.QueueOption;
import jakarta.jms.JMSException;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** A queue, dead-letter queue or subscription that has options. */
record QueueTarget(RestanteAdmin admin, String name) implements Target {

    static final String KIND = "queue";

    @Override
    public String kind() {
        return KIND;
    }

    @Override
    public List<QueueOption<?>> table() {
        return QueueOption.all();
    }

    @Override
    public Map<String, String> values() throws JMSException {
        return OptionTexts.of(table(), admin.options(name)::get);
    }

    @Override
    public Map<String, String> defaults() {
        return OptionTexts.of(table(), QueueOptions.defaults()::get);
    }

    @Override
    public void create(Map<String, String> changes) throws JMSException {
        admin.createQueue(name, QueueOptions.defaults().configured(changes));
    }

    @Override
    public void alter(Map<String, String> changes) throws JMSException {
        if (SubscriptionNames.isOne(name) && !admin.topics().subscription(name).durable()) {
            throw new Refusal(
                    409,
                    ErrorCodes.ILLEGAL_STATE,
                    "The subscription '" + name + "' is not durable: it comes and goes with its consumers.");
        }
        admin.alterOptions(EntityType.QUEUE, name, changes);
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
        return !DeadLetterQueues.isOne(name) && !SubscriptionNames.isOne(name);
    }

    @Override
    public Belongings belongings() throws JMSException {
        return Countable.of(() -> admin.statistics(name))
                .map(counts -> new Belongings(
                        Tables.count(all(counts)) + " messages and " + Tables.count(counts.deadLettered())
                                + " dead letters",
                        OptionalLong.of(all(counts) + counts.deadLettered())))
                .orElse(Belongings.UNKNOWN);
    }

    /** All that are in it, in whatever state. */
    static long all(QueueStatistics counts) {
        return counts.available() + counts.inFlight() + counts.scheduled() + counts.deferred();
    }

    @Override
    public boolean delete() throws JMSException {
        return admin.deleteQueue(name, true);
    }

    @Override
    public Url page() {
        return EntityTabs.OPTIONS.of(name);
    }
}
