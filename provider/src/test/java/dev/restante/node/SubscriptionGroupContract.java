package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.MessageGroup;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.SubscriptionKind;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Message groups of subscriptions whose node dies, on any store. */
abstract class SubscriptionGroupContract extends BrokerContract {

    private static SubscribeRequest request(Entity topic, SubscriptionKind kind) {
        return new SubscribeRequest(topic, kind, "client", kind.name(), null, false, "c1");
    }

    private void send(Entity topic, String text) {
        broker.send(topic, TestMessage.of(text).properties(Map.of("JMSXGroupID", "g")));
    }

    @Test
    @DisplayName("GRP-05, GRP-02, GRP-03 a group that a dead node had accepted can be accepted again with its state")
    void shouldMoveOnFromADeadNode() throws InterruptedException {
        for (SubscriptionKind kind :
                new SubscriptionKind[] {SubscriptionKind.SHARED_DURABLE, SubscriptionKind.UNSHARED_DURABLE}) {
            Entity topic = broker.node.subscriptions().topic(kind.name(), true);
            Entity subscription = broker.node
                    .topicAdministration()
                    .createSubscription(
                            request(topic, kind),
                            EntityOptions.DEFAULT.with(QueueOption.GROUPS_REQUIRED, true),
                            List.of(SubscriptionRule.defaultRule(null)));
            SubscriptionHandle former = broker.node.subscriptions().subscribe(request(topic, kind));
            MessageGroup lost = broker.node.messageGroups().accept(former.entity(), "g");
            lost.putState(new byte[] {1});
            send(topic, "one");
            send(topic, "two");
            GroupReceiver dead = new GroupReceiver(broker.node, subscription, lost.participant());
            assertThat(dead.nextText()).isEqualTo("one");
            broker.crash();

            topic = broker.node.subscriptions().topic(kind.name(), false);
            SubscriptionHandle again = broker.node.subscriptions().subscribe(request(topic, kind));
            MessageGroup next = broker.node.messageGroups().accept(again.entity(), "g");
            assertThat(next.state()).contains(new byte[] {1});
            assertThatThrownBy(() -> lost.putState(new byte[] {2})).isInstanceOf(BrokerException.class);
            assertThat(next.state()).contains(new byte[] {1});
            try (GroupReceiver other = new GroupReceiver(broker.node, again.entity());
                    GroupReceiver holder = new GroupReceiver(broker.node, again.entity(), next.participant())) {
                assertThat(other.receiver.pollOrFetch()).isNull();
                assertThat(holder.nextText()).isEqualTo("one");
                assertThat(holder.nextText()).isEqualTo("two");
            }
            next.close();
            again.close();
        }
    }
}
