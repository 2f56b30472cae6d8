package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.SubscribeRequest;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.rule.RuleAction;
import dev.restante.rule.RuleFilter;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("subscription rules on several nodes")
final class PostgresRuleTest {

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture broker =
            new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode here = broker.node;
    private final Entity topic = here.topicAdministration().createTopic("t", EntityOptions.DEFAULT);
    private final Entity subscription = here.topicAdministration()
            .createSubscription(
                    new SubscribeRequest(topic, SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "c"),
                    EntityOptions.DEFAULT,
                    List.of(rule("never", RuleFilter.correlation("n", -1))));

    @AfterEach
    void close() {
        broker.close();
    }

    private static SubscriptionRule rule(String name, RuleFilter filter) {
        return new SubscriptionRule(name, filter);
    }

    private static void send(BrokerNode node, Entity topic, int number) {
        node.sender()
                .send(BrokerFixture.prepared(
                        node, topic, TestMessage.of(Integer.toString(number)).properties(Map.of("n", number))));
    }

    @Test
    @DisplayName("TOP-03 a send follows the rules that another node has changed just before")
    void shouldSeeChangesOfOthers() {
        try (BrokerNode there = broker.open()) {
            Entity theirs = there.subscriptions().topic("t", false);
            send(there, theirs, 1);
            here.topicAdministration().rules().add(subscription, rule("one", RuleFilter.correlation("n", 1)));
            send(there, theirs, 1);
            assertThat(broker.browse(subscription)).containsExactly("1");
            here.topicAdministration()
                    .rules()
                    .alter(
                            subscription,
                            new SubscriptionRule("one", RuleFilter.correlation("n", 2), RuleAction.markOnly()));
            here.topicAdministration().rules().add(subscription, rule("two", RuleFilter.selector("n = 2")));
            send(there, theirs, 2);
            assertThat(broker.browse(subscription)).containsExactly("1", "2", "2");
            assertThat(there.topicAdministration().rules().rules(subscription)).hasSize(3);
            here.topicAdministration().rules().remove(subscription, "one");
            send(there, theirs, 2);
            assertThat(broker.browse(subscription)).containsExactly("1", "2", "2", "2");
        }
    }

    @Test
    @DisplayName("TOP-03 a change of rules applies between two messages, and all later messages follow the new rules")
    void shouldChangeBetweenMessages() throws Exception {
        try (BrokerNode there = broker.open()) {
            Entity theirs = there.subscriptions().topic("t", false);
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger sent = new AtomicInteger();
            CompletableFuture<Void> sending = CompletableFuture.runAsync(() -> {
                while (!over.get()) {
                    send(there, theirs, sent.get());
                    sent.incrementAndGet();
                }
            });
            List<Integer> begins = new ArrayList<>();
            List<Integer> ends = new ArrayList<>();
            for (int round = 0; round < 10; round++) {
                here.topicAdministration().rules().add(subscription, SubscriptionRule.defaultRule(null));
                begins.add(sent.get() + 1);
                int wanted = sent.get() + 5;
                BrokerFixture.eventually("five more messages are sent", () -> sent.get() >= wanted);
                ends.add(sent.get() - 1);
                here.topicAdministration().rules().remove(subscription, SubscriptionRule.DEFAULT_NAME);
            }
            int last = sent.get();
            BrokerFixture.eventually(
                    "five more messages are sent after the last rule change", () -> sent.get() >= last + 5);
            over.set(true);
            sending.get(60, TimeUnit.SECONDS);

            List<Integer> got =
                    broker.browse(subscription).stream().map(Integer::valueOf).toList();
            assertThat(got).doesNotHaveDuplicates().isSorted();
            for (int round = 0; round < begins.size(); round++) {
                for (int number = begins.get(round); number <= ends.get(round); number++) {
                    assertThat(got).contains(number);
                }
            }
            assertThat(got).noneMatch(number -> number > last);
        }
    }
}
