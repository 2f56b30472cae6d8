package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.store.jdbc.StoreFixture.operation;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.ProductVersion;
import dev.restante.model.StateCounts;
import dev.restante.model.StoredMessage;
import dev.restante.store.Change;
import dev.restante.store.Membership.StoredNode;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Contract tests of messages that are stored, shared and completed. */
abstract class StoreContract extends StoreBatchFixture {

    @Test
    @DisplayName("nodes are listed with their versions, which are missing for nodes of older versions")
    void shouldListVersionsOfNodes() throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO restante_node (incarnation, node_number, name, lease_until, alive)"
                    + " VALUES (1000, 1000, 'old', " + NOW + ", TRUE)");
        }
        assertThat(fixture.store.membership().nodes())
                .extracting(StoredNode::name, StoredNode::version)
                .containsExactly(tuple("node", ProductVersion.TEXT), tuple("old", null));
    }

    @Test
    @DisplayName("BEY-05 a specified delivery is acquired only once, and only if it is available in the given entity")
    void shouldAcquireOne() {
        Delivery first = fixture.send();
        Delivery second = fixture.send();
        long here = fixture.queue.id();
        long owner = fixture.node.incarnation();
        assertThat(fixture.write(new Change.Acquire(second.ref(), fixture.queue.deadLetterQueueId(), owner, null)))
                .isEqualTo(new OperationOutcome.LockLost(second.id()));
        fixture.applied(new Change.Acquire(second.ref(), here, owner, null));
        assertThat(fixture.write(StoreFixture.operation(
                        Operation.MissedFencePolicy.SKIP_CHANGE,
                        new Change.Acquire(first.ref(), here, owner, null),
                        new Change.Acquire(second.ref(), here, owner, null))))
                .containsExactly(new OperationOutcome.Applied(Set.of(second.id()), Set.of()));
        assertThat(fixture.acquire(10)).isEmpty();

        DeliveryRef held = new DeliveryRef(second.id(), second.id(), true, owner, 1);
        fixture.applied(new Change.Complete(held));
        assertThat(fixture.storedIds()).containsExactly(first.id());
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8, 9, 30})
    @DisplayName("SND-01 a batch stores any number of messages, each with exactly its own optional values")
    void shouldStoreAsManyAsThereAre(int messages) {
        List<Delivery> sent = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            StoreFixture.Shape shape = fixture.shape();
            shape.groupId = i % 3 == 1 ? "g" + i : null;
            shape.expiresAt = i % 2 == 1 ? NOW + i : Delivery.NEVER;
            shape.suspect = i % 5 == 4;
            shape.priority = i % 10;
            shape.size = i;
            sent.add(shape.build());
        }
        fixture.applied(sent.stream().map(StoreFixture::enqueue).toArray(Change[]::new));

        assertThat(fixture.stored()).containsExactlyInAnyOrderElementsOf(sent);
        Map<Long, StoredMessage> stored = fixture.store
                .deliveries()
                .messages(sent.stream().map(Delivery::id).toList());
        assertThat(sent)
                .allSatisfy(delivery ->
                        assertThat(stored.get(delivery.id()).body()).asString().isEqualTo("body " + delivery.id()));
    }

    @Test
    @DisplayName("SND-01 a sent message is stored with its header, its body and its delivery")
    void shouldStoreMessageAndDelivery() {
        StoreFixture.Shape shape = fixture.shape();
        shape.priority = 7;
        shape.expiresAt = NOW + 60_000;
        Delivery sent = fixture.send(shape);

        assertThat(only()).isEqualTo(sent);
        StoredMessage stored =
                fixture.store.deliveries().messages(List.of(sent.id())).get(sent.id());
        assertThat(stored.header())
                .isEqualTo(StoreFixture.message(sent.id(), "").header());
        assertThat(stored.body()).asString().isEqualTo("body " + sent.id());
    }

    @Test
    @DisplayName("a message without a body and a message of one megabyte are stored unchanged")
    void shouldStoreAnyBody() {
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < large.length; i++) {
            large[i] = (byte) (i * 31);
        }
        Delivery empty = fixture.shape().build();
        Delivery full = fixture.shape().build();
        fixture.applied(
                new Change.Enqueue(
                        new StoredMessage(
                                empty.id(), StoreFixture.message(1, "").header(), null),
                        List.of(empty)),
                new Change.Enqueue(
                        new StoredMessage(full.id(), StoreFixture.message(1, "").header(), large), List.of(full)));

        Map<Long, StoredMessage> stored = fixture.store.deliveries().messages(List.of(empty.id(), full.id(), 1L));
        assertThat(stored).containsOnlyKeys(empty.id(), full.id());
        assertThat(stored.get(empty.id()).body()).isNull();
        assertThat(stored.get(full.id()).body()).isEqualTo(large);
    }

    private StoreFixture.Shape directDelivery(int size) {
        StoreFixture.Shape shape = fixture.shape();
        shape.state = DeliveryState.ACQUIRED;
        shape.owner = fixture.node.incarnation();
        shape.acquisition = 1;
        shape.size = size;
        return shape;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, Integer.MAX_VALUE})
    @DisplayName("a direct delivery of any size belongs to its node at once and can be completed")
    void shouldStoreBornAcquired(int size) {
        Delivery direct = fixture.send(directDelivery(size));

        assertThat(fixture.acquire(10)).isEmpty();
        assertThat(fixture.stored()).containsExactly(direct);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id()).acquired())
                .isEqualTo(1);
        assertThat(fixture.hasMessage(direct)).isTrue();
        fixture.applied(new Change.Complete(direct.ref()));
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(direct)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {100, Integer.MAX_VALUE})
    @DisplayName("a direct delivery accepts changes like any other delivery, and keeps its message")
    void shouldChangeBornAcquired(int size) {
        Delivery returned = fixture.send(directDelivery(size));
        Delivery deferred = fixture.send(directDelivery(size));
        fixture.applied(
                new Change.ReturnUndelivered(returned.ref()),
                new Change.Defer(deferred.ref(), deferred.deliveryCount(), null));

        assertThat(fixture.storedIds()).containsExactly(returned.id());
        assertThat(fixture.store.deliveries().deferredAfter(fixture.queue.id(), 0, 10))
                .extracting(Delivery::id)
                .containsExactly(deferred.id());
        List<Delivery> again = fixture.acquire(10);
        assertThat(again).extracting(Delivery::id).containsExactly(returned.id());
        assertThat(fixture.hasMessage(returned)).isTrue();
        assertThat(fixture.hasMessage(deferred)).isTrue();
        fixture.applied(new Change.Complete(again.get(0).ref()));
        assertThat(fixture.hasMessage(returned)).isFalse();
    }

    @Test
    @DisplayName("a batch that completes many direct deliveries misses only the deleted one")
    void shouldMissOneOfARun() {
        Entity other = fixture.store.entities().findOrCreateQueue("other", EntityOptions.DEFAULT);
        List<Delivery> direct = new ArrayList<>();
        for (int i = 0; i < 7; i++) {
            StoreFixture.Shape shape = directDelivery(100);
            shape.entityId = i == 3 ? other.id() : fixture.queue.id();
            direct.add(fixture.send(shape));
        }
        Delivery neighbour = direct.remove(6);
        assertThat(fixture.store.entities().delete(other.id())).isTrue();

        List<OperationOutcome> outcomes = fixture.write(direct.stream()
                .map(delivery -> operation(MissedFencePolicy.FAIL_OPERATION, new Change.Complete(delivery.ref())))
                .toArray(Operation[]::new));

        assertThat(outcomes)
                .filteredOn(outcome -> !outcome.equals(OperationOutcome.Applied.ALL_APPLIED))
                .containsExactly(new OperationOutcome.LockLost(direct.get(3).id()));
        assertThat(outcomes.get(3)).isInstanceOf(OperationOutcome.LockLost.class);
        assertThat(fixture.stored()).containsExactly(neighbour);
    }

    @Test
    @DisplayName("TOP-01 a message with several deliveries is stored once and outlasts the first removal")
    void shouldKeepSharedMessage() {
        StoreFixture.Shape first = fixture.shape();
        StoreFixture.Shape second = fixture.shape();
        first.sole = false;
        DeliveryRef shared = new DeliveryRef(second.id, first.id, false, 0, 0);
        Delivery other = second.build();
        Delivery sibling = new Delivery(
                shared,
                fixture.queue.deadLetterQueueId(),
                other.state(),
                other.priority(),
                other.position(),
                null,
                other.size(),
                true,
                0,
                NOW,
                Delivery.NEVER,
                0,
                false,
                null);
        fixture.applied(new Change.Enqueue(StoreFixture.message(first.id, "x"), List.of(first.build(), sibling)));

        fixture.applied(new Change.Discard(first.build().ref()));
        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(sibling)).isTrue();
    }

    @Test
    @DisplayName("RCV-08 a completion removes the delivery, its annotations and its message")
    void shouldComplete() {
        StoreFixture.Shape shape = fixture.shape();
        shape.annotations = annotations("Earlier");
        Delivery acquired = fixture.sendAndAcquire(shape);
        assertThat(acquired.annotations()).isEqualTo(shape.annotations);

        fixture.applied(new Change.Complete(acquired.ref()));

        assertThat(fixture.stored()).isEmpty();
        assertThat(fixture.hasMessage(acquired)).isFalse();
    }

    @Test
    @DisplayName("a large batch with many kinds of changes has the outcome of each change")
    void shouldExecuteMixedBatch() {
        List<Delivery> acquired = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            fixture.send();
        }
        acquired.addAll(fixture.acquire(200));
        List<dev.restante.store.Operation> operations = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            DeliveryRef ref = acquired.get(i).ref();
            Change change =
                    switch (i % 4) {
                        case 0 -> new Change.Complete(ref);
                        case 1 -> new Change.Release(ref, 1, 0, i % 8 == 1 ? annotations("n" + i) : null);
                        case 2 -> new Change.Release(ref, 1, NOW + i, null);
                        default -> new Change.Defer(ref, 1, null);
                    };
            operations.add(operation(
                    MissedFencePolicy.FAIL_OPERATION,
                    change,
                    enqueue(fixture.shape().build())));
        }
        Collections.shuffle(operations, new java.util.Random(5));

        assertThat(fixture.write(operations, List.of()).outcomes()).containsOnly(OperationOutcome.Applied.ALL_APPLIED);
        assertThat(fixture.store.deliveries().counts(fixture.queue.id())).isEqualTo(new StateCounts(250, 0, 50, 50));
        assertThat(fixture.stored().stream().filter(delivery -> delivery.annotations() != null))
                .hasSize(25);
    }

    @Test
    @DisplayName("annotations keep every type of property in the original order")
    void shouldKeepProperties() {
        Map<String, Object> properties = new LinkedHashMap<>();
        properties.put("z", true);
        properties.put("y", (byte) -3);
        properties.put("x", (short) -300);
        properties.put("w", -70_000);
        properties.put("v", Long.MIN_VALUE);
        properties.put("u", 1.5f);
        properties.put("t", -0.0d);
        properties.put("s", "ä\u0000€😀");
        properties.put("r", null);
        properties.put("q", false);
        StoreFixture.Shape shape = fixture.shape();
        shape.annotations = DeliveryAnnotations.ofProperties(properties);
        fixture.send(shape);

        DeliveryAnnotations stored = only().annotations();
        assertThat(stored).isEqualTo(shape.annotations);
        assertThat(stored.changedProperties().keySet()).containsExactlyElementsOf(properties.keySet());
    }

    /** Columns of fewer than 64 bits, each with the reason why its number cannot overflow. */
    private static final Map<String, String> SMALL_NUMBERS = Map.ofEntries(
            entry("restante_large_body_chunk.chunk_number", "a body of that many chunks has 512 TiB"),
            entry("restante_direct_delivery.precedence", "0 to 9"),
            entry("restante_direct_delivery.size_bytes", "maxMessageBytes is an int"),
            entry("restante_delivery.acquisition_count", "DeliveryRef.nextAcquisition: after the largest comes 2"),
            entry("restante_delivery.delivery_count", "Delivery.incrementedDeliveryCount: stops at the largest"),
            entry("restante_delivery.precedence", "0 to 9"),
            entry("restante_delivery.size_bytes", "maxMessageBytes is an int"),
            entry("restante_delivery.state", "a code"),
            entry("restante_entity.kind", "a code"),
            entry("restante_entity.name_scope", "a code"),
            entry("restante_entity.subscription_kind", "a code"),
            entry("restante_policy.kind", "a code"),
            entry("restante_policy.precedence", "a rank that an administrator chooses"),
            entry("restante_history.interval_minutes", "of a scale"),
            entry("restante_message.fan_out", "deliveries of one message, in memory together"),
            entry("restante_node.node_number", "0 to 1023, and a further node is refused"),
            entry("restante_node_request.kind", "a code"),
            entry("restante_pipeline.pipeline_number", "the pipelines of a node, fewer than ten"),
            entry("restante_in_flight_share.slots", "at most the option maxInFlight, an int"),
            entry("restante_redrive_job.state", "a code"),
            entry("restante_schema.version", "a migration"),
            entry("restante_shared_message.remaining", "counts down from the deliveries of one message"),
            entry("restante_void_batch.pipeline_number", "the pipelines of a node, fewer than ten"),
            entry("restante_xa_branch.format_id", "the transaction manager's own"),
            entry("restante_xa_branch.state", "a code"));

    @Test
    @DisplayName("each column of fewer than 64 bits is listed with a reason why it cannot overflow")
    void shouldKnowWhatCanRunOut() throws SQLException {
        Set<String> small = new TreeSet<>();
        try (Connection connection = connect();
                ResultSet columns = connection
                        .getMetaData()
                        .getColumns(connection.getCatalog(), connection.getSchema(), "%", "%")) {
            while (columns.next()) {
                String table = columns.getString("TABLE_NAME").toLowerCase(Locale.ROOT);
                int type = columns.getInt("DATA_TYPE");
                if (table.startsWith("restante_")
                        && (type == Types.INTEGER || type == Types.SMALLINT || type == Types.TINYINT)) {
                    small.add(table + "." + columns.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        assertThat(SMALL_NUMBERS.keySet())
                .as("columns with fewer than 64 bits; give each new column 64 bits or list it with a reason")
                .containsAll(small);
    }
}
