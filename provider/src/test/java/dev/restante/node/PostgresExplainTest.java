package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.view.DeliveryStatus;
import dev.restante.broker.view.MessageQuery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("blocking reasons of messages on other nodes")
class PostgresExplainTest {

    private final SharedNodes nodes = new SharedNodes(SharedServer.POSTGRES);
    private final BrokerFixture fixture = new BrokerFixture(nodes::store);
    private final BrokerNode here = nodes.openLively("here", Duration.ofMillis(1_500));
    private final BrokerNode there = nodes.openLively("there", Duration.ofMillis(1_500));

    @AfterEach
    void close() {
        nodes.close();
        fixture.close();
    }

    @Test
    @DisplayName("a blocking reason names the node that has a message, also for later messages of its group")
    void shouldExplainWhatAnotherNodeHas() {
        Entity queue = here.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (String text : List.of("a", "b")) {
            TestMessage mail = TestMessage.of(text).properties(Map.of("JMSXGroupID", "g"));
            here.sender().send(BrokerFixture.prepared(here, queue, mail));
        }
        Consumer holder = fixture.consumer(there, queue);
        InFlightDelivery delivery = holder.next();
        holder.close();
        assertThat(explained(queue, delivery.sequenceNumber()))
                .startsWith("LOCKED An application on node there has locked it");
        long second = here.messageAdministration()
                .messages(
                        queue,
                        new MessageQuery(Set.of(DeliveryStatus.AVAILABLE), null, Set.of(), false),
                        null,
                        10,
                        false)
                .messages()
                .get(0)
                .delivery()
                .id();
        eventually("the second message is back in the store", () -> explained(queue, second)
                .equals("GROUP_LOCKED Its message group 'g' is held by node there,"
                        + " which has another message of the group."));
        there.settler().complete(List.of(delivery));
    }

    private String explained(Entity queue, long number) {
        return here.messageAdministration().blockingReasons(queue, number).stream()
                .map(blockingReason -> blockingReason.kind() + " " + blockingReason.text())
                .findFirst()
                .orElse("");
    }
}
