package dev.restante.bench.scenario;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.HeldIn;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.Body;
import dev.restante.bench.measure.Outcome;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Publishes to a topic with many durable subscriptions, each of which has one rule for a value of its own. One message
 * of a hundred goes to one of them and the others to none, so that what the store does is the least part. The main
 * figure is what is published.
 *
 * @param subscriptions how many
 * @param kind of their filters
 */
public record RulesScenario(int subscriptions, Kind kind) implements Scenario {

    /** The kinds of filters. */
    public enum Kind {
        /** Correlation filters. */
        CORRELATED,
        /** Selectors. */
        SELECTED
    }

    private static final String TOPIC = "bench";
    private static final int COMMIT_EVERY = 100;

    @Override
    public String name() {
        return (kind == Kind.CORRELATED ? "correlated-" : "selected-") + subscriptions;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "1 producer that commits every %d messages to a topic with %,d durable subscriptions, of which one message of these reaches the one whose %s matches; published/s",
                COMMIT_EVERY,
                subscriptions,
                kind == Kind.CORRELATED ? "correlation filter" : "selector");
    }

    @Override
    public Outcome run(Contender contender, Trial trial) throws Exception {
        try (RunningBroker broker = ((JmsContender) contender).start(trial.directory(), HeldIn.STORE)) {
            if (!(broker.connectionFactory() instanceof RestanteConnectionFactory factory)) {
                return new Outcome.Skipped("it has no rules");
            }
            try (RestanteAdmin admin = factory.admin()) {
                subscribe(admin.topics());
                BusinessLoad load = new BusinessLoad(1);
                double commitsPerSecond = load.measure(
                        trial.settings(),
                        loop -> publish(factory, trial.settings().bodyBytes(), loop));
                verify(admin.topics(), load.committed().get());
                return new Outcome.Measured(commitsPerSecond * COMMIT_EVERY, Map.of(), Map.of());
            }
        }
    }

    private void subscribe(TopicsAdmin topics) throws JMSException {
        topics.create(TOPIC, TopicOptions.defaults());
        for (int number = 0; number < subscriptions; number++) {
            RuleFilter filter =
                    kind == Kind.CORRELATED ? RuleFilter.on("key", number) : RuleFilter.selector("key = " + number);
            topics.createSubscription(
                    TOPIC,
                    null,
                    "s" + number,
                    true,
                    null,
                    List.of(new SubscriptionRule("own", filter)),
                    QueueOptions.defaults());
        }
    }

    private void publish(RestanteConnectionFactory factory, int bodyBytes, BusinessLoad.Loop loop) throws Exception {
        Body body = new Body(bodyBytes, 1);
        long[] sent = new long[1];
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createTopic(TOPIC))) {
            loop.run(() -> {
                for (int number = 0; number < COMMIT_EVERY; number++) {
                    BytesMessage message = session.createBytesMessage();
                    message.writeBytes(body.next(sent[0]));
                    message.setIntProperty("key", number > 0 ? -1 : (int) (sent[0]++ % subscriptions));
                    producer.send(message);
                }
                session.commit();
            });
        }
    }

    private void verify(TopicsAdmin topics, long expected) throws JMSException {
        long there = 0;
        for (int number = 0; number < subscriptions; number++) {
            there += topics.statistics(null, "s" + number).available();
        }
        if (there != expected) {
            throw new IllegalStateException(expected + " messages have a subscription, but there are " + there);
        }
    }
}
