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
import dev.restante.selector.Selector;
import dev.restante.selector.SelectorSyntaxException;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.Eventually;
import dev.restante.testing.FakeTime;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
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
import org.postgresql.PGConnection;

/** Two nodes, each with a clock that stands still: what one finds without its clock being moved, it was woken for. */
@DisplayName("two nodes share one PostgreSQL")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSharingTest {

    private static final Duration POLL = Duration.ofSeconds(1);

    private final String url = PostgresServer.newDatabase();
    private final DatabaseProxy proxy = new DatabaseProxy(url);
    private final Node here = new Node(url);
    private final Node there = new Node(proxy.url());
    private final Entity queue = here.broker.queueAdministration().create("q", EntityOptions.DEFAULT);
    private final Seat mine = new Seat(here, queue);
    private final Seat theirs =
            new Seat(there, there.broker.queueAdministration().queue("q", false));

    /** A node with a clock of its own. */
    private static final class Node {
        final FakeTime time = new FakeTime();
        final SharedStore store;
        final BrokerNode broker;

        Node(String url) {
            store = new SharedStore(StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, "")), time);
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
    private static final class Seat {
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

    private void send(int count) {
        for (int i = 0; i < count; i++) {
            here.broker.sending().send(BrokerFixture.prepared(here.broker, queue, BrokerFixture.Mail.of("m" + i)));
        }
    }

    private static List<String> texts(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "m" + i).toList();
    }

    /** What is said before somebody listens, nobody hears; a poll finds it later, but here no clock moves by itself. */
    @BeforeEach
    void awaitBothListening() {
        Eventually.eventually("both listen", () -> {
            try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT count(*) FROM pg_stat_activity"
                            + " WHERE datname = current_database() AND state = 'idle' AND query LIKE 'LISTEN %'")) {
                return row.next() && row.getInt(1) == 2;
            }
        });
    }

    @AfterEach
    void close() throws IOException {
        here.broker.close();
        there.broker.close();
        proxy.close();
    }

    @Test
    @DisplayName(
            "RCV-16 what was sent while a node could not listen it finds when it does again, and not at its next poll")
    void shouldLookAgainWhenItListensAgain() throws Exception {
        theirs.waitInVain();
        // Else nobody would be told.
        there.round();
        here.round();
        try (Connection listening = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = listening.createStatement()) {
            proxy.fresh(DatabaseProxy.Line.CUT);
            statement.execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
                    + " WHERE datname = current_database() AND query LIKE 'LISTEN %'");
            statement.execute("LISTEN restante");
            send(1);
            assertThat(listening.unwrap(PGConnection.class).getNotifications((int) PATIENCE_MILLIS))
                    .as("wake-ups that it has missed")
                    .isNotEmpty();
            assertThat(theirs.poll()).isNull();
            proxy.fresh(DatabaseProxy.Line.PASS);
            assertThat(theirs.take(1)).containsExactly("m0");
        }
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

    private PreparedSend red(String text) {
        return BrokerFixture.prepared(
                here.broker, queue, BrokerFixture.Mail.of(text).properties(Map.of("colour", "red")));
    }
}
