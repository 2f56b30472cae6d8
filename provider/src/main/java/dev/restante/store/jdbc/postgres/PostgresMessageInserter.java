package dev.restante.store.jdbc.postgres;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryAnnotations;
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
 * Inserter of messages and deliveries on PostgreSQL: a few value by value, many as arrays. An array costs the server
 * ten times as much time as one row.
 */
final class PostgresMessageInserter {

    /**
     * Maximum number of messages, each with one delivery, that are bound value by value, with one statement for each
     * number.
     */
    static final int MAX_SINGLE_VALUES = 8;

    static final long MAX_BYTES = 64L << 20;

    /** SQL and JDBC type of a column. */
    private enum ColumnType {
        INT8(Types.BIGINT),
        INT4(Types.INTEGER),
        INT2(Types.SMALLINT),
        BOOL(Types.BOOLEAN),
        TEXT(Types.VARCHAR),
        BYTEA(Types.BINARY);

        final int jdbcType;

        ColumnType(int jdbcType) {
            this.jdbcType = jdbcType;
        }
    }

    private record InsertColumn<T>(String name, ColumnType type, Function<T, @Nullable Object> value) {

        void bind(PreparedStatement statement, int index, T row) throws SQLException {
            Object bound = value.apply(row);
            if (bound == null) {
                statement.setNull(index, type.jdbcType);
            } else {
                statement.setObject(index, bound);
            }
        }

        void bind(ArrayParameterBinder binder, List<T> rows) throws SQLException {
            switch (type) {
                case INT8 -> binder.longs(rows, value);
                case INT4 -> binder.ints(rows, value);
                case INT2 -> binder.shorts(rows, value);
                case BOOL -> binder.booleans(rows, value);
                case TEXT -> binder.texts(rows, value);
                case BYTEA -> binder.bytes(rows, value);
            }
        }
    }

    private static final List<InsertColumn<Change.Enqueue>> MESSAGE = List.of(
            new InsertColumn<>(
                    "id", ColumnType.INT8, enqueue -> enqueue.message().id()),
            new InsertColumn<>(
                    "fan_out", ColumnType.INT4, enqueue -> enqueue.deliveries().size()),
            new InsertColumn<>(
                    "header", ColumnType.BYTEA, enqueue -> StoredMessageCodec.encodeHeader(enqueue.message())),
            new InsertColumn<>(
                    "body", ColumnType.BYTEA, enqueue -> enqueue.message().body()));

    private static final List<InsertColumn<Delivery>> DELIVERY = List.of(
            new InsertColumn<>("id", ColumnType.INT8, Delivery::id),
            new InsertColumn<>(
                    "message", ColumnType.INT8, delivery -> delivery.ref().messageId()),
            new InsertColumn<>("entity", ColumnType.INT8, Delivery::entityId),
            new InsertColumn<>("state", ColumnType.INT2, delivery ->
                    (short) delivery.state().code()),
            new InsertColumn<>(
                    "precedence", ColumnType.INT2, delivery -> (short) DeliveryRows.precedence(delivery.priority())),
            new InsertColumn<>("queue_position", ColumnType.INT8, Delivery::position),
            new InsertColumn<>("group_id", ColumnType.TEXT, Delivery::groupId),
            new InsertColumn<>("size_bytes", ColumnType.INT4, Delivery::size),
            new InsertColumn<>("persistent", ColumnType.BOOL, Delivery::persistent),
            new InsertColumn<>(
                    "only_delivery", ColumnType.BOOL, delivery -> delivery.ref().onlyDelivery()),
            new InsertColumn<>("visible_at", ColumnType.INT8, Delivery::visibleAtMillis),
            new InsertColumn<>("enqueued_at", ColumnType.INT8, Delivery::enqueuedAtMillis),
            new InsertColumn<>(
                    "expires_at", ColumnType.INT8, delivery -> DeliveryRows.nullIfNever(delivery.expiresAtMillis())),
            new InsertColumn<>("due_at", ColumnType.INT8, DeliveryRows::dueAt),
            new InsertColumn<>("delivery_count", ColumnType.INT4, Delivery::deliveryCount),
            new InsertColumn<>(
                    "owner", ColumnType.INT8, delivery -> delivery.ref().owner()),
            new InsertColumn<>("acquisition_count", ColumnType.INT4, delivery -> delivery.ref()
                    .acquisitionCount()),
            new InsertColumn<>("redelivery_suspected", ColumnType.BOOL, Delivery::redeliverySuspected));

    /** Columns for deliveries of which some have annotations or a last-value key. */
    private static final List<InsertColumn<Delivery>> DELIVERY_WITH_OPTIONAL = Stream.concat(
                    DELIVERY.stream(),
                    Stream.of(
                            new InsertColumn<Delivery>(
                                    "original_expiration",
                                    ColumnType.INT8,
                                    ofAnnotations(DeliveryAnnotations::originalExpiration)),
                            new InsertColumn<Delivery>(
                                    "dead_letter_reason", ColumnType.TEXT, ofAnnotations(DeliveryAnnotations::reason)),
                            new InsertColumn<Delivery>(
                                    "dead_letter_description",
                                    ColumnType.TEXT,
                                    ofAnnotations(DeliveryAnnotations::description)),
                            new InsertColumn<Delivery>(
                                    "dead_letter_source", ColumnType.TEXT, ofAnnotations(DeliveryAnnotations::source)),
                            new InsertColumn<Delivery>(
                                    "changed_properties",
                                    ColumnType.BYTEA,
                                    ofAnnotations(DeliveryRows::encodeProperties)),
                            new InsertColumn<Delivery>("value_key", ColumnType.TEXT, delivery -> delivery.ref()
                                    .valueKey())))
            .toList();

