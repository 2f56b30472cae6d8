package dev.restante.node;

import static dev.restante.node.BrokerFixture.TIMEOUT_MILLIS;
import static dev.restante.node.BrokerFixture.eventually;
import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.node.queue.EntityDispatcher;
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.PollBackOff;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.FakeClock;
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

/** Two nodes whose clocks stand still. A node that finds a message before its clock is moved was woken for it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PrefetchBalancingContract {

    private static final Duration POLL = Duration.ofSeconds(1);

    private static final long FETCH_NANOS = TimeUnit.SECONDS.toNanos(10);

    private Node here;
    private Node there;
    private Entity queue;
    private TestReceiver receiverHere;
    TestReceiver receiverThere;

    /** Returns the location of a new store for one node. */
    abstract StoreLocation.Url here();

    /** Returns the location of this store for the other node. */
    abstract StoreLocation.Url there();

    /** Waits until both nodes receive the signals of each other. Earlier signals are lost. */
    abstract void awaitBothListening();

    void closed() throws IOException {}

    static final class Node {
        final FakeClock time = new FakeClock();
        final SharedStore store;
        final BrokerNode broker;

        Node(StoreLocation.Url location) {
            store = new SharedStore(StoreOpener.open(location), time);
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

        void poll() {
            int before = store.pollsOfOtherNodes();
            time.advance(POLL);
            eventually("the node has polled the other nodes", () -> store.pollsOfOtherNodes() > before);
        }
    }

    /** Receiver that records its wake-ups. */
    static final class TestReceiver {
        final Node node;
        final Semaphore woken = new Semaphore(0);
        final Receiver receiver;

        TestReceiver(Node node, Entity queue) {
            this(node, queue, null);
        }

        TestReceiver(Node node, Entity queue, @Nullable Selector selector) {
            this.node = node;
            this.receiver = node.broker.openReceiver(
                    queue, new ReceiverOptions(ReceiverOptions.ReceiveMode.UNTIL_SETTLED, selector), woken::release);
        }

        /** Returns a prefetched message, or null. */
        @Nullable
        InFlightDelivery poll() {
            return receiver.pollPrefetched();
        }

        /** Polls without a result, so that the receiver waits and its node knows that the store has no message. */
        void waitWithoutMessage() {
            assertThat(receiver.pollOrFetch()).isNull();
            assertThat(receiver.pollPrefetched()).isNull();
        }

        InFlightDelivery next() throws InterruptedException {
            InFlightDelivery delivery = receiver.pollPrefetched();
            while (delivery == null) {
                assertThat(woken.tryAcquire(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS))
                        .as("woken")
                        .isTrue();
                delivery = receiver.pollPrefetched();
            }
            return delivery;
        }

        List<String> take(int count) throws InterruptedException {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                InFlightDelivery delivery = next();
                assertThat(delivery.deliveryCount()).isEqualTo(1);
                node.broker.settler().complete(List.of(delivery));
                texts.add(text(delivery));
            }
            return texts;
        }
    }

    @BeforeEach
    final void open() {
        here = new Node(here());
        there = new Node(there());
        queue = here.broker.queueAdministration().create("q", EntityOptions.DEFAULT);
        receiverHere = new TestReceiver(here, queue);
        receiverThere =
                new TestReceiver(there, there.broker.queueAdministration().queue("q", false));
        awaitBothListening();
    }

    @AfterEach
    final void close() throws IOException {
        here.broker.close();
        there.broker.close();
        closed();
    }

    /** Lets the receiver there wait, and the node here learn of it. Otherwise the node here would send no signal. */
    final void letThemWait() {
        receiverThere.waitWithoutMessage();
        there.poll();
        here.poll();
    }

    void send(int count) {
        for (int i = 0; i < count; i++) {
            here.broker
                    .sender()
                    .send(BrokerFixture.prepared(here.broker, queue, BrokerFixture.TestMessage.of("m" + i)));
        }
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    @Test
    @DisplayName("RCV-02 RCV-07 prefetched messages of a busy receiver go uncounted to a waiting one of another node")
    void shouldShareWhatIsNotUsed() throws InterruptedException {
        send(50);
        InFlightDelivery inHand = receiverHere.receiver.pollOrFetch();
        assertThat(inHand).isNotNull();
        receiverThere.waitWithoutMessage();

        there.poll();
        here.poll();
        // One message was taken here since the last poll, so one message stays prefetched.
        assertThat(receiverThere.take(48)).isEqualTo(texts(2, 50));
        assertThat(receiverThere.poll()).isNull();

        here.poll();
        assertThat(receiverThere.take(1)).containsExactly("m1");
        here.broker.settler().complete(List.of(inHand));
        receiverHere.waitWithoutMessage();
        receiverThere.waitWithoutMessage();
    }

    @Test
    @DisplayName("RCV-02 a receiver that stopped polling keeps no message from receivers of another node")
    void shouldShareWhatAPausedReceiverLeaves() throws InterruptedException {
        send(50);
        assertThat(receiverHere.receiver.pollOrFetch()).isNotNull();
        receiverHere.receiver.stopPolling();
        receiverThere.waitWithoutMessage();

        there.poll();
        here.poll();
        assertThat(receiverThere.take(49)).isEqualTo(texts(1, 50));
    }

    @Test
    @DisplayName("RCV-04 a receiver that polls from time to time gets messages that another node does not use")
    void shouldShareWithOneThatAsksNowAndThen() {
        send(50);
        assertThat(receiverHere.receiver.pollOrFetch()).isNotNull();
        assertThat(receiverThere.receiver.pollOrFetch()).isNull();

        there.poll();
        here.poll();
        eventually("the message is received", () -> receiverThere.receiver.pollOrFetch() != null);
    }

    @Test
    @DisplayName("a node that has returned messages fetches more only for a waiting receiver")
    void shouldNotTakeBackWhatItGave() throws InterruptedException {
        send(50);
        InFlightDelivery inHand = receiverHere.receiver.pollOrFetch();
        assertThat(inHand).isNotNull();
        receiverThere.waitWithoutMessage();
        there.poll();
        here.poll();
        receiverThere.take(48);
        assertThat(receiverThere.poll()).isNull();
        here.poll();
        receiverThere.take(1);

        // The receiver there waits and the receiver here is busy, so all messages go there, although they are sent
        // here.
        assertThat(receiverThere.poll()).isNull();
        here.poll();
        send(10);
        assertThat(receiverThere.take(10)).isEqualTo(texts(0, 10));
        // The receiver here gets messages as soon as it waits, too.
        here.broker.settler().complete(List.of(inHand));
        assertThat(receiverHere.poll()).isNull();
        send(1);
        assertThat(receiverHere.take(1)).containsExactly("m0");
    }

    @Test
    @DisplayName("nodes that wait for an empty queue announce that once, and do not wake each other")
    void shouldBeQuietWhereNothingIs() {
        receiverHere.waitWithoutMessage();
        receiverThere.waitWithoutMessage();
        for (int i = 0; i < 5; i++) {
            here.poll();
            there.poll();
        }
        assertThat(List.of(here.store.announcements(), there.store.announcements()))
                .containsExactly(1, 1);
        assertThat(here.store.signalsSent() + there.store.signalsSent()).isZero();
    }

    @Test
    @DisplayName("a node that waits checks for messages, and acquires only if there are any")
    void shouldAcquireOnlyWhatIsThere() throws InterruptedException {
        receiverThere.waitWithoutMessage();
        there.poll();
        there.poll();
        int before = there.store.allBatches();
        for (int i = 0; i < 5; i++) {
            there.poll();
        }
        assertThat(there.store.allBatches()).isEqualTo(before);
        // The clocks must agree, because after a slow check the node asks only for recent messages.
        here.time.advance(POLL.multipliedBy(7));
        // The other node does not know of the waiting receiver, so it sends no signal.
        send(1);
        assertThat(receiverThere.poll()).isNull();
        there.time.advance(POLL);
        assertThat(receiverThere.take(1)).containsExactly("m0");
    }

    @Test
    @DisplayName("RCV-16 a message is found within milliseconds, even if its sender knows of no waiting receiver")
    void shouldFindWhatIsSentEarly() throws InterruptedException {
        there.poll();
        int rounds = there.store.pollsOfOtherNodes();
        receiverThere.waitWithoutMessage();
        send(1);
        assertThat(receiverThere.poll()).isNull();
        there.time.advance(Duration.ofMillis(PollBackOff.MIN_INTERVAL_MILLIS));
        assertThat(receiverThere.take(1)).containsExactly("m0");
        assertThat(there.store.pollsOfOtherNodes()).isEqualTo(rounds);
        assertThat(here.store.signalsSent()).isZero();
    }

    @Test
    @DisplayName("a node listens for signals while it waits for messages and there are other nodes")
    void shouldListenWhereAnybodyTells() {
        there.poll();
        assertThat(there.store.signalsExpected()).isFalse();
        receiverThere.waitWithoutMessage();
        there.poll();
        eventually("the node listens for signals", there.store::signalsExpected);
        here.broker.close();
        eventually("the node stops listening for signals", () -> {
            there.poll();
            return !there.store.signalsExpected();
        });
    }

    @Test
    @DisplayName("nodes whose receivers are busy do not take messages that other nodes have prefetched")
    void shouldBeQuietWhereNobodyWaits() {
        send(50);
        assertThat(receiverHere.receiver.pollOrFetch()).isNotNull();
        for (int i = 0; i < 5; i++) {
            here.poll();
            there.poll();
        }
        assertThat(here.store.announcements() + there.store.announcements()).isZero();
        assertThat(here.store.signalsSent() + there.store.signalsSent()).isZero();
        assertThat(there.store.deliveries().counts(queue.id()).acquired()).isEqualTo(50);
        assertThat(there.broker.statistics().statistics(queue).inFlight()).isEqualTo(1);
    }

    @Test
    @DisplayName(
            "BEY-05 a waiting receiver with a selector is woken when another node releases or commits a match late")
    void shouldTellOfOldPlaces() throws InterruptedException, SelectorSyntaxException {
        PreparedSend late = red("late");
        here.broker.sender().send(red("released"));
        InFlightDelivery delivery = receiverHere.next();
        receiverHere.receiver.stopPolling();
        for (int i = 0; i < 3_000; i++) {
            here.broker
                    .sender()
                    .sendAsync(
                            BrokerFixture.prepared(here.broker, queue, BrokerFixture.TestMessage.of("grey")), no -> {});
        }
        TestReceiver red = new TestReceiver(
                there, there.broker.queueAdministration().queue("q", false), Selector.parse("colour = 'red'"));
        red.waitWithoutMessage();
        there.poll();
        here.poll();
        here.time.advance(Duration.ofMinutes(1));
        // From here on only the other node causes searches, because a whole pass may pause for a while.
        here.broker.settler().release(List.of(delivery));
        assertThat(text(red.next())).isEqualTo("released");
        assertThat(red.poll()).isNull();
        here.broker.sender().send(late);
        assertThat(text(red.next())).isEqualTo("late");
    }

    @Test
    @DisplayName("RCV-21 after a poll a message of a higher priority from another node overtakes prefetched messages")
    void shouldOvertakeWhatIsPrefetchedElsewhere() throws InterruptedException {
        send(300);
        assertThat(receiverThere.next()).isNotNull();
        EntityDispatcher dispatcher =
                there.broker.components().node.dispatchers().getOrOpen(queue.id());
        assertThat(dispatcher.awaitIdle(FETCH_NANOS)).isTrue();
        assertThat(dispatcher.prefetched().prefetchCount().acquired()).isPositive();
        here.broker
                .sender()
                .send(BrokerFixture.prepared(
                        here.broker,
                        queue,
                        BrokerFixture.TestMessage.of("urgent").priority(9)));

        there.poll();
        eventually(
                "the message with priority 9 is prefetched",
                () -> dispatcher
                                .prefetched()
                                .find(prefetched -> prefetched.delivery().priority() == 9)
                        != null);
        assertThat(receiverThere.take(2)).containsExactly("urgent", "m1");
        assertThat(here.store.signalsSent()).isZero();
    }

    private PreparedSend red(String text) {
        return BrokerFixture.prepared(
                here.broker, queue, BrokerFixture.TestMessage.of(text).properties(Map.of("colour", "red")));
    }
}
