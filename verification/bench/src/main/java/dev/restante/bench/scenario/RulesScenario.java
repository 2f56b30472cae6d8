package dev.restante.bench.scenario;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.admin.TopicsAdmin;
import dev.restante.bench.contender.Contender;
import dev.restante.bench.contender.JmsContender;
import dev.restante.bench.contender.MessageStorage;
import dev.restante.bench.contender.RunningBroker;
import dev.restante.bench.measure.BodyGenerator;
import dev.restante.bench.measure.RunOutcome;
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
 * Scenario that publishes to many subscriptions with one rule each.
 *
 * <p>Each rule matches a different value. Only one of a hundred messages matches a rule, so that rule evaluation
 * dominates over storage. The main figure is the publication rate.
 */
public record RulesScenario(int subscriptions, RuleFilterKind kind) implements Scenario {

    public enum RuleFilterKind {
        CORRELATED,
        SELECTED
    }

    private static final String TOPIC = "bench";
    private static final int COMMIT_EVERY = 100;

    @Override
    public String name() {
        return (kind == RuleFilterKind.CORRELATED ? "correlated-" : "selected-") + subscriptions;
    }

    @Override
    public String description() {
        return String.format(
                Locale.ROOT,
                "1 producer that commits every %d messages to a topic with %,d durable subscriptions, of which one message of these reaches the one whose %s matches; published/s",
                COMMIT_EVERY,
                subscriptions,
                kind == RuleFilterKind.CORRELATED ? "correlation filter" : "selector");
    }

    @Override
    public RunOutcome run(Contender contender, RunContext context) throws Exception {
        try (RunningBroker broker = ((JmsContender) contender).start(context.directory(), MessageStorage.DISK)) {
            if (!(broker.connectionFactory() instanceof RestanteConnectionFactory factory)) {
                return new RunOutcome.SkippedRun("it has no rules");
            }
            try (RestanteAdmin admin = factory.admin()) {
                subscribe(admin.topics());
                BusinessLoad load = new BusinessLoad(1);
                double commitsPerSecond = load.measure(
                        context.settings(),
                        loop -> publish(factory, context.settings().bodyBytes(), loop));
                verify(admin.topics(), load.committed().get());
                return new RunOutcome.MeasuredRun(commitsPerSecond * COMMIT_EVERY, Map.of(), Map.of());
            }
        }
    }

    private void subscribe(TopicsAdmin topics) throws JMSException {
        topics.create(TOPIC, TopicOptions.defaults());
        for (int number = 0; number < subscriptions; number++) {
            RuleFilter filter = kind == RuleFilterKind.CORRELATED
                    ? RuleFilter.correlation("key", number)
                    : RuleFilter.selector("key = " + number);
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

    private void publish(RestanteConnectionFactory factory, int bodyBytes, BusinessLoad.TransactionLoop loop)
            throws Exception {
        BodyGenerator bodyGenerator = new BodyGenerator(bodyBytes, 1);
        long[] sent = new long[1];
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(true, Session.SESSION_TRANSACTED);
                MessageProducer producer = session.createProducer(session.createTopic(TOPIC))) {
            loop.run(() -> {
                for (int number = 0; number < COMMIT_EVERY; number++) {
                    BytesMessage message = session.createBytesMessage();
                    message.writeBytes(bodyGenerator.next(sent[0]));
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
