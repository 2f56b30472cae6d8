package dev.restante.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.PreparedSend;
import dev.restante.broker.Receiver;
import dev.restante.broker.ReceiverOptions;
import dev.restante.broker.SubscribeRequest;
import dev.restante.broker.SubscriptionHandle;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.MachineClock;
import dev.restante.model.SubscriptionKind;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Publishers on two nodes, and subscribers that come and go. */
@DisplayName("topics of two nodes under load")
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresTopicStressTest {

    private static final int PUBLISHERS = 4;
    private static final int MESSAGES = 400;
    private static final int SUBSCRIBERS = 4;

    /** Least number of messages that each subscription reads, unless fewer messages are sent. */
    private static final int SOME = 100;

    private final String url = PostgresServer.newDatabase();
    private final BrokerNode first = open("first");
    private final BrokerNode second = open("second");
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean publishing = new AtomicBoolean(true);

    /** Number of messages that each publisher has certainly sent, and number of sends that it has begun. */
    private final AtomicInteger[] sent = counters();

    private final AtomicInteger[] begun = counters();

    private static AtomicInteger[] counters() {
        AtomicInteger[] counters = new AtomicInteger[PUBLISHERS];
        for (int i = 0; i < counters.length; i++) {
            counters[i] = new AtomicInteger();
        }
        return counters;
    }

    private BrokerNode open(String name) {
        return BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")),
                BrokerSettings.defaults(name),
                MachineClock.SYSTEM);
    }

    @AfterEach
    void close() {
        threads.shutdownNow();
        first.close();
        second.close();
    }

    /** Sends messages one after the other, in turn synchronously, asynchronously, and in units of work. */
    private Void publish(int number) throws Exception {
        BrokerNode node = number % 2 == 0 ? first : second;
        Entity topic = node.subscriptions().topic("news", true);
        Semaphore done = new Semaphore(0);
        List<BrokerException> refusals = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < MESSAGES; i++) {
            PreparedSend send = BrokerFixture.prepared(node, topic, BrokerFixture.TestMessage.of(number + ":" + i));
            begun[number].set(i + 1);
            if (i % 5 == 4) {
                // All earlier sends must be complete, because a unit of work does not wait for them.
                assertThat(done.tryAcquire(i, 60, TimeUnit.SECONDS)).isTrue();
                done.release(i + 1);
                UnitOfWork unit = node.newUnitOfWork();
                unit.send(send);
                unit.commit();
                sent[number].set(i + 1);
            } else if (i % 5 == 3) {
                node.sender().send(send);
                sent[number].set(i + 1);
                done.release();
            } else {
                node.sender().sendAsync(send, refusal -> {
                    if (refusal != null) {
                        refusals.add(refusal);
                    }
                    done.release();
                });
            }
        }
        assertThat(done.tryAcquire(MESSAGES, 60, TimeUnit.SECONDS)).isTrue();
        assertThat(refusals).isEmpty();
        sent[number].set(MESSAGES);
        return null;
    }

    /** Creates, reads and deletes durable subscriptions while messages are sent. Returns the errors. */
    private List<String> subscribeAgainAndAgain(int number) throws InterruptedException {
        BrokerNode node = number % 2 == 0 ? first : second;
        List<String> wrong = new ArrayList<>();
        for (int round = 0; publishing.get() || round == 0; round++) {
            Entity topic = node.subscriptions().topic("news", true);
            String name = "s" + number + "-" + round;
            SubscriptionHandle subscriptionHandle = node.subscriptions()
                    .subscribe(new SubscribeRequest(
                            topic, SubscriptionKind.SHARED_DURABLE, null, name, null, false, "c" + number));
            wrong.addAll(read(node, subscriptionHandle, values(begun)));
            subscriptionHandle.close();
            node.subscriptions().unsubscribe(null, name);
        }
        return wrong;
    }

    private static int[] values(AtomicInteger[] counters) {
        return java.util.Arrays.stream(counters).mapToInt(AtomicInteger::get).toArray();
    }

    /**
     * Reads some messages, then all messages whose send began after the subscription existed and certainly succeeded.
     * Returns the errors.
     */
    private List<String> read(BrokerNode node, SubscriptionHandle subscriptionHandle, int[] from)
            throws InterruptedException {
        int[] upTo = null;
        int received = 0;
        List<String> wrong = new ArrayList<>();
        int[] next = new int[PUBLISHERS];
        java.util.Arrays.fill(next, -1);
        Semaphore wakeUps = new Semaphore(0);
        Receiver receiver = node.openReceiver(
                subscriptionHandle.entity(),
                new ReceiverOptions(ReceiverOptions.ReceiveMode.LOCK_DURATION),
                wakeUps::release);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while ((upTo == null || !reached(next, from, upTo)) && System.nanoTime() < deadlineNanos) {
            if (upTo == null && (received >= SOME || !publishing.get())) {
                upTo = values(sent);
            }
            InFlightDelivery delivery = receiver.pollPrefetched();
            if (delivery == null) {
                wakeUps.tryAcquire(100, TimeUnit.MILLISECONDS);
                continue;
            }
            received++;
            String[] text = BrokerFixture.text(delivery).split(":");
            int publisher = Integer.parseInt(text[0]);
            int message = Integer.parseInt(text[1]);
            node.settler().complete(List.of(delivery));
            if (next[publisher] < 0 ? message > from[publisher] : message != next[publisher]) {
                wrong.add(subscriptionHandle.entity().name() + " got " + message + " of " + publisher + " instead of "
                        + next[publisher] + ", began at " + from[publisher]);
            }
            next[publisher] = message + 1;
        }
        if (upTo == null || !reached(next, from, upTo)) {
            wrong.add(subscriptionHandle.entity().name() + " lacks messages: " + java.util.Arrays.toString(next)
                    + " of " + java.util.Arrays.toString(upTo));
        }
        receiver.close();
        return wrong;
    }

    private static boolean reached(int[] next, int[] from, int[] upTo) {
        for (int i = 0; i < PUBLISHERS; i++) {
            if (next[i] < upTo[i] && from[i] < upTo[i]) {
                return false;
            }
        }
        return true;
    }

    @Test
    @DisplayName("SUB-01 TOP-01 a durable subscription gets each message after its creation exactly once and in order")
    void shouldNeitherLoseNorRepeatNorLeaveAnything() throws Exception {
        List<Future<Void>> publishers = new ArrayList<>();
        List<Future<List<String>>> subscribers = new ArrayList<>();
        for (int i = 0; i < SUBSCRIBERS; i++) {
            int number = i;
            Callable<List<String>> subscriber = () -> subscribeAgainAndAgain(number);
            subscribers.add(threads.submit(subscriber));
        }
        for (int i = 0; i < PUBLISHERS; i++) {
            int number = i;
            publishers.add(threads.submit(() -> publish(number)));
        }
        for (Future<Void> publisher : publishers) {
            publisher.get();
        }
        publishing.set(false);
        for (Future<List<String>> subscriber : subscribers) {
            assertThat(subscriber.get()).isEmpty();
        }
        assertThat(count("restante_message")).isZero();
        assertThat(count("restante_delivery")).isZero();
        assertThat(count("restante_shared_message")).isZero();
        assertThat(count("restante_entity WHERE kind > 2")).isZero();
    }

    private int count(String table) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, PostgresServer.USER, "");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }
}
