package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.ids;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.model.Entity;
import dev.restante.model.EntityKind;
import dev.restante.model.EntityOptions;
import dev.restante.model.Subscription;
import dev.restante.model.SubscriptionKind;
import dev.restante.model.TopicPattern;
import dev.restante.option.OptionOrigin;
import dev.restante.option.QueueOption;
import dev.restante.rule.SubscriptionRule;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchResult;
import dev.restante.store.Change;
import dev.restante.store.Membership;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.Store;
import dev.restante.store.SubscriptionRepository.CreateRejection;
import dev.restante.store.SubscriptionRepository.CreateResult;
import dev.restante.store.SubscriptionRepository.CreatedSubscription;
import dev.restante.store.SubscriptionRepository.SubscriptionSet;
import dev.restante.store.SubscriptionRepository.SubscriptionTarget;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.rows.EntityRows;
import dev.restante.testing.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract tests of several nodes that write to one database at the same time. */
public abstract class SharedStoreConcurrencyContract {

    /** Returns the JDBC URL of a database that only this test uses. */
    protected abstract String url();

    protected abstract String user();

    /** Returns the number of sessions that wait for the end of another transaction. */
    protected abstract long waiting(Connection observer) throws SQLException;

    /** Returns the number of sessions that wait for the lock on the groups of an entity. */
    protected abstract long waitingForGroups(Connection observer) throws SQLException;

    /** Locks the groups of an entity until the transaction ends. */
    protected abstract void lockGroups(Statement transaction, long entityId) throws SQLException;

    /**
     * Asserts that no other transaction has locked the groups of an entity. The given transaction has locked the groups
     * of another entity.
     */
    protected abstract void assertGroupsUnlocked(Statement transaction, long entityId) throws SQLException;

