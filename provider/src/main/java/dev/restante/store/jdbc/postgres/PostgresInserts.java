package dev.restante.store.jdbc.postgres;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryNote;
import dev.restante.model.codec.StoredMessageCodec;
import dev.restante.store.Change;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.rows.DeliveryRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages and their deliveries by one statement. A few are bound value by value, many as arrays of columns: the
 * server makes room for each array that it unfolds, which takes it ten times as long as to insert one row.
 */
final class PostgresInserts {

    /** So many messages, of one delivery each, are bound value by value; a statement for each number is prepared. */
    static final int FEW = 8;

    static final long MOST_BYTES = 64L << 20;

    /** The types of columns, as the server and as JDBC name them. */
    private enum Type {
        INT8(Types.BIGINT),
        INT4(Types.INTEGER),
        INT2(Types.SMALLINT),
        BOOL(Types.BOOLEAN),
        TEXT(Types.VARCHAR),
        BYTEA(Types.BINARY);

        final int jdbcType;

        Type(int jdbcType) {
            this.jdbcType = jdbcType;
        }
    }

    private record Column<T>(String name, Type type, Function<T, @Nullable Object> value) {

        void bind(PreparedStatement statement, int index, T row) throws SQLException {
            Object bound = value.apply(row);
            if (bound == null) {
                statement.setNull(index, type.jdbcType);
            } else {
                statement.setObject(index, bound);
            }
        }

        void bind(ArrayColumns columns, List<T> rows) throws SQLException {
            switch (type) {
                case INT8 -> columns.longs(rows, value);
                case INT4 -> columns.ints(rows, value);
                case INT2 -> columns.shorts(rows, value);
                case BOOL -> columns.booleans(rows, value);
                case TEXT -> columns.texts(rows, value);
                case BYTEA -> columns.bytes(rows, value);
            }
        }
    }

    private static final List<Column<Change.Enqueue>> MESSAGE = List.of(
            new Column<>("id", Type.INT8, enqueue -> enqueue.message().id()),
            new Column<>("fan_out", Type.INT4, enqueue -> enqueue.deliveries().size()),
            new Column<>("head", Type.BYTEA, enqueue -> StoredMessageCodec.encodeHead(enqueue.message())),
            new Column<>("body", Type.BYTEA, enqueue -> enqueue.message().body()));

    private static final List<Column<Delivery>> DELIVERY = List.of(
            new Column<>("id", Type.INT8, Delivery::id),
            new Column<>("message", Type.INT8, delivery -> delivery.ref().messageId()),
            new Column<>("entity", Type.INT8, Delivery::entityId),
            new Column<>(
                    "state", Type.INT2, delivery -> (short) delivery.state().code()),
            new Column<>("precedence", Type.INT2, delivery -> (short) DeliveryRows.precedence(delivery.priority())),
            new Column<>("queue_position", Type.INT8, Delivery::position),
            new Column<>("group_id", Type.TEXT, Delivery::groupId),
            new Column<>("size_bytes", Type.INT4, Delivery::size),
            new Column<>("persistent", Type.BOOL, Delivery::persistent),
            new Column<>("sole", Type.BOOL, delivery -> delivery.ref().sole()),
            new Column<>("visible_at", Type.INT8, Delivery::visibleAt),
            new Column<>("enqueued_at", Type.INT8, Delivery::enqueuedAt),
            new Column<>("expires_at", Type.INT8, delivery -> DeliveryRows.orNull(delivery.expiresAt())),
            new Column<>("due_at", Type.INT8, DeliveryRows::dueAt),
            new Column<>("delivery_count", Type.INT4, Delivery::deliveryCount),
            new Column<>("owner", Type.INT8, delivery -> delivery.ref().owner()),
            new Column<>("acquisition", Type.INT4, delivery -> delivery.ref().acquisition()),
            new Column<>("suspect", Type.BOOL, Delivery::suspect));

    /** Also of deliveries some of which have a note, or are values. */
    private static final List<Column<Delivery>> SPECIAL_DELIVERY = Stream.concat(
                    DELIVERY.stream(),
                    Stream.of(
                            new Column<Delivery>(
                                    "original_expiration", Type.INT8, ofNote(DeliveryNote::originalExpiration)),
                            new Column<Delivery>("reason", Type.TEXT, ofNote(DeliveryNote::reason)),
                            new Column<Delivery>("description", Type.TEXT, ofNote(DeliveryNote::description)),
                            new Column<Delivery>("source", Type.TEXT, ofNote(DeliveryNote::source)),
                            new Column<Delivery>(
                                    "changed_properties", Type.BYTEA, ofNote(DeliveryRows::encodeProperties)),
                            new Column<Delivery>("value_key", Type.TEXT, delivery -> delivery.ref()
                                    .valueKey())))
            .toList();

    private static final String MANY = insert(DELIVERY, PostgresInserts::unfolded);
    private static final String MANY_SPECIAL = insert(SPECIAL_DELIVERY, PostgresInserts::unfolded);

