package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.FakeClock;
import dev.restante.testing.SharedServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Message groups that a node cannot return for a while. The clock stands still, so the node retries only when a test
 * moves the clock.
 */
@Timeout(120)
abstract class SharedGroupOutageContract {

    private static final Duration UNTIL_TRIED_AGAIN = Duration.ofSeconds(1);

    private static final BrokerSettings SETTINGS = new BrokerSettings(
            "test", Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofDays(1), 1 << 20, 1L << 30, 1 << 20);

    private final FakeClock time = new FakeClock();
    private final SharedServer server;
    private final String url;
    private final DatabaseProxy proxy;
    private final SharedStore store;
    private final BrokerNode node;
    private final Entity queue;

    SharedGroupOutageContract(SharedServer server) {
        this.server = server;
        url = server.newDatabase();
        proxy = new DatabaseProxy(url);
        store = new SharedStore(StoreOpener.open(new StoreLocation.Url(proxy.url(), server.user(), "")), time);
        node = BrokerNode.open(store.use(), SETTINGS, time);
        queue = node.queueAdministration().create("q", EntityOptions.DEFAULT);
    }

    @AfterEach
    void close() throws IOException {
        proxy.restore();
        node.close();
        proxy.close();
    }

    private void send(String text, String group) {
        send(node, text, group);
    }

    private void send(BrokerNode from, String text, String group) {
        from.sender()
                .send(BrokerFixture.prepared(
                        from, queue, BrokerFixture.TestMessage.of(text).properties(Map.of("JMSXGroupID", group))));
    }

    @Test
    @DisplayName("VIS-07 a message that is released comes before later messages of its group")
    void shouldWaitForWhatIsReleased() throws InterruptedException {
        send("first", "g");
        GroupReceiver party = new GroupReceiver(node, queue);
        InFlightDelivery delivery = party.next("first");
        assertThat(fetchesEnd()).isTrue();
        proxy.refuse();
        assertThatThrownBy(() -> node.settler().release(List.of(delivery))).isInstanceOf(BrokerException.class);
        proxy.restore();
        // The node still owns the first message. If order did not matter, it could deliver the second message.
        send("second", "g");
        assertThat(party.receiver.pollOrFetch()).isNull();

        assertTheFirstComesFirst(party);
    }

    @Test
    @DisplayName("VIS-07 a prefetched message comes before later ones of its group, even after all receivers closed")
    void shouldWaitForWhatWasBuffered() throws InterruptedException {
        send("other", "h");
        send("first", "g");
        GroupReceiver former = new GroupReceiver(node, queue);
        former.complete(former.next("other"));
        assertThat(fetchesEnd()).isTrue();
        proxy.refuse();
        former.close();
        // This failure shows that earlier operations have failed, too.
        assertThatThrownBy(() -> send("lost", "h")).isInstanceOf(BrokerException.class);
        proxy.restore();
        // The node still owns the first message. If order did not matter, it could deliver the second message.
        send("second", "g");
        GroupReceiver party = new GroupReceiver(node, queue);
        assertThat(party.receiver.pollOrFetch()).isNull();

        assertTheFirstComesFirst(party);
    }

    @Test
    @DisplayName("VIS-07 an acquired message that could not be read comes before later messages of its group")
    void shouldWaitForWhatCouldNotBeRead() throws InterruptedException {
        send("first", "g");
        store.cutOperationsAtLoad();
        GroupReceiver party = new GroupReceiver(node, queue);
        assertThat(party.receiver.pollPrefetched()).isNull();
        eventually("a load has failed", () -> store.faults.failed() > 0);
        try (BrokerNode other = BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url(url, server.user(), "")), SETTINGS, MachineClock.SYSTEM)) {
            send(other, "second", "g");
        }
        // The node fetches the message again, and still cannot return it.
        eventually("the failed fetch has ended", () -> {
            time.advance(UNTIL_TRIED_AGAIN);
            return fetchesEnd();
        });
        assertThat(party.receiver.pollOrFetch()).isNull();
        store.faults.restore();

        assertTheFirstComesFirst(party);
    }

    private boolean fetchesEnd() throws InterruptedException {
        return node.components().node.dispatchers().getOrOpen(queue.id()).awaitIdle(TimeUnit.SECONDS.toNanos(1));
    }

    private void assertTheFirstComesFirst(GroupReceiver party) throws InterruptedException {
        time.advance(UNTIL_TRIED_AGAIN);
        party.complete(party.next("first"));
        party.complete(party.next("second"));
        party.close();
    }
}