    private static final String MANY = insert(DELIVERY, PostgresMessageInserter::unnest);
    private static final String MANY_WITH_OPTIONAL = insert(DELIVERY_WITH_OPTIONAL, PostgresMessageInserter::unnest);

    /** Statements by the number of rows minus one. */
    private static final List<String> ROWS = IntStream.rangeClosed(1, MAX_SINGLE_VALUES)
            .mapToObj(rows -> insert(DELIVERY, columns -> rows(columns, rows)))
            .toList();

    private final Connection connection;
    private final StatementCache statements;

    PostgresMessageInserter(Connection connection, StatementCache statements) {
        this.connection = connection;
        this.statements = statements;
    }

    /** Inserts messages in slices, because a statement must fit into one packet of the protocol and into memory. */
    void insert(List<Change.Enqueue> enqueues) throws SQLException {
        int first = 0;
        long bytes = 0;
        for (int i = 0; i < enqueues.size(); i++) {
            long next = enqueues.get(i).storedBytes();
            if (i > first && bytes + next > MAX_BYTES) {
                insertBatch(enqueues.subList(first, i));
                first = i;
                bytes = 0;
            }
            bytes += next;
        }
        insertBatch(enqueues.subList(first, enqueues.size()));
    }

    /**
     * Returns whether {@link #singleValuesSql} can store the messages: at most {@link #MAX_SINGLE_VALUES}, each with
     * one delivery, and without annotations and last-value keys.
     */
    static boolean fitsSingleValues(List<Change.Enqueue> enqueues) {
        if (enqueues.size() > MAX_SINGLE_VALUES) {
            return false;
        }
        for (Change.Enqueue enqueue : enqueues) {
            if (enqueue.deliveries().size() > 1
                    || hasOptionalColumns(enqueue.deliveries().get(0))) {
                return false;
            }
        }
        return true;
    }

    /** Returns the statement that stores a number of messages value by value. */
    static String singleValuesSql(int messages) {
        return ROWS.get(messages - 1);
    }

    /** Binds messages to such a statement, and returns the index of the next parameter. */
    static int bindSingleValues(PreparedStatement insert, int first, List<Change.Enqueue> enqueues)
            throws SQLException {
        return bind(insert, bind(insert, first, MESSAGE, enqueues), DELIVERY, deliveries(enqueues));
    }

    private static List<Delivery> deliveries(List<Change.Enqueue> enqueues) {
        List<Delivery> deliveries = new ArrayList<>(enqueues.size());
        for (Change.Enqueue enqueue : enqueues) {
            deliveries.addAll(enqueue.deliveries());
        }
        return deliveries;
    }

    private static boolean hasOptionalColumns(Delivery delivery) {
        return delivery.annotations() != null || delivery.ref().valueKey() != null;
    }

    private void insertBatch(List<Change.Enqueue> enqueues) throws SQLException {
        if (fitsSingleValues(enqueues)) {
            PreparedStatement insert = statements.prepare(singleValuesSql(enqueues.size()));
            bindSingleValues(insert, 1, enqueues);
            insert.executeUpdate();
        } else {
            insertColumns(enqueues, deliveries(enqueues));
        }
    }

    private static <T> int bind(PreparedStatement statement, int first, List<InsertColumn<T>> columns, List<T> rows)
            throws SQLException {
        int next = first;
        for (T row : rows) {
            for (InsertColumn<T> column : columns) {
                column.bind(statement, next, row);
                next++;
            }
        }
        return next;
    }

    private void insertColumns(List<Change.Enqueue> enqueues, List<Delivery> deliveries) throws SQLException {
        boolean special = deliveries.stream().anyMatch(PostgresMessageInserter::hasOptionalColumns);
        PreparedStatement insert = statements.prepare(special ? MANY_WITH_OPTIONAL : MANY);
        ArrayParameterBinder binder = new ArrayParameterBinder(connection, insert);
        for (InsertColumn<Change.Enqueue> column : MESSAGE) {
            column.bind(binder, enqueues);
        }
        for (InsertColumn<Delivery> column : special ? DELIVERY_WITH_OPTIONAL : DELIVERY) {
            column.bind(binder, deliveries);
        }
        insert.executeUpdate();
    }

    private static Function<Delivery, @Nullable Object> ofAnnotations(
            Function<DeliveryAnnotations, @Nullable Object> value) {
        return delivery -> {
            DeliveryAnnotations annotations = delivery.annotations();
            return annotations == null ? null : value.apply(annotations);
        };
    }

    /** Clause of an INSERT that supplies the values. */
    private interface ValuesClause {
        String of(List<? extends InsertColumn<?>> columns);
    }

    private static String insert(List<InsertColumn<Delivery>> deliveryColumns, ValuesClause source) {
        return "WITH messages AS (INSERT INTO restante_message (" + names(MESSAGE) + ") " + source.of(MESSAGE)
                + ") INSERT INTO restante_delivery (" + names(deliveryColumns) + ") " + source.of(deliveryColumns);
    }

    private static String names(List<? extends InsertColumn<?>> columns) {
        return columns.stream().map(InsertColumn::name).collect(Collectors.joining(", "));
    }

    private static String unnest(List<? extends InsertColumn<?>> columns) {
        return columns.stream()
                .map(column -> "?::" + column.type() + "[]")
                .collect(Collectors.joining(", ", "SELECT * FROM unnest(", ")"));
    }

    private static String rows(List<? extends InsertColumn<?>> columns, int rows) {
        String row = columns.stream().map(column -> "?::" + column.type()).collect(Collectors.joining(", ", "(", ")"));
        return IntStream.range(0, rows).mapToObj(each -> row).collect(Collectors.joining(", ", "VALUES ", ""));
    }
}
