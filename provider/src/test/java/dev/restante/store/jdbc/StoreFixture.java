package dev.restante.store.jdbc;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHeader;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Membership.JoinedNode;
import dev.restante.store.Operation;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.Operation.OperationUrgency;
import dev.restante.store.OperationOutcome;
import dev.restante.store.RecordingOperation;
import dev.restante.store.Store;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.sql.DataSource;

/** Test fixture of one node on an open store, with a queue, a writer and shortcuts for tests. */
public final class StoreFixture implements AutoCloseable {

    /** Arbitrary instant, because store time stands still in these tests. */
    public static final long NOW = 1_800_000_000_000L;

    public final Store store;
    public final JoinedNode node;
    public final Entity queue;
    public final BatchWriter writer;
    private long lastId;
    private long lastBatch;

    public StoreFixture(Store store) {
        this(store, "node");
    }

    public StoreFixture(Store store, String name) {
        this.store = store;
        node = store.membership().join(name, NOW + 10_000, 1);
        queue = store.entities().findOrCreateQueue("orders", EntityOptions.DEFAULT);
        writer = store.openWriter(node.incarnation(), 0);
        lastId = Math.max(node.highestId(), IdLayout.id(NOW, node.nodeNumber(), 0));
    }

    /** Copies the database files as they are on disk at this moment, so that another store can open the copy. */
    public static Path copyAsAfterACrash(Path database) throws IOException {
        Path folder = database.getParent();
        Path copies = Files.createTempDirectory(folder, "crashed");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, Files::isRegularFile)) {
            for (Path file : files) {
                Files.copy(file, copies.resolve(file.getFileName()));
            }
        }
        return copies.resolve(database.getFileName());
    }

    /** Returns the content of the log of a database, without the preallocated space. */
    public static String logText(Path database) throws IOException {
        Path log = Path.of(database + ".log");
        if (!Files.exists(log)) {
            return "";
        }
        String content = Files.readString(log, StandardCharsets.ISO_8859_1);
        int end = content.indexOf('\0');
        return end < 0 ? content : content.substring(0, end);
    }

    public long newId() {
        return ++lastId;
    }

    public static StoredMessage message(long id, String text) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        MessageHeader header = new MessageHeader(
                "ID:" + id,
                DestinationName.queue("orders"),
                BodyKind.TEXT,
                null,
                null,
                null,
                NOW,
                NOW,
                0,
                4,
                true,
                Collections.singletonMap("colour", "red"));
        return new StoredMessage(id, header, body);
    }

    /** Builder of a delivery. */
    public final class Shape {
        final long id = newId();
        public long entityId = queue.id();
        DeliveryState state = DeliveryState.AVAILABLE;
        public int priority = 4;
        long position = id;
        int size = 100;
        long visibleAt;
        long enqueuedAt = NOW;
        long expiresAt = Delivery.NEVER;
        int count;
        boolean suspect;
        boolean sole = true;
        long owner;
        int acquisition;
        public DeliveryAnnotations annotations;
        public String groupId;

        public Delivery build() {
            return new Delivery(
                    new DeliveryRef(id, id, sole, owner, acquisition),
                    entityId,
                    state,
                    priority,
                    position,
                    groupId,
                    size,
                    true,
                    visibleAt,
                    enqueuedAt,
                    expiresAt,
                    count,
                    suspect,
                    annotations);
        }
    }

    public Shape shape() {
        return new Shape();
    }

    public Delivery sendInGroup(String groupId) {
        Shape shape = shape();
        shape.groupId = groupId;
        return send(shape);
    }

    public Delivery send(Shape shape) {
        Delivery delivery = shape.build();
        applied(enqueue(delivery));
        return delivery;
    }

    public Delivery send() {
        return send(shape());
    }

    public static Change.Enqueue enqueue(Delivery delivery) {
        return new Change.Enqueue(message(delivery.ref().messageId(), "body " + delivery.id()), List.of(delivery));
    }

    /** Sends a message and acquires it together with all other available messages. */
    public Delivery sendAndAcquire(Shape shape) {
        Delivery sent = send(shape);
        return acquire(1_000).stream()
                .filter(delivery -> delivery.id() == sent.id())
                .findFirst()
                .orElseThrow();
    }

    public Delivery sendAndAcquire() {
        return sendAndAcquire(shape());
    }

    public static Operation operation(MissedFencePolicy missedFencePolicy, Change... changes) {
        return new RecordingOperation(Arrays.asList(changes), OperationUrgency.NOW, missedFencePolicy);
    }

    public BatchResult write(List<Operation> operations, List<AcquireRequest> acquires) {
        lastBatch++;
        return writer.write(lastBatch, lastId, operations, acquires, new CommitGate());
    }

    public List<OperationOutcome> write(Operation... operations) {
        return write(Arrays.asList(operations), List.of()).outcomes();
    }

    public OperationOutcome write(Change... changes) {
        return write(operation(MissedFencePolicy.FAIL_OPERATION, changes)).get(0);
    }

    public void applied(Change... changes) {
        OperationOutcome outcome = write(changes);
        if (!outcome.equals(OperationOutcome.Applied.ALL_APPLIED)) {
            throw new AssertionError(outcome.toString());
        }
    }

    /** Skips a batch number without writing the batch. */
    void skipBatch() {
        lastBatch++;
    }

    public long lastBatch() {
        return lastBatch;
    }

    AcquireRequest request(int limit, long maxBytes) {
        return new AcquireRequest(queue.id(), limit, maxBytes, Long.MAX_VALUE, Set.of(), (deliveries, failure) -> {});
    }

    public List<Delivery> acquire(int limit) {
        return acquire(limit, Long.MAX_VALUE);
    }

    List<Delivery> acquire(int limit, long maxBytes) {
        return write(List.of(), List.of(request(limit, maxBytes)))
                .acquireResults()
                .get(0)
                .deliveries();
    }

    /** Returns the stored available and acquired deliveries. */
    public List<Delivery> stored() {
        return store.deliveries().browse(queue.id(), null, 10_000);
    }

    public List<Long> storedIds() {
        return ids(stored());
    }

    public static List<Long> ids(List<Delivery> deliveries) {
        List<Long> ids = new ArrayList<>();
        deliveries.forEach(delivery -> ids.add(delivery.id()));
        return ids;
    }

    boolean hasMessage(Delivery delivery) {
        return !store.deliveries().messages(List.of(delivery.ref().messageId())).isEmpty();
    }

    public static DeliveryAnnotations annotations(String reason) {
        return new DeliveryAnnotations(reason, "because", "orders", 17, Map.of("tries", 3));
    }

    @Override
    public void close() {
        writer.close();
        store.close();
    }

    /** Adds the rows of two pipelines of another node, so that a deletion is announced several times. */
    public static void addPipelines(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(
                    "INSERT INTO restante_pipeline (incarnation, pipeline_number, last_batch, alive, highest_id)"
                            + " VALUES (77, 0, 0, TRUE, 0), (77, 1, 0, TRUE, 0)");
        }
    }
}
