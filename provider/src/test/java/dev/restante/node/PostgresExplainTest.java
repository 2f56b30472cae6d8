package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.broker.view.MessageQuery;
import dev.restante.broker.view.Standing;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.testing.SharedServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An administrator asks a node why a message is not delivered")
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
    @DisplayName("what another node has is explained with its name, also for what is behind it in its group")
    void shouldExplainWhatAnotherNodeHas() {
        Entity queue = here.queueAdministration().create("q", EntityOptions.DEFAULT);
        for (String text : List.of("a", "b")) {
            Mail mail = Mail.of(text).properties(Map.of("JMSXGroupID", "g"));
            here.sending().send(BrokerFixture.prepared(here, queue, mail));
        }
        Consumer holder = fixture.consumer(there, queue);
        HeldDelivery held = holder.next();
        holder.close();
        assertThat(explained(queue, held.sequenceNumber())).startsWith("LOCKED An application on node there has it");
        long second = here.messageAdministration()
                .page(queue, new MessageQuery(Set.of(Standing.AVAILABLE), null, Set.of(), false), null, 10, false)
                .messages()
                .get(0)
                .delivery()
                .id();
        eventually("it is given back", () -> explained(queue, second)
                .equals("GROUP Its message group 'g' is on node there, which has another message of it."));
        there.settlement().complete(List.of(held));
    }

    private String explained(Entity queue, long number) {
        return here.messageAdministration().explain(queue, number).stream()
                .map(obstacle -> obstacle.kind() + " " + obstacle.text())
                .findFirst()
                .orElse("");
    }
}