    /** By the number of rows less one. */
    private static final List<String> ROWS = IntStream.rangeClosed(1, FEW)
            .mapToObj(rows -> insert(DELIVERY, columns -> rows(columns, rows)))
            .toList();

    private final Connection connection;
    private final StatementCache statements;

    PostgresInserts(Connection connection, StatementCache statements) {
        this.connection = connection;
        this.statements = statements;
    }

    /**
     * In slices: an operation may be of any size, but what a statement carries must fit into one packet of the
     * protocol, and into memory.
     */
    void insert(List<Change.Enqueue> enqueues) throws SQLException {
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < enqueues.size(); i++) {
            long next = enqueues.get(i).bytes();
            if (i > first && bytes + next > MOST_BYTES) {
                insertTogether(enqueues.subList(first, i));
                first = i;
                bytes = 0;
            }
            bytes += next;
        }
        insertTogether(enqueues.subList(first, enqueues.size()));
    }

    /** Whether {@link #few} can store them: no more than {@link #FEW}, of one delivery each and nothing special. */
    static boolean areFew(List<Change.Enqueue> enqueues) {
        if (enqueues.size() > FEW) {
            return false;
        }
        for (Change.Enqueue enqueue : enqueues) {
            if (enqueue.deliveries().size() > 1
                    || isSpecial(enqueue.deliveries().get(0))) {
                return false;
            }
        }
        return true;
    }

    /** The text that stores so many messages, value by value. */
    static String few(int messages) {
        return ROWS.get(messages - 1);
    }

    /** Binds them to that text; returns the index of the parameter behind it. */
    static int bindFew(PreparedStatement insert, int first, List<Change.Enqueue> enqueues) throws SQLException {
        return bind(insert, bind(insert, first, MESSAGE, enqueues), DELIVERY, deliveries(enqueues));
    }

    private static List<Delivery> deliveries(List<Change.Enqueue> enqueues) {
        List<Delivery> deliveries = new ArrayList<>(enqueues.size());
        for (Change.Enqueue enqueue : enqueues) {
            deliveries.addAll(enqueue.deliveries());
        }
        return deliveries;
    }

    private static boolean isSpecial(Delivery delivery) {
        return delivery.note() != null || delivery.ref().valueKey() != null;
    }

    private void insertTogether(List<Change.Enqueue> enqueues) throws SQLException {
        if (areFew(enqueues)) {
            PreparedStatement insert = statements.get(few(enqueues.size()));
            bindFew(insert, 1, enqueues);
            insert.executeUpdate();
        } else {
            insertColumns(enqueues, deliveries(enqueues));
        }
    }

    private static <T> int bind(PreparedStatement statement, int first, List<Column<T>> columns, List<T> rows)
            throws SQLException {
        int next = first;
        for (T row : rows) {
            for (Column<T> column : columns) {
                column.bind(statement, next, row);
                next++;
            }
        }
        return next;
    }

    private void insertColumns(List<Change.Enqueue> enqueues, List<Delivery> deliveries) throws SQLException {
        boolean special = deliveries.stream().anyMatch(PostgresInserts::isSpecial);
        PreparedStatement insert = statements.get(special ? MANY_SPECIAL : MANY);
        ArrayColumns columns = new ArrayColumns(connection, insert);
        for (Column<Change.Enqueue> column : MESSAGE) {
            column.bind(columns, enqueues);
        }
        for (Column<Delivery> column : special ? SPECIAL_DELIVERY : DELIVERY) {
            column.bind(columns, deliveries);
        }
        insert.executeUpdate();
    }

    private static Function<Delivery, @Nullable Object> ofNote(Function<DeliveryNote, @Nullable Object> value) {
        return delivery -> {
            DeliveryNote note = delivery.note();
            return note == null ? null : value.apply(note);
        };
    }

    /** What stands for the values of some columns in the text of a statement. */
    private interface Source {
        String of(List<? extends Column<?>> columns);
    }

    private static String insert(List<Column<Delivery>> deliveryColumns, Source source) {
        return "WITH messages AS (INSERT INTO restante_message (" + names(MESSAGE) + ") " + source.of(MESSAGE)
                + ") INSERT INTO restante_delivery (" + names(deliveryColumns) + ") " + source.of(deliveryColumns);
    }

    private static String names(List<? extends Column<?>> columns) {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static String unfolded(List<? extends Column<?>> columns) {
        return columns.stream()
                .map(column -> "?::" + column.type() + "[]")
                .collect(Collectors.joining(", ", "SELECT * FROM unnest(", ")"));
    }

    private static String rows(List<? extends Column<?>> columns, int rows) {
        String row = columns.stream().map(column -> "?::" + column.type()).collect(Collectors.joining(", ", "(", ")"));
        return IntStream.range(0, rows).mapToObj(each -> row).collect(Collectors.joining(", ", "VALUES ", ""));
    }
}
