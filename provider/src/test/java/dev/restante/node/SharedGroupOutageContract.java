package dev.restante.node;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.FakeTime;
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
 * A group of which something can't be given back for a while. The clock stands still: what the store did not do is
 * tried again only when it is moved.
 */
@Timeout(120)
abstract class SharedGroupOutageContract {

    private static final Duration UNTIL_TRIED_AGAIN = Duration.ofSeconds(1);

    private static final BrokerSettings SETTINGS = new BrokerSettings(
            "test", Duration.ofDays(1), Duration.ofSeconds(1), Duration.ofDays(1), 1 << 20, 1L << 30, 1 << 20);

    private final FakeTime time = new FakeTime();
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
        store = new SharedStore(StoreOpening.open(new StoreLocation.Url(proxy.url(), server.user(), "")), time);
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
        from.sending()
                .send(BrokerFixture.prepared(
                        from, queue, BrokerFixture.Mail.of(text).properties(Map.of("JMSXGroupID", group))));
    }

    @Test
    @DisplayName("VIS-07 what was received and is released comes before what is behind it")
    void shouldWaitForWhatIsReleased() throws InterruptedException {
        send("first", "g");
        GroupParty party = new GroupParty(node, queue);
        HeldDelivery held = party.next("first");
        assertThat(fetchesEnd()).isTrue();
        proxy.refuse();
        assertThatThrownBy(() -> node.settlement().release(List.of(held))).isInstanceOf(BrokerException.class);
        proxy.restore();
        // The first is still this node's, and the second could be received if it were no matter what the first does.
        send("second", "g");
        assertThat(party.receiver.pollNow()).isNull();

        assertTheFirstComesFirst(party);
    }

    @Test
    @DisplayName("VIS-07 what nobody had received comes before what is behind it, also if all receivers had gone")
    void shouldWaitForWhatWasBuffered() throws InterruptedException {
        send("other", "h");
        send("first", "g");
        GroupParty former = new GroupParty(node, queue);
        former.complete(former.next("other"));
        assertThat(fetchesEnd()).isTrue();
        proxy.refuse();
        former.close();
        // What was handed over before has failed then, too.
        assertThatThrownBy(() -> send("lost", "h")).isInstanceOf(BrokerException.class);
        proxy.restore();
        // The first is still this node's, and the second could be received if it were no matter what the first does.
        send("second", "g");
        GroupParty party = new GroupParty(node, queue);
        assertThat(party.receiver.pollNow()).isNull();

        assertTheFirstComesFirst(party);
    }

    @Test
    @DisplayName("VIS-07 what was acquired and could not be read comes before what is behind it")
    void shouldWaitForWhatCouldNotBeRead() throws InterruptedException {
        send("first", "g");
        store.cutOperationsAtLoad();
        GroupParty party = new GroupParty(node, queue);
        assertThat(party.receiver.poll()).isNull();
        eventually("it could not be read", () -> store.faults.failed() > 0);
        try (BrokerNode other = BrokerNode.open(
                StoreOpening.open(new StoreLocation.Url(url, server.user(), "")), SETTINGS, MachineClock.SYSTEM)) {
            send(other, "second", "g");
        }
        // It is fetched again, and what could not be given back can't be now either.
        eventually("the fetch that failed is over", () -> {
            time.advance(UNTIL_TRIED_AGAIN);
            return fetchesEnd();
        });
        assertThat(party.receiver.pollNow()).isNull();
        store.faults.restore();

        assertTheFirstComesFirst(party);
    }

    private boolean fetchesEnd() throws InterruptedException {
        return node.parts().dispatchers.of(queue.id()).awaitIdle(TimeUnit.SECONDS.toNanos(1));
    }

    private void assertTheFirstComesFirst(GroupParty party) throws InterruptedException {
        time.advance(UNTIL_TRIED_AGAIN);
        party.complete(party.next("first"));
        party.complete(party.next("second"));
        party.close();
    }
}
