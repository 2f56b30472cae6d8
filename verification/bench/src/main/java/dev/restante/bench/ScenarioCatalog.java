package dev.restante.bench;

import dev.restante.bench.load.DestinationLayout;
import dev.restante.bench.load.Load;
import dev.restante.bench.scenario.BacklogScenario;
import dev.restante.bench.scenario.ConcurrentSearchScenario;
import dev.restante.bench.scenario.DiskScenario;
import dev.restante.bench.scenario.ExpiryScenario;
import dev.restante.bench.scenario.FanOutScenario;
import dev.restante.bench.scenario.JoinedScenario;
import dev.restante.bench.scenario.ManyConsumersScenario;
import dev.restante.bench.scenario.ManyQueuesScenario;
import dev.restante.bench.scenario.MassExpiryScenario;
import dev.restante.bench.scenario.NodesScenario;
import dev.restante.bench.scenario.RareMatchScenario;
import dev.restante.bench.scenario.RawBatchScenario;
import dev.restante.bench.scenario.RulesScenario;
import dev.restante.bench.scenario.Scenario;
import dev.restante.bench.scenario.SustainedLoadScenario;
import dev.restante.bench.scenario.ThroughputScenario;
import dev.restante.bench.scenario.XaScenario;
import jakarta.jms.DeliveryMode;
import java.util.List;
import java.util.Locale;

/** Catalog of all benchmark scenarios by name. */
final class ScenarioCatalog {

    private static final List<Scenario> SCENARIOS = List.of(
            new ThroughputScenario(
                    "sync-1",
                    "1 producer, each send durable before the next; 1 consumer",
                    new Load(1, 1, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT),
                    1),
            new ThroughputScenario(
                    "sync-8",
                    "8 producers, each send durable before the next; 4 consumers",
                    new Load(8, 4, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT),
                    8),
            new ThroughputScenario(
                    "sync-32",
                    "32 producers, each send durable before the next; 16 consumers",
                    new Load(32, 16, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT),
                    32),
            new ThroughputScenario(
                    "client-8",
                    "8 producers, each send durable before the next; 4 consumers in CLIENT_ACKNOWLEDGE that acknowledge each message",
                    new Load(8, 4, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT).acknowledgedByClient(),
                    8),
            new ThroughputScenario(
                    "async-1",
                    "1 producer with a CompletionListener, 1,000 in flight; 1 consumer",
                    new Load(1, 1, Load.SendMode.ASYNC, 1_000, DeliveryMode.PERSISTENT),
                    200),
            new ThroughputScenario(
                    "selector-1",
                    "async-1 with a selector on the consumer that matches every message",
                    new Load(1, 1, Load.SendMode.ASYNC, 1_000, DeliveryMode.PERSISTENT)
                            .withSelector(Load.MATCH_ALL_SELECTOR),
                    200),
            new ThroughputScenario(
                    "priorities-1",
                    "async-1 with the priorities 0 to 9 in turn",
                    new Load(1, 1, Load.SendMode.ASYNC, 1_000, DeliveryMode.PERSISTENT)
                            .withVariety(Load.MessageVariety.PRIORITIES),
                    200),
            new ThroughputScenario(
                    "tx-100",
                    "2 producers that commit every 100 messages; 2 consumers",
                    new Load(2, 2, Load.SendMode.TRANSACTED, 100, DeliveryMode.PERSISTENT),
                    200),
            new ThroughputScenario(
                    "non-persistent",
                    "1 producer, NON_PERSISTENT; 1 consumer; Artemis and Classic without a store",
                    new Load(1, 1, Load.SendMode.SYNC, 1, DeliveryMode.NON_PERSISTENT),
                    0),
            new SustainedLoadScenario(false),
            new SustainedLoadScenario(true),
            new DiskScenario(),
            new ExpiryScenario());

    private ScenarioCatalog() {}

