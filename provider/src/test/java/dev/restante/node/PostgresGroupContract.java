package dev.restante.node;

import static dev.restante.node.BrokerFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.InFlightDelivery;
import dev.restante.broker.MessageGroup;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.MachineClock;
import dev.restante.option.QueueOption;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Message groups of a queue or subscription on nodes that share a store. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class PostgresGroupContract {

    private static final int GROUPS = 12;
    private static final int EACH = 60;

    private final String url = PostgresServer.newDatabase();
    private final BrokerNode here = node();
    private final BrokerNode there = node();
    private final Entity target;
    private final Entity queue;

    /**
     * Creates the test with an empty store.
     *
     * @param targets the function that creates the entity for sends
     * @param queues the function that creates the entity for receives, with options
     */
    PostgresGroupContract(Function<BrokerNode, Entity> targets, BiFunction<BrokerNode, EntityOptions, Entity> queues) {
        this.queue = queues.apply(here, EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, Integer.MAX_VALUE));
        this.target = targets.apply(here);
    }

    private BrokerNode node() {
        return BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, "")),
                new BrokerSettings(
                        "test",
                        Duration.ofSeconds(3),
                        Duration.ofSeconds(5),
                        Duration.ofMillis(50),
                        1 << 20,
                        1L << 30,
                        1 << 20),
                MachineClock.SYSTEM);
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    private void send(BrokerNode node, int group, int number) {
        node.sender()
                .send(BrokerFixture.prepared(
                        node,
                        target,
                        BrokerFixture.TestMessage.of(group + "/" + number)
                                .properties(Map.of("JMSXGroupID", "g" + group))));
    }

    @Test
    @DisplayName("GRP-02, GRP-04 an accepted group is locked for other nodes, even while it has no messages")
    void shouldKeepAnAcceptedGroup() throws InterruptedException {
        MessageGroup mine = here.messageGroups().accept(queue, "g0");
        assertThatThrownBy(() -> there.messageGroups().accept(queue, "g0"))
                .isInstanceOf(BrokerException.class)
                .hasMessageContaining("Another consumer has locked message group 'g0' of");
        try (GroupReceiver theirs = new GroupReceiver(there, queue)) {
            send(there, 0, 0);
            send(there, 1, 0);
            assertThat(theirs.nextText()).isEqualTo("1/0");
            assertThat(theirs.receiver.pollOrFetch()).isNull();
            mine.putState(new byte[] {1});
            mine.close();
            assertThat(theirs.nextText()).isEqualTo("0/0");
            assertThatThrownBy(() -> here.messageGroups().accept(queue, "g0")).isInstanceOf(BrokerException.class);
        }
    }

    @Test
    @DisplayName(
            "GRP-02, GRP-03 the group of a closed node is accepted with its state, which only the new holder writes")
    void shouldMoveOnFromAGoneNode() {
        MessageGroup mine = here.messageGroups().accept(queue, "g0");
        mine.putState(new byte[] {1});
        here.close();
        MessageGroup theirs = there.messageGroups().accept(queue, "g0");
        assertThat(theirs.state()).contains(new byte[] {1});
        assertThatThrownBy(() -> mine.putState(new byte[] {2})).isInstanceOf(BrokerException.class);
        assertThat(theirs.state()).contains(new byte[] {1});
    }

    @Test
    @DisplayName("VIS-07, GRP-02 a group belongs to one node until that node closes, then another node receives it")
    void shouldMoveToTheOtherNode() throws InterruptedException {
        try (GroupReceiver theirs = new GroupReceiver(there, queue)) {
            GroupReceiver mine = new GroupReceiver(here, queue);
            for (int number = 0; number < 3; number++) {
                send(here, 0, number);
            }
            assertThat(mine.nextText()).isEqualTo("0/0");
            send(there, 0, 3);
            send(there, 1, 0);

            assertThat(theirs.nextText()).isEqualTo("1/0");
            assertThat(theirs.receiver.pollOrFetch()).isNull();
            mine.close();
            here.close();

            for (int number = 0; number < 4; number++) {
                assertThat(theirs.nextText()).isEqualTo("0/" + number);
            }
        }
    }

    @Test
    @DisplayName("VIS-07, GRP-02 under load two nodes receive each group in order, with one receiver at a time")
    void shouldKeepOrderUnderLoad() throws Exception {
        Map<Integer, List<Integer>> done = new ConcurrentHashMap<>();
        Map<Integer, GroupReceiver> owners = new ConcurrentHashMap<>();
        Set<String> complaints = ConcurrentHashMap.newKeySet();
        AtomicInteger left = new AtomicInteger(GROUPS * EACH);
        List<CompletableFuture<Void>> work = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            BrokerNode node = i % 2 == 0 ? here : there;
            work.add(CompletableFuture.runAsync(
                    () -> {
                        try (GroupReceiver party = new GroupReceiver(node, queue)) {
                            while (left.get() > 0) {
                                round(party, owners, complaints, done, left);
                            }
                        } catch (InterruptedException e) {
                            Thread.currentThread().interrupt();
                        }
                    },
                    task -> new Thread(task).start()));
        }
        for (int number = 0; number < EACH; number++) {
            for (int group = 0; group < GROUPS; group++) {
                // The messages that one node sends to a group are in order. Messages of different nodes have no order.
                send(group % 2 == 0 ? here : there, group, number);
            }
        }
        for (CompletableFuture<Void> one : work) {
            one.get();
        }

        assertThat(complaints).isEmpty();
        assertThat(done).hasSize(GROUPS);
        assertThat(done.values())
                .allSatisfy(numbers -> assertThat(numbers).hasSize(EACH).isSorted());
    }

    private static void round(
            GroupReceiver party,
            Map<Integer, GroupReceiver> owners,
            Set<String> complaints,
            Map<Integer, List<Integer>> done,
            AtomicInteger left)
            throws InterruptedException {
        List<InFlightDelivery> taken = new ArrayList<>();
        int wanted = 1 + ThreadLocalRandom.current().nextInt(4);
        for (InFlightDelivery next = party.next(20);
                next != null;
                next = taken.size() < wanted ? party.next(5) : null) {
            taken.add(next);
            GroupReceiver owner = owners.put(group(next), party);
            if (owner != null && owner != party) {
                complaints.add("group " + group(next) + " has two receivers");
            }
        }
        boolean keeps = ThreadLocalRandom.current().nextInt(4) > 0;
        for (InFlightDelivery delivery : taken) {
            owners.remove(group(delivery), party);
            if (keeps) {
                done.computeIfAbsent(group(delivery), id -> new CopyOnWriteArrayList<>())
                        .add(number(delivery));
            }
        }
        if (keeps) {
            party.node.settler().complete(taken);
            left.addAndGet(-taken.size());
        } else {
            party.node.settler().release(taken);
        }
    }

    private static int group(InFlightDelivery delivery) {
        return Integer.parseInt(text(delivery).split("/", 2)[0]);
    }

    private static int number(InFlightDelivery delivery) {
        return Integer.parseInt(text(delivery).split("/", 2)[1]);
    }
}
