package dev.restante.store.jdbc;

import dev.restante.model.BodyKind;
import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.DeliveryRef;
import dev.restante.model.DeliveryState;
import dev.restante.model.DestinationName;
import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.model.IdLayout;
import dev.restante.model.MessageHead;
import dev.restante.model.StoredMessage;
import dev.restante.store.AcquireRequest;
import dev.restante.store.BatchResult;
import dev.restante.store.BatchWriter;
import dev.restante.store.Change;
import dev.restante.store.CommitGate;
import dev.restante.store.Membership.Joined;
import dev.restante.store.Operation;
import dev.restante.store.Operation.Misses;
import dev.restante.store.Operation.Urgency;
import dev.restante.store.Outcome;
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

/** One node on an open store: an incarnation, a queue, a writer, and short ways to say what tests do with them. */
public final class StoreFixture implements AutoCloseable {

    /** Any instant; store time stands still in these tests. */
    public static final long NOW = 1_800_000_000_000L;

    public final Store store;
    public final Joined node;
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
        queue = store.entities().createQueue("orders", EntityOptions.DEFAULT);
        writer = store.openWriter(node.incarnation(), 0);
        lastId = Math.max(node.highestId(), IdLayout.id(NOW, node.nodeNumber(), 0));
    }

    /** What the disk has of a database at this moment, copied to where another store can open it. */
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

    /** What stands in the log of a database, without what is allocated ahead. */
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
        MessageHead head = new MessageHead(
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
        return new StoredMessage(id, head, body);
    }

    /** A delivery to change with {@link Shape}. */
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
        public DeliveryNote note;
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
                    note);
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

    /** Sends a message and acquires it, with whatever else is available. */
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

    public static Operation operation(Misses misses, Change... changes) {
        return new Operation(Arrays.asList(changes), Urgency.NOW, misses, (operation, outcome) -> {});
    }

    public BatchResult write(List<Operation> operations, List<AcquireRequest> acquires) {
        lastBatch++;
        return writer.write(lastBatch, lastId, operations, acquires, new CommitGate());
    }

    public List<Outcome> write(Operation... operations) {
        return write(Arrays.asList(operations), List.of()).outcomes();
    }

    public Outcome write(Change... changes) {
        return write(operation(Misses.FAIL, changes)).get(0);
    }

    public void applied(Change... changes) {
        Outcome outcome = write(changes);
        if (!outcome.equals(Outcome.Applied.WHOLE)) {
            throw new AssertionError(outcome.toString());
        }
    }

    /** The next batch is not written. */
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
                .acquired()
                .get(0)
                .deliveries();
    }

    /** Available and acquired deliveries as stored. */
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

    public static DeliveryNote note(String reason) {
        return new DeliveryNote(reason, "because", "orders", 17, Map.of("tries", 3));
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
            statement.execute("INSERT INTO restante_pipeline (incarnation, pipeline_number, batch, alive, highest_id)"
                    + " VALUES (77, 0, 0, TRUE, 0), (77, 1, 0, TRUE, 0)");
        }
    }
}
