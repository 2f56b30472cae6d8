package dev.restante.node;

import dev.restante.broker.SubscribeRequest;
import dev.restante.model.Entity;
import dev.restante.model.SubscriptionKind;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("two nodes that share the groups of a subscription (GRP-05)")
final class PostgresSubscriptionGroupTest extends PostgresGroupContract {

    PostgresSubscriptionGroupTest() {
        super(PostgresSubscriptionGroupTest::topic, (node, options) -> node.topicAdministration()
                .createSubscription(
                        new SubscribeRequest(
                                topic(node), SubscriptionKind.SHARED_DURABLE, null, "s", null, false, "test"),
                        options.with(QueueOption.GROUPS_REQUIRED, true),
                        List.of(SubscriptionRule.defaultRule(null))));
    }

    private static Entity topic(BrokerNode node) {
        return node.subscriptions().topic("t", true);
    }
}
