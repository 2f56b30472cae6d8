package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two nodes whose clocks stand still, so that neither polls nor returns surplus. A receive must find its message
 * itself.
 */
@DisplayName("selectors on two nodes that share one PostgreSQL store")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSelectTest {

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture broker =
            new BrokerFixture(() -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode there = broker.open();
    private final Entity queue = broker.queue("q");
    private final Entity queueThere = there.queueAdministration().queue("q", false);

    @AfterEach
    void close() {
        there.close();
        broker.close();
    }

    private static TestMessage mail(String text, String colour) {
        return TestMessage.of(text).properties(Map.of("colour", colour));
    }

    @Test
    @DisplayName("BEY-05 one receive finds messages that another node has sent or released, however far in front")
    void shouldFindWhatAnotherNodeSends() {
        for (int i = 0; i < 1_200; i++) {
            there.sender().sendAsync(BrokerFixture.prepared(there, queueThere, mail("no", "grey")), refusal -> {});
        }
        there.sender().send(BrokerFixture.prepared(there, queueThere, mail("1", "red")));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        InFlightDelivery first = red.receiver.pollOrFetch();
        assertThat(text(first)).isEqualTo("1");
        broker.complete(first);
        red.assertNothing();

        Consumer all = broker.consumer(there, queueThere);
        List<InFlightDelivery> deliveries = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            deliveries.add(all.next());
        }
        there.sender()
                .send(BrokerFixture.prepared(there, queueThere, mail("2", "red").priority(9)));
        InFlightDelivery taken = all.next();
        assertThat(text(taken)).isEqualTo("2");
        red.assertNothing();
        all.receiver.stopPolling();
        there.settler().release(List.of(taken));
        there.settler().release(deliveries);
        all.close();
        InFlightDelivery second = red.receiver.pollOrFetch();
        assertThat(second).isNotNull();
        assertThat(text(second)).isEqualTo("2");
        assertThat(second.deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("BEY-05 receivers of two nodes with one selector share its matches, and each match comes once")
    void shouldShareMatches() {
        for (int i = 0; i < 500; i++) {
            broker.node
                    .sender()
                    .sendAsync(
                            BrokerFixture.prepared(broker.node, queue, mail("m" + i, i % 5 == 0 ? "red" : "grey")),
                            refusal -> {});
        }
        broker.eventuallyHolds(queue, 500, 0, 0);
        Consumer here = broker.consumer(queue, "colour = 'red'");
        Consumer overThere = broker.consumer(there, queueThere, "colour = 'red'");
        List<String> taken = new ArrayList<>();
        while (taken.size() < 100) {
            InFlightDelivery mine = here.receiver.pollOrFetch();
            InFlightDelivery theirs = overThere.receiver.pollOrFetch();
            assertThat(mine == null && theirs == null).isFalse();
            if (mine != null) {
                taken.add(text(mine));
                broker.complete(mine);
            }
            if (theirs != null) {
                taken.add(text(theirs));
                there.settler().complete(List.of(theirs));
            }
        }
        assertThat(taken).doesNotHaveDuplicates();
        here.assertNothing();
        overThere.assertNothing();
        broker.eventuallyHolds(queue, 400, 0, 0);
    }

    @Test
    @DisplayName("BEY-05 a node that sends wakes a waiting receiver of another node, which takes only its matches")
    void shouldBeWokenByAnotherNode() {
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        assertThat(red.receiver.pollPrefetched()).isNull();
        // The receiver waits by the real clock. Its node announces at a poll that it waits.
        broker.time.advance(BrokerFixture.LONG_LEASE.pollInterval());
        eventually("the node announced that its receiver waits", () -> broker.store.announcements() > 0);
        there.sender().send(BrokerFixture.prepared(there, queueThere, mail("no", "grey")));
        there.sender().send(BrokerFixture.prepared(there, queueThere, mail("1", "red")));
        broker.time.advance(BrokerFixture.LONG_LEASE.pollInterval());
        assertThat(red.take()).isEqualTo("1");
        broker.eventuallyHolds(queue, 1, 0, 0);
    }
}