    private StoreFixture node(String name) {
        return new StoreFixture(StoreOpener.open(new StoreLocation.Url(url(), user(), "")), name);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), user(), "");
    }

    @Test
    @DisplayName("two nodes can join a new store at the same time")
    void shouldJoinTogether() throws Exception {
        try (Store store = StoreOpener.open(new StoreLocation.Url(url(), user(), ""));
                Connection other = connect();
                Statement insert = other.createStatement()) {
            other.setAutoCommit(false);
            insert.execute(
                    "INSERT INTO restante_pipeline (incarnation, pipeline_number, last_batch, alive, highest_id) VALUES (0, 0, 1, FALSE, 0)");
            CompletableFuture<Membership.JoinedNode> joining =
                    CompletableFuture.supplyAsync(() -> store.membership().join("second", NOW, 1));
            awaitWaiting(() -> waiting(other), 1);
            other.commit();
            assertThat(joining.get(30, TimeUnit.SECONDS).incarnation()).isEqualTo(2);
        }
    }

    @Test
    @DisplayName("RCV-02 two nodes that acquire at the same time get all deliveries and never get one delivery twice")
    void shouldNeverShareADelivery() {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second")) {
            List<Change> changes = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                changes.add(StoreFixture.enqueue(first.shape().build()));
            }
            first.applied(changes.toArray(Change[]::new));

            CompletableFuture<List<Long>> other = CompletableFuture.supplyAsync(() -> drain(second));
            List<Long> got = drain(first);
            got.addAll(other.join());
            assertThat(got).doesNotHaveDuplicates().hasSize(600);
        }
    }

    private static List<Long> drain(StoreFixture node) {
        List<Long> got = new ArrayList<>();
        List<Delivery> acquired = node.acquire(7);
        while (!acquired.isEmpty()) {
            got.addAll(ids(acquired));
            acquired = node.acquire(7);
        }
        return got;
    }

    @Test
    @DisplayName("an acquire or a sweep skips rows that a foreign transaction has locked, without waiting")
    void shouldNeverWaitForARowLock() throws SQLException {
        try (StoreFixture node = node("node");
                Connection foreign = connect();
                Statement statement = foreign.createStatement()) {
            Delivery locked = node.send();
            Delivery free = node.send();
            foreign.setAutoCommit(false);
            statement.execute("SELECT id FROM restante_delivery WHERE id = " + locked.id() + " FOR UPDATE");

            OperationOutcome swept = node.write(operation(
                            MissedFencePolicy.SKIP_CHANGE,
                            new Change.Discard(locked.ref()),
                            new Change.Move(
                                    free.ref(),
                                    node.queue.id(),
                                    free.position(),
                                    NOW,
                                    Delivery.NEVER,
                                    StoreFixture.annotations("x"))))
                    .get(0);
            assertThat(swept).isEqualTo(new OperationOutcome.Applied(Set.of(locked.id()), Set.of()));
            assertThat(ids(node.acquire(5))).containsExactly(free.id());
            foreign.rollback();
            assertThat(ids(node.acquire(5))).containsExactly(locked.id());
        }
    }

    @Test
    @DisplayName(
            "RCV-05 a node can return a delivery although another node that came too late still has its row locked")
    void shouldWaitForItsOwnRows() throws Exception {
        try (StoreFixture node = node("node");
                Connection late = connect();
                Connection observer = connect();
                Statement lock = late.createStatement()) {
            Delivery owned = node.sendAndAcquire();
            late.setAutoCommit(false);
            lock.execute("SELECT id FROM restante_delivery WHERE id = " + owned.id() + " FOR UPDATE");

            CompletableFuture<OperationOutcome> givenBack = CompletableFuture.supplyAsync(() -> node.write(
                            operation(MissedFencePolicy.FAIL_OPERATION, new Change.ReturnUndelivered(owned.ref())))
                    .get(0));
            while (!givenBack.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            late.rollback();

            assertThat(givenBack.join()).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            assertThat(node.acquire(10)).extracting(Delivery::id).containsExactly(owned.id());
        }
    }

    @Test
    @DisplayName("VIS-07 a node that first learns of groups makes no other node skip the first message of a group")
    void shouldNotPassOverWhatAnotherNodeFindsOut() throws Exception {
        try (StoreFixture aware = node("aware");
                StoreFixture newcomer = node("newcomer");
                StoreFixture sender = node("sender");
                Connection other = connect();
                Statement lock = other.createStatement()) {
            aware.sendInGroup("known");
            assertThat(aware.acquire(10)).hasSize(1);
            Delivery first = aware.sendInGroup("g");
            other.setAutoCommit(false);
            lockGroups(lock, aware.queue.id());

            CompletableFuture<List<Delivery>> ofAware = CompletableFuture.supplyAsync(() -> aware.acquire(10));
            awaitWaiting(() -> waitingForGroups(other), 1);
            CompletableFuture<List<Delivery>> ofNewcomer = CompletableFuture.supplyAsync(() -> newcomer.acquire(10));
            awaitWaiting(() -> waitingForGroups(other), 2);
            Delivery second = sender.sendInGroup("g");
            other.commit();

            assertThat(ids(ofAware.get(30, TimeUnit.SECONDS))).containsExactly(first.id(), second.id());
            assertThat(ofNewcomer.get(30, TimeUnit.SECONDS)).isEmpty();
        }
    }

    @FunctionalInterface
    private interface Waiting {
        long count() throws SQLException;
    }

    private static void awaitWaiting(Waiting waiting, int many) throws SQLException {
        while (waiting.count() < many) {
            Eventually.pause();
        }
    }

    @Test
    @DisplayName("SUB-04 a node that creates a subscription finds a subscription that another node is just creating")
    void shouldFindWhatAnotherNodeCreatesMeanwhile() throws Exception {
        try (StoreFixture node = node("node");
                Connection other = connect();
                Connection observer = connect()) {
            Entity news = node.store.entities().findOrCreateTopic("news", EntityOptions.DEFAULT);
            Entity olds = node.store.entities().findOrCreateTopic("olds", EntityOptions.DEFAULT);
            Subscription one = new Subscription(SubscriptionKind.SHARED_DURABLE, null, "a", null, false, null);
            other.setAutoCommit(false);
            EntityRows.insert(
                    other,
                    new Entity(
                            999_999, EntityKind.SUBSCRIPTION, "a", olds.id(), 0, EntityOptions.DEFAULT, 1, true, one));

            SubscriptionTarget target = new SubscriptionTarget(news.id(), "a", one);
            CompletableFuture<CreateResult> createResult = CompletableFuture.supplyAsync(() -> node.store
                    .subscriptions()
                    .create(target, EntityOptions.DEFAULT, List.of(SubscriptionRule.defaultRule(null))));
            while (!createResult.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            assertThat(createResult).isNotDone();
            other.commit();

            assertThat(createResult.join()).isEqualTo(CreateRejection.EXISTS);
            assertThat(node.store.subscriptions().read(news.id()).orElseThrow().subscriptions())
                    .isEmpty();
        }
    }

    @Test
    @DisplayName("POL-03 a node that creates a queue waits for a change of policies by another node, and applies it")
    void shouldCreateWithPoliciesOfAnotherNode() throws Exception {
        try (StoreFixture node = node("node");
                Connection other = connect();
                Connection observer = connect();
                Statement change = other.createStatement()) {
            other.setAutoCommit(false);
            change.execute("UPDATE restante_setting SET setting_value = '1' WHERE name = 'policies'");
            change.execute("INSERT INTO restante_policy (kind, pattern, precedence, options)"
                    + " VALUES (1, 'orders.#', 0, 'maxDeliveryCount=3')");

            CompletableFuture<Entity> created = CompletableFuture.supplyAsync(
                    () -> node.store.entities().findOrCreateQueue("orders.eu", EntityOptions.DEFAULT));
            while (!created.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            assertThat(created).isNotDone();
            other.commit();

            EntityOptions options = created.get(30, TimeUnit.SECONDS).options();
            assertThat(options.maxDeliveryCount()).isEqualTo(3);
            assertThat(options.origin(QueueOption.MAX_DELIVERY_COUNT)).isEqualTo(OptionOrigin.policy("orders.#"));
        }
    }

    private static SubscriptionTarget withPattern() {
        return new SubscriptionTarget(
                TopicPattern.ROOT_ID,
                "p",
                new Subscription(SubscriptionKind.SHARED_DURABLE, null, "p", null, false, null, "orders.*"));
    }

    @Test
    @DisplayName("WILD-01 a node that creates a topic waits for a subscription that another node makes by pattern")
    void shouldCreateTopicsAfterPatterns() throws Exception {
        try (StoreFixture node = node("node");
                Connection other = connect();
                Connection observer = connect();
                Statement change = other.createStatement()) {
            other.setAutoCommit(false);
            change.execute("UPDATE restante_setting SET setting_value = ' ' WHERE name = 'topic-patterns'");
            EntityRows.insert(
                    other,
                    new Entity(
                            999_999,
                            EntityKind.SUBSCRIPTION,
                            "p",
                            TopicPattern.ROOT_ID,
                            0,
                            EntityOptions.DEFAULT,
                            1,
                            true,
                            withPattern().subscription()));

            CompletableFuture<Entity> created = CompletableFuture.supplyAsync(
                    () -> node.store.entities().findOrCreateTopic("orders.eu", EntityOptions.DEFAULT));
            while (!created.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            assertThat(created).isNotDone();
            other.commit();

            long topicId = created.get(30, TimeUnit.SECONDS).id();
            assertThat(node.store.subscriptions().read(topicId).orElseThrow().subscriptions())
                    .extracting(Entity::id)
                    .containsExactly(999_999L);
        }
    }

    @Test
    @DisplayName("WILD-01 a subscription by pattern waits for a topic that another node creates, and changes its set")
    void shouldSubscribeAfterTopics() throws Exception {
        try (StoreFixture node = node("node");
                Connection other = connect();
                Connection observer = connect();
                Statement change = other.createStatement()) {
            other.setAutoCommit(false);
            change.execute("SELECT 1 FROM restante_setting WHERE name = 'topic-patterns' FOR UPDATE");
            EntityRows.insert(
                    other, new Entity(999_999, EntityKind.TOPIC, "orders.eu", 0, 0, EntityOptions.DEFAULT, 1));

            CompletableFuture<CreateResult> created = CompletableFuture.supplyAsync(() -> node.store
                    .subscriptions()
                    .create(withPattern(), EntityOptions.DEFAULT, List.of(SubscriptionRule.defaultRule(null))));
            while (!created.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            assertThat(created).isNotDone();
            other.commit();

            assertThat(created.get(30, TimeUnit.SECONDS)).isInstanceOf(CreatedSubscription.class);
            SubscriptionSet read = node.store.subscriptions().read(999_999).orElseThrow();
            assertThat(read.version()).isEqualTo(1);
            assertThat(read.subscriptions()).hasSize(1);
        }
    }

    @Test
    @DisplayName(
            "BEY-03 a delivery that another node moves out of a queue during its deletion stays in the target queue")
    void shouldNotDeleteWhatMovedAway() throws Exception {
        try (StoreFixture node = node("node");
                Connection other = connect();
                Connection observer = connect();
                Statement move = other.createStatement()) {
            Entity target = node.store.entities().findOrCreateQueue("target", EntityOptions.DEFAULT);
            Delivery moved = node.send();
            Delivery left = node.send();
            other.setAutoCommit(false);
            move.execute("UPDATE restante_delivery SET entity = " + target.id()
                    + ", acquisition_count = acquisition_count + 1 WHERE id = " + moved.id());

            CompletableFuture<Boolean> deleting =
                    CompletableFuture.supplyAsync(() -> node.store.entities().delete(node.queue.id()));
            while (!deleting.isDone() && waiting(observer) == 0) {
                Eventually.pause();
            }
            assertThat(deleting).isNotDone();
            other.commit();

            assertThat(deleting.get(30, TimeUnit.SECONDS)).isTrue();
            assertThat(ids(node.store.deliveries().browse(target.id(), null, 5)))
                    .containsExactly(moved.id());
            assertThat(node.hasMessage(moved)).isTrue();
            assertThat(node.hasMessage(left)).isFalse();
        }
    }

    @Test
    @DisplayName("GRP-02 batches lock the groups of entities in a fixed order, so that they never deadlock")
    void shouldLockGroupsInOrder() throws Exception {
        try (StoreFixture node = node("first");
                Connection other = connect();
                Statement statement = other.createStatement()) {
            Entity later = node.store.entities().findOrCreateQueue("later", EntityOptions.DEFAULT);
            List<AcquireRequest> both = List.of(request(later.id()), request(node.queue.id()));
            for (long entityId : new long[] {later.id(), node.queue.id()}) {
                StoreFixture.Shape shape = node.shape();
                shape.entityId = entityId;
                shape.groupId = "g";
                node.send(shape);
            }
            // The node now knows that both queues have groups.
            assertThat(node.write(List.of(), both).acquireResults())
                    .extracting(acquireResult -> acquireResult.deliveries().size())
                    .containsExactly(1, 1);

            other.setAutoCommit(false);
            lockGroups(statement, node.queue.id());
            CompletableFuture<BatchResult> waiting = CompletableFuture.supplyAsync(() -> node.write(List.of(), both));
            awaitWaiting(() -> waitingForGroups(other), 1);
            assertGroupsUnlocked(statement, later.id());
            other.rollback();
            assertThat(waiting.get(20, TimeUnit.SECONDS).failedAcquires()).isEmpty();
        }
    }

    @Test
    @DisplayName(
            "RCV-02 RCV-21 a fetch locks only deliveries that it acquires, so that other nodes can acquire the rest")
    void shouldLockOnlyWhatAFetchBrings() throws Exception {
        try (StoreFixture node = node("first");
                Connection other = connect();
                Connection observer = connect();
                Statement statement = other.createStatement();
                Statement rows = observer.createStatement()) {
            Entity later = node.store.entities().findOrCreateQueue("later", EntityOptions.DEFAULT);
            StoreFixture.Shape grouped = node.shape();
            grouped.entityId = later.id();
            grouped.groupId = "g";
            node.send(grouped);
            // The node now knows that the later queue has groups.
            node.write(List.of(), List.of(request(later.id())));
            Delivery owned = node.sendAndAcquire();
            Delivery low = node.send();
            AcquireRequest ofHighOnes = new AcquireRequest(
                    node.queue.id(),
                    10,
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    new AcquireRequest.AcquireRange(Delivery.HIGHEST_PRIORITY, Map.of()),
                    Set.of(),
                    (deliveries, failure) -> {});

            other.setAutoCommit(false);
            lockGroups(statement, later.id());
            CompletableFuture<BatchResult> waiting = CompletableFuture.supplyAsync(
                    () -> node.write(List.of(), List.of(ofHighOnes, request(later.id()))));
            awaitWaiting(() -> waitingForGroups(other), 1);
            assertThat(free(rows, node.queue.id())).containsExactly(owned.id(), low.id());
            other.rollback();
            assertThat(waiting.get(20, TimeUnit.SECONDS).acquireResults().get(0).deliveries())
                    .isEmpty();

            Delivery lowest = node.acquire(1).get(0);
            lockGroups(statement, later.id());
            CompletableFuture<BatchResult> all = CompletableFuture.supplyAsync(
                    () -> node.write(List.of(), List.of(request(node.queue.id()), request(later.id()))));
            awaitWaiting(() -> waitingForGroups(other), 1);
            assertThat(free(rows, node.queue.id())).containsExactly(owned.id(), lowest.id());
            other.rollback();
            assertThat(all.get(20, TimeUnit.SECONDS).failedAcquires()).isEmpty();
        }
    }

    /** Returns the ids of the deliveries of an entity that no transaction has locked. */
    private static List<Long> free(Statement statement, long entityId) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT id FROM restante_delivery WHERE entity = " + entityId
                + " ORDER BY state, precedence, queue_position FOR UPDATE SKIP LOCKED")) {
            while (row.next()) {
                ids.add(row.getLong(1));
            }
        }
        ids.sort(null);
        return ids;
    }

    private static AcquireRequest request(long entityId) {
        return new AcquireRequest(entityId, 10, Long.MAX_VALUE, Long.MAX_VALUE, Set.of(), (deliveries, failure) -> {});
    }

    @Test
    @DisplayName("TOP-01 two nodes that remove the last deliveries of messages at the same time leave no rows behind")
    void shouldRemoveSharedMessagesWhoeverIsLast() throws SQLException {
        try (StoreFixture first = node("first");
                StoreFixture second = node("second")) {
            Entity other = first.store.entities().findOrCreateQueue("other", EntityOptions.DEFAULT);
            for (int round = 0; round < 20; round++) {
                List<Change> sends = new ArrayList<>();
                List<Change> ofFirst = new ArrayList<>();
                List<Change> ofSecond = new ArrayList<>();
                for (int i = 0; i < 20; i++) {
                    List<Delivery> deliveries = SubscriptionStoreFixture.deliveries(first, first.queue, other);
                    sends.add(SubscriptionStoreFixture.enqueue(deliveries));
                    ofFirst.add(new Change.Discard(deliveries.get(0).ref()));
                    // The second node works in the other direction, so that row locks would be taken crosswise.
                    ofSecond.add(0, new Change.Discard(deliveries.get(1).ref()));
                }
                first.applied(sends.toArray(Change[]::new));
                CompletableFuture<Void> removal =
                        CompletableFuture.runAsync(() -> second.applied(ofSecond.toArray(Change[]::new)));
                first.applied(ofFirst.toArray(Change[]::new));
                removal.join();
            }
            try (Connection connection = connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT (SELECT COUNT(*) FROM restante_message),"
                            + " (SELECT COUNT(*) FROM restante_shared_message)")) {
                row.next();
                assertThat(row.getInt(1)).isZero();
                assertThat(row.getInt(2)).isZero();
            }
        }
    }
}
