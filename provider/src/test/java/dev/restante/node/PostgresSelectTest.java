package dev.restante.node;

import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.HeldDelivery;
import dev.restante.model.Entity;
import dev.restante.node.BrokerFixture.Consumer;
import dev.restante.node.BrokerFixture.Mail;
import dev.restante.store.jdbc.StoreOpening;
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

/** Two nodes whose clock stands still, so that neither polls nor shares: what a receiver is asked for it must find. */
@DisplayName("selectors on two nodes that share one PostgreSQL")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSelectTest {

    private final String url = PostgresServer.newDatabase();
    private final BrokerFixture broker =
            new BrokerFixture(() -> StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")));
    private final BrokerNode there = broker.open();
    private final Entity queue = broker.queue("q");
    private final Entity queueThere = there.queueAdministration().queue("q", false);

    @AfterEach
    void close() {
        there.close();
        broker.close();
    }

    private static Mail mail(String text, String colour) {
        return Mail.of(text).properties(Map.of("colour", colour));
    }

    @Test
    @DisplayName("BEY-05 asking once finds what another node has sent or released, however far in front")
    void shouldFindWhatAnotherNodeSends() {
        for (int i = 0; i < 1_200; i++) {
            there.sending().sendAsync(BrokerFixture.prepared(there, queueThere, mail("no", "grey")), refusal -> {});
        }
        there.sending().send(BrokerFixture.prepared(there, queueThere, mail("1", "red")));
        Consumer red = broker.consumer(queue, "colour = 'red'");
        HeldDelivery first = red.receiver.pollNow();
        assertThat(text(first)).isEqualTo("1");
        broker.complete(first);
        red.assertNothing();

        Consumer all = broker.consumer(there, queueThere);
        List<HeldDelivery> held = new ArrayList<>();
        for (int i = 0; i < 1_200; i++) {
            held.add(all.next());
        }
        there.sending()
                .send(BrokerFixture.prepared(there, queueThere, mail("2", "red").priority(9)));
        HeldDelivery taken = all.next();
        assertThat(text(taken)).isEqualTo("2");
        red.assertNothing();
        all.receiver.pause();
        there.settlement().release(List.of(taken));
        there.settlement().release(held);
        all.close();
        HeldDelivery second = red.receiver.pollNow();
        assertThat(second).isNotNull();
        assertThat(text(second)).isEqualTo("2");
        assertThat(second.deliveryCount()).isEqualTo(2);
    }

    @Test
    @DisplayName("BEY-05 receivers of two nodes with one selector share what matches, and each message comes once")
    void shouldShareMatches() {
        for (int i = 0; i < 500; i++) {
            broker.node
                    .sending()
                    .sendAsync(
                            BrokerFixture.prepared(broker.node, queue, mail("m" + i, i % 5 == 0 ? "red" : "grey")),
                            refusal -> {});
        }
        broker.eventuallyHolds(queue, 500, 0, 0);
        Consumer here = broker.consumer(queue, "colour = 'red'");
        Consumer overThere = broker.consumer(there, queueThere, "colour = 'red'");
        List<String> taken = new ArrayList<>();
        while (taken.size() < 100) {
            HeldDelivery mine = here.receiver.pollNow();
            HeldDelivery theirs = overThere.receiver.pollNow();
            assertThat(mine == null && theirs == null).isFalse();
            if (mine != null) {
                taken.add(text(mine));
                broker.complete(mine);
            }
            if (theirs != null) {
                taken.add(text(theirs));
                there.settlement().complete(List.of(theirs));
            }
        }
        assertThat(taken).doesNotHaveDuplicates();
        here.assertNothing();
        overThere.assertNothing();
        broker.eventuallyHolds(queue, 400, 0, 0);
    }

    @Test
    @DisplayName("BEY-05 a receiver that waits is told by the node that sends, and takes only what it selects")
    void shouldBeWokenByAnotherNode() {
        Consumer red = broker.consumer(queue, "colour = 'red'");
        red.assertNothing();
        assertThat(red.receiver.poll()).isNull();
        // This one waits by the real clock, and says so when it looks at the others.
        broker.time.advance(BrokerFixture.LONG_LEASE.pollInterval());
        eventually("it is known that it waits", () -> broker.store.announcements() > 0);
        there.sending().send(BrokerFixture.prepared(there, queueThere, mail("no", "grey")));
        there.sending().send(BrokerFixture.prepared(there, queueThere, mail("1", "red")));
        broker.time.advance(BrokerFixture.LONG_LEASE.pollInterval());
        assertThat(red.take()).isEqualTo("1");
        broker.eventuallyHolds(queue, 1, 0, 0);
    }
}
