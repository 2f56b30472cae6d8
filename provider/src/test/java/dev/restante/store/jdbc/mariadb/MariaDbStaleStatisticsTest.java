package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.batch.LastValueStatements.ReplacedValue;
import dev.restante.store.jdbc.database.StatementCache;
import dev.restante.store.jdbc.plan.ClassStrings;
import dev.restante.store.jdbc.rows.ScopedId;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("limited reads of statements on MariaDB with outdated statistics")
@RequiresMariaDb
public final class MariaDbStaleStatisticsTest {

    private static final int ROWS = 5_000;

    private static final int MAX_READ = 100;

    private static final List<Long> IDS = LongStream.rangeClosed(1, 8).boxed().toList();

    /**
     * Ids without rows. The rows of this test have no bodies that can be decoded, but a table scan would read them
     * anyway.
     */
    private static final List<Long> ABSENT = IDS.stream().map(id -> -id).toList();

    private static final List<String> TABLES =
            List.of("delivery", "message", "shared_message", "last_value", "duplicate_id", "message_group");

    private static final Pattern WITHOUT_INDEX =
            Pattern.compile("(FROM|UPDATE) restante_(" + String.join("|", TABLES) + ")\\b(?! FORCE INDEX)");

    /** Condition that finds one row by a key that the server knows to be unique, or all rows of an entity. */
    private static final Pattern ONE_ROW_OR_ENTITY =
            Pattern.compile("WHERE (id|entity) = \\?|WHERE g\\.entity = restante_delivery\\.entity");

    /** Call of statements whose reads are counted. */
    private interface Call {
        void on(Connection connection) throws SQLException;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 1_000_000})
    void shouldReadNoMoreThanTheListAsksFor(int rowsInStatistics) throws SQLException {
        try (Connection connection = DriverManager.getConnection(MariaDbServer.newDatabase());
                Statement statement = connection.createStatement()) {
            fill(statement, rowsInStatistics);
            connection.setAutoCommit(false);
            List<String> faults = new ArrayList<>();
            for (String sql : MariaDbPlanTest.locking()) {
                check(connection, sql, faults, on -> execute(on, sql));
            }
            String left = "SELECT id FROM restante_delivery FORCE INDEX (PRIMARY) WHERE id IN "
                    + PaddedParameterLists.parameters(8);
            check(connection, left, faults, on -> execute(on, left));
            MariaDbKeyedReader reader = new MariaDbKeyedReader();
            check(connection, "messages", faults, on -> reader.messages(on, ABSENT));
            check(connection, "heads", faults, on -> reader.headers(on, IDS));
            check(connection, "available", faults, on -> reader.available(on, 2, IDS));
            check(connection, "havingAvailable", faults, on -> reader.entitiesWithAvailable(on, IDS, 0));
            for (LastValueCall call : LastValueCall.values()) {
                check(connection, "last values: " + call, faults, on -> execute(on, call));
            }
            assertThat(faults).isEmpty();
        }
    }

    private enum LastValueCall {
        LOCK,
        LOCK_THOSE_OF_DELIVERIES,
        PUT,
        FORGET,
        REMOVE
    }

    private static void execute(Connection connection, LastValueCall call) throws SQLException {
        SortedMap<ScopedId, Long> values = new TreeMap<>();
        IDS.forEach(id -> values.put(new ScopedId(2, String.valueOf(id)), id));
        try (StatementCache statements = new StatementCache(connection)) {
            MariaDbLastValueStatements lastValues = new MariaDbLastValueStatements(MariaDbVariant.INSTANCE, statements);
            switch (call) {
                case LOCK -> lastValues.lockKeys(new TreeSet<>(values.keySet()), List.of());
                case LOCK_THOSE_OF_DELIVERIES -> lastValues.lockKeys(new TreeSet<>(), IDS);
                case PUT -> lastValues.update(values);
                case FORGET -> {
                    lastValues.update(values);
                    lastValues.deleteKeys(IDS);
                }
                case REMOVE ->
                    lastValues.deleteReplacedIfUnowned(values.entrySet().stream()
                            .map(value -> new ReplacedValue(value.getKey(), value.getValue()))
                            .toList());
            }
        }
    }

    private static void fill(Statement statement, int rowsInStatistics) throws SQLException {
        String from = " FROM seq_1_to_" + ROWS;
        for (String table : TABLES) {
            statement.execute("ALTER TABLE restante_" + table + " STATS_PERSISTENT = 1 STATS_AUTO_RECALC = 0");
        }
        statement.execute("INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position,"
                + " size_bytes, persistent, only_delivery, visible_at, enqueued_at, delivery_count, owner, acquisition_count, redelivery_suspected,"
                + " value_key) SELECT seq, seq, 2, 2, 5, seq, 1, TRUE, TRUE, 0, seq, 0, 0, 0, FALSE, seq" + from);
        statement.execute("INSERT INTO restante_message SELECT seq, 1, 'h', 'b'" + from);
        statement.execute("INSERT INTO restante_shared_message SELECT seq, 3" + from);
        statement.execute("INSERT INTO restante_last_value SELECT 2, seq, seq" + from);
        statement.execute("INSERT INTO restante_message_group SELECT 2, seq, seq, seq, NULL" + from);
        statement.execute("UPDATE mysql.innodb_table_stats SET n_rows = " + rowsInStatistics
                + ", clustered_index_size = 1, sum_of_other_index_sizes = 1 WHERE database_name = DATABASE()");
        statement.execute("UPDATE mysql.innodb_index_stats SET stat_value = 1 WHERE database_name = DATABASE()");
        statement.execute("FLUSH TABLES");
    }

    private static void check(Connection connection, String name, List<String> faults, Call call) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("FLUSH STATUS");
            call.on(connection);
            long read = 0;
            try (ResultSet rows = statement.executeQuery("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
                while (rows.next()) {
                    read += rows.getLong(2);
                }
            }
            connection.rollback();
            if (read > MAX_READ) {
                faults.add(name + " reads " + read + " rows");
            }
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql.replace("LIMIT ?", "LIMIT 8"))) {
            int parameters = statement.getParameterMetaData().getParameterCount();
            for (int parameter = 1; parameter <= parameters; parameter++) {
                statement.setString(parameter, String.valueOf(parameter));
            }
            statement.execute();
        }
    }

    @Test
    void shouldNameTheIndexWhereTheListIsLong() throws IOException {
        List<String> without = new ArrayList<>();
        for (Class<?> owner : List.of(
                MariaDbBatchSql.class,
                MariaDbBatchStatements.class,
                MariaDbLastValueStatements.class,
                MariaDbKeyedReader.class,
                MariaDbAcquisition.class,
                MariaDbApplicationTransactions.class)) {
            ClassStrings.of(owner).stream()
                    .filter(text -> WITHOUT_INDEX.matcher(text).find()
                            && !ONE_ROW_OR_ENTITY.matcher(text).find())
                    .forEach(text -> without.add(owner.getSimpleName() + ": " + text));
        }
        assertThat(without).isEmpty();
    }
}
