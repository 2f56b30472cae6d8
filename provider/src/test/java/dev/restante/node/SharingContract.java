package dev.restante.node;

import static dev.restante.node.BrokerFixture.PATIENCE_MILLIS;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.HeldDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.dispatch.EntityDispatcher;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.PollPace;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Two nodes, each with a clock that stands still: what one finds without its clock being moved, it was woken for. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class SharingContract {

    private static final Duration POLL = Duration.ofSeconds(1);

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Node here;
    private Node there;
    private Entity queue;
    private Seat mine;
    Seat theirs;

    /** Where one node finds the store: a new one. */
    abstract StoreLocation.Url here();

    /** Where the other one finds it. */
    abstract StoreLocation.Url there();

    /** Returns when both nodes hear what the other says: what is said before, nobody hears. */
    abstract void awaitBothListening();

    /** The nodes are closed. */
    void closed() throws IOException {}

    /** A node with a clock of its own. */
    static final class Node {
        final FakeTime time = new FakeTime();
        final SharedStore store;
        final BrokerNode broker;

        Node(StoreLocation.Url location) {
            store = new SharedStore(StoreOpening.open(location), time);
            broker = BrokerNode.open(
                    store.use(),
                    new BrokerSettings(
                            "test",
                            Duration.ofDays(1_000_000),
                            Duration.ofSeconds(5),
                            POLL,
                            1 << 20,
                            1L << 30,
                            1 << 20),
                    time);
        }

        /** Lets it look after the others once. */
        void round() {
            int before = store.looksAtOthers();
            time.advance(POLL);
            eventually("a look at the others", () -> store.looksAtOthers() > before);
        }
    }

    /** A receiver that can be seen to be woken. */
    static final class Seat {
        final Node node;
        final Semaphore woken = new Semaphore(0);
        final Receiver receiver;

        Seat(Node node, Entity queue) {
            this(node, queue, null);
        }

        Seat(Node node, Entity queue, @Nullable Selector selector) {
            this.node = node;
            this.receiver = node.broker.openReceiver(
                    queue, new ReceiverOptions(ReceiverOptions.Hold.UNTIL_SETTLED, selector), woken::release);
        }

        /** Null if the node has nothing at hand. */
        @Nullable
        HeldDelivery poll() {
            return receiver.poll();
        }

        /** Becomes one that waits, and whose node knows that the store has nothing for it. */
        void waitInVain() {
            assertThat(receiver.pollNow()).isNull();
            assertThat(receiver.poll()).isNull();
        }

        /** The next message; waits to be woken for it. */
        HeldDelivery next() throws InterruptedException {
            HeldDelivery held = receiver.poll();
            while (held == null) {
                assertThat(woken.tryAcquire(PATIENCE_MILLIS, TimeUnit.MILLISECONDS))
                        .as("woken")
                        .isTrue();
                held = receiver.poll();
            }
            return held;
        }

        List<String> take(int count) throws InterruptedException {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                HeldDelivery held = next();
                assertThat(held.deliveryCount()).isEqualTo(1);
                node.broker.settlement().complete(List.of(held));
                texts.add(text(held));
            }
            return texts;
        }
    }

    @BeforeEach
    final void open() {
        here = new Node(here());
        there = new Node(there());
        queue = here.broker.queueAdministration().create("q", EntityOptions.DEFAULT);
        mine = new Seat(here, queue);
        theirs = new Seat(there, there.broker.queueAdministration().queue("q", false));
        awaitBothListening();
    }

    @AfterEach
    final void close() throws IOException {
        here.broker.close();
        there.broker.close();
        closed();
    }

    /** Their receiver waits, and the other node knows that: else nobody would be told. */
    final void letThemWait() {
        theirs.waitInVain();
        there.round();
        here.round();
    }

    void send(int count) {
        for (int i = 0; i < count; i++) {
            here.broker.sending().send(BrokerFixture.prepared(here.broker, queue, BrokerFixture.Mail.of("m" + i)));
        }
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    @Test
    @DisplayName(
            "RCV-02 RCV-07 what a busy receiver leaves in its node's buffer goes, uncounted, to another that waits")
    void shouldShareWhatIsNotUsed() throws InterruptedException {
        send(50);
        HeldDelivery inHand = mine.receiver.pollNow();
        assertThat(inHand).isNotNull();
        theirs.waitInVain();

        there.round();
        here.round();
        // One was taken here since the last time, so one more stays.
        assertThat(theirs.take(48)).isEqualTo(texts(2, 50));
        assertThat(theirs.poll()).isNull();

        here.round();
        assertThat(theirs.take(1)).containsExactly("m1");
        here.broker.settlement().complete(List.of(inHand));
        mine.waitInVain();
        theirs.waitInVain();
    }

    @Test
    @DisplayName("RCV-02 a receiver that was told to stop keeps nothing from those of another node")
    void shouldShareWhatAPausedReceiverLeaves() throws InterruptedException {
        send(50);
        assertThat(mine.receiver.pollNow()).isNotNull();
        mine.receiver.pause();
        theirs.waitInVain();

        there.round();
        here.round();
        assertThat(theirs.take(49)).isEqualTo(texts(1, 50));
    }

    @Test
    @DisplayName("RCV-04 a receiver that asks now and then, and never waits, gets what another node does not use")
    void shouldShareWithOneThatAsksNowAndThen() {
        send(50);
        assertThat(mine.receiver.pollNow()).isNotNull();
        assertThat(theirs.receiver.pollNow()).isNull();

        there.round();
        here.round();
        eventually("it is there", () -> theirs.receiver.pollNow() != null);
    }

    @Test
    @DisplayName("a node that has given back takes more only for a receiver that waits")
    void shouldNotTakeBackWhatItGave() throws InterruptedException {
        send(50);
        HeldDelivery inHand = mine.receiver.pollNow();
        assertThat(inHand).isNotNull();
        theirs.waitInVain();
        there.round();
        here.round();
        theirs.take(48);
        assertThat(theirs.poll()).isNull();
        here.round();
        theirs.take(1);

        // Another receiver waits and this one is busy: it is theirs, all of it, though it is sent here.
        assertThat(theirs.poll()).isNull();
        here.round();
        send(10);
        assertThat(theirs.take(10)).isEqualTo(texts(0, 10));
        // Once this one waits too, it gets some.
        here.broker.settlement().complete(List.of(inHand));
        assertThat(mine.poll()).isNull();
        send(1);
        assertThat(mine.take(1)).containsExactly("m0");
    }

    @Test
    @DisplayName("nodes that wait for an empty queue write that once, and do not wake each other")
    void shouldBeQuietWhereNothingIs() {
        mine.waitInVain();
        theirs.waitInVain();
        for (int i = 0; i < 5; i++) {
            here.round();
            there.round();
        }
        assertThat(List.of(here.store.announcements(), there.store.announcements()))
                .containsExactly(1, 1);
        assertThat(here.store.wakeUpsSent() + there.store.wakeUpsSent()).isZero();
    }

    @Test
    @DisplayName("a node that waits asks whether there is anything, and acquires only where there is")
    void shouldAcquireOnlyWhatIsThere() throws InterruptedException {
        theirs.waitInVain();
        there.round();
        there.round();
        int before = there.store.allBatches();
        for (int i = 0; i < 5; i++) {
            there.round();
        }
        assertThat(there.store.allBatches()).isEqualTo(before);
        // Where the question took long, only what was sent lately is asked for, by clocks that agree.
        here.time.advance(POLL.multipliedBy(7));
        // The other node does not know that anybody waits, and tells nobody.
        send(1);
        assertThat(theirs.poll()).isNull();
        there.time.advance(POLL);
        assertThat(theirs.take(1)).containsExactly("m0");
    }

    @Test
    @DisplayName("RCV-16 what is sent before the sender knows that anybody waits is found within milliseconds")
    void shouldFindWhatIsSentEarly() throws InterruptedException {
        there.round();
        int rounds = there.store.looksAtOthers();
        theirs.waitInVain();
        send(1);
        assertThat(theirs.poll()).isNull();
        there.time.advance(Duration.ofMillis(PollPace.SHORTEST_MILLIS));
        assertThat(theirs.take(1)).containsExactly("m0");
        assertThat(there.store.looksAtOthers()).isEqualTo(rounds);
        assertThat(here.store.wakeUpsSent()).isZero();
    }

    @Test
    @DisplayName("a node listens to others while it waits for something, and there are others")
    void shouldListenWhereAnybodyTells() {
        there.round();
        assertThat(there.store.newsExpected()).isFalse();
        theirs.waitInVain();
        there.round();
        eventually("it listens", there.store::newsExpected);
        here.broker.close();
        eventually("it is alone", () -> {
            there.round();
            return !there.store.newsExpected();
        });
    }

    @Test
    @DisplayName("nodes whose receivers are busy leave each other's messages where they are")
    void shouldBeQuietWhereNobodyWaits() {
        send(50);
        assertThat(mine.receiver.pollNow()).isNotNull();
        for (int i = 0; i < 5; i++) {
            here.round();
            there.round();
        }
        assertThat(here.store.announcements() + there.store.announcements()).isZero();
        assertThat(here.store.wakeUpsSent() + there.store.wakeUpsSent()).isZero();
        assertThat(there.store.deliveries().counts(queue.id()).acquired()).isEqualTo(50);
        assertThat(there.broker.statistics().of(queue).inFlight()).isEqualTo(1);
    }

    @Test
    @DisplayName("BEY-05 a waiting receiver with a selector is told at once what another node releases or commits late")
    void shouldTellOfOldPlaces() throws InterruptedException, SelectorSyntaxException {
        PreparedSend late = red("late");
        here.broker.sending().send(red("released"));
        HeldDelivery held = mine.next();
        mine.receiver.pause();
        for (int i = 0; i < 3_000; i++) {
            here.broker
                    .sending()
                    .sendAsync(BrokerFixture.prepared(here.broker, queue, BrokerFixture.Mail.of("grey")), no -> {});
        }
        Seat red =
                new Seat(there, there.broker.queueAdministration().queue("q", false), Selector.parse("colour = 'red'"));
        red.waitInVain();
        there.round();
        here.round();
        here.time.advance(Duration.ofMinutes(1));
        // From here on nothing but the other node makes it look, and a whole pass may rest for a while.
        here.broker.settlement().release(List.of(held));
        assertThat(text(red.next())).isEqualTo("released");
        assertThat(red.poll()).isNull();
        here.broker.sending().send(late);
        assertThat(text(red.next())).isEqualTo("late");
    }

    @Test
    @DisplayName("RCV-21 after a poll a higher priority of another node comes before the prefetched messages")
    void shouldOvertakeWhatIsPrefetchedElsewhere() throws InterruptedException {
        send(300);
        assertThat(theirs.next()).isNotNull();
        EntityDispatcher dispatcher = there.broker.parts().dispatchers.of(queue.id());
        assertThat(dispatcher.awaitIdle(FETCH_NANOS)).isTrue();
        assertThat(dispatcher.contents().stock().acquired()).isPositive();
        here.broker
                .sending()
                .send(BrokerFixture.prepared(
                        here.broker, queue, BrokerFixture.Mail.of("urgent").priority(9)));

        there.round();
        eventually(
                "it is prefetched",
                () -> dispatcher.contents().find(buffered -> buffered.delivery().priority() == 9) != null);
        assertThat(theirs.take(2)).containsExactly("urgent", "m1");
        assertThat(here.store.wakeUpsSent()).isZero();
    }

    private PreparedSend red(String text) {
        return BrokerFixture.prepared(
                here.broker, queue, BrokerFixture.Mail.of(text).properties(Map.of("colour", "red")));
    }
}
