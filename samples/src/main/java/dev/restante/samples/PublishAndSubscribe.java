package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.admin.SubscriptionRulesAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Topic;
import java.time.Duration;

/** Sample of a topic with two durable subscriptions, one for all messages and one with a selector. */
public final class PublishAndSubscribe {

    private PublishAndSubscribe() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments);
                RestanteAdmin admin = factory.admin()) {
            admin.topics().delete("news", true);
            // region administration
            TopicsAdmin topics = admin.topics();
            topics.create("news", new TopicOptions(Duration.ofHours(1)));
            topics.createSubscription("news", null, "sports", true, "kind = 'sports'", QueueOptions.defaults());
            // endregion
            // region rules
            SubscriptionRulesAdmin rules = topics.rules(null, "sports");
            rules.alter(new SubscriptionRule("$Default", RuleFilter.correlation("kind", "sports")));
            rules.add(new SubscriptionRule(
                    "finals",
                    RuleFilter.selector("kind = 'sports' AND round = 'final'"),
                    RuleAction.set("urgent", true)));
            // endregion
            publishAndReceive(factory);
            for (SubscriptionDescription subscription : topics.subscriptions("news")) {
                System.out.println(subscription.name() + " has "
                        + topics.statistics(null, String.valueOf(subscription.name()))
                                .available());
            }
        }
    }

    private static void publishAndReceive(RestanteConnectionFactory factory) {
        // region main
        try (JMSContext context = factory.createContext()) {
            Topic news = context.createTopic("news");
            JMSConsumer all = context.createSharedDurableConsumer(news, "archive");
            JMSProducer publisher = context.createProducer();
            publisher.setProperty("kind", "weather").send(news, "it will rain");
            publisher.setProperty("kind", "sports").send(news, "they won");

            System.out.println("archived: " + all.receiveBody(String.class, 5_000));
            System.out.println("archived: " + all.receiveBody(String.class, 5_000));
        }
        // endregion
    }
}