    /**
     * Returns a scenario.
     *
     * @throws IllegalArgumentException if no scenario has this name
     */
    static Scenario scenario(String name) {
        if (name.matches("raw-\\d{1,6}")) {
            return new RawBatchScenario(trailingNumber(name));
        }
        if (name.matches("backlog-\\d{1,9}")) {
            return new BacklogScenario(trailingNumber(name), BacklogScenario.BacklogVariant.PLAIN);
        }
        if (name.matches("selector-backlog-\\d{1,9}")) {
            return new BacklogScenario(trailingNumber(name), BacklogScenario.BacklogVariant.SELECTED);
        }
        if (name.matches("mass-expiry-\\d{1,9}")) {
            return new MassExpiryScenario(trailingNumber(name));
        }
        if (name.matches("grouped-backlog-\\d{1,9}")) {
            return new BacklogScenario(trailingNumber(name), BacklogScenario.BacklogVariant.GROUPED);
        }
        if (name.matches("priorities-backlog-\\d{1,9}")) {
            return new BacklogScenario(trailingNumber(name), BacklogScenario.BacklogVariant.PRIORITIZED);
        }
        if (name.matches("searched-\\d{1,9}")) {
            return new ConcurrentSearchScenario(trailingNumber(name));
        }
        if (name.matches("topic-\\d{1,3}")) {
            return topic(trailingNumber(name));
        }
        if (name.matches("fan-out-\\d{1,3}")) {
            return new FanOutScenario(trailingNumber(name));
        }
        if (name.matches("correlated-\\d{1,5}")) {
            return new RulesScenario(trailingNumber(name), RulesScenario.RuleFilterKind.CORRELATED);
        }
        if (name.matches("selected-\\d{1,5}")) {
            return new RulesScenario(trailingNumber(name), RulesScenario.RuleFilterKind.SELECTED);
        }
        if (name.matches("consumers-\\d{1,5}")) {
            return new ManyConsumersScenario(trailingNumber(name), false);
        }
        if (name.matches("one-session-\\d{1,5}")) {
            return new ManyConsumersScenario(trailingNumber(name), true);
        }
        if (name.matches("queues-\\d{1,5}")) {
            return new ManyQueuesScenario(trailingNumber(name));
        }
        if (name.matches("rare-\\d{1,9}")) {
            return new RareMatchScenario(trailingNumber(name));
        }
        if (name.matches("paced-\\d{1,6}")) {
            return paced(trailingNumber(name));
        }
        if (name.matches("nodes-\\d{1,2}")) {
            return new NodesScenario(trailingNumber(name));
        }
        if (name.matches("xa-\\d{1,3}")) {
            return new XaScenario(trailingNumber(name));
        }
        if (name.matches("joined-\\d{1,3}")) {
            return new JoinedScenario(trailingNumber(name));
        }
        return SCENARIOS.stream()
                .filter(scenario -> scenario.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown scenario: " + name));
    }

    private static Scenario topic(int subscriptions) {
        return new ThroughputScenario(
                "topic-" + subscriptions,
                String.format(
                        Locale.ROOT,
                        "1 producer, each send durable before the next; %,d durable subscriptions with a consumer each; each copy counts",
                        subscriptions),
                new Load(1, subscriptions, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT, DestinationLayout.TOPIC),
                0);
    }

    private static Scenario paced(int perSecond) {
        return new ThroughputScenario(
                "paced-" + perSecond,
                String.format(
                        Locale.ROOT,
                        "an open loop of %,d messages a second, whatever becomes of those before; 32 producers, 16 consumers; latencies count from the intended instant",
                        perSecond),
                new Load(32, 16, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT).atRate(perSecond),
                0);
    }

    private static int trailingNumber(String name) {
        int number = Integer.parseInt(name.substring(name.lastIndexOf('-') + 1));
        if (number < 1) {
            throw new IllegalArgumentException(name + " needs a number of 1 or more");
        }
        return number;
    }
}
