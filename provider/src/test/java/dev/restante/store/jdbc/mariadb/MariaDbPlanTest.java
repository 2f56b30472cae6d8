package dev.restante.store.jdbc.mariadb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.batch.FencedChangeKind;
import dev.restante.store.jdbc.read.ReadSql;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("index use of frequent statements on MariaDB, independent of table statistics")
@RequiresMariaDb
public final class MariaDbPlanTest {

    private static final String ROWS =
            """
            INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, size_bytes, persistent, only_delivery,
              visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition_count, redelivery_suspected)
            SELECT seq, seq, seq MOD 3, 2, 5, seq, 1, TRUE, TRUE, 0, seq, seq, seq, 0, 0, 0, FALSE FROM seq_1_to_""";

    /** Returns the statements that lock the rows that they read. */
    public static List<String> locking() {
        List<String> statements = new ArrayList<>(List.of(
                DeliveryRows.DELETE_FENCED,
                DeliveryRows.DELETE_MESSAGE,
                MariaDbBatchSql.selectAvailable(0),
                MariaDbBatchSql.selectAvailable(5),
                MariaDbBatchSql.selectAvailableExceptGroups(0, 2),
                MariaDbBatchSql.selectAvailableExceptGroups(5, 2),
                MariaDbBatchSql.acquire(16),
                MariaDbBatchSql.lockUnlocked(16),
                MariaDbBatchSql.subscriptionVersions(2)));
        for (FencedChangeKind kind : FencedChangeKind.values()) {
            if (kind != FencedChangeKind.REMOVE) {
                statements.add(MariaDbBatchSql.UPDATES.sql(kind, false));
                statements.add(MariaDbBatchSql.UPDATES.sql(kind, true));
            }
        }
        return statements;
    }

    @Test
    void shouldLockAlongTheIndex() throws SQLException {
        try (Connection connection = DriverManager.getConnection(MariaDbServer.newDatabase());
                Statement statement = connection.createStatement()) {
            for (int rows : new int[] {0, 1, 20, 3_000}) {
                statement.execute("DELETE FROM restante_delivery");
                if (rows > 0) {
                    statement.execute(ROWS + rows);
                }
                statement.executeQuery("ANALYZE TABLE restante_delivery").close();
                for (String sql : locking()) {
                    assertThat(scanned(statement, sql))
                            .as(rows + " rows: " + sql)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void shouldReadAlongTheIndex() throws SQLException {
        ReadSql reads = new ReadSql(new MariaDbDialect(false, 0, null));
        try (Connection connection = DriverManager.getConnection(MariaDbServer.newDatabase());
                Statement statement = connection.createStatement()) {
            statement.execute(ROWS + "10000");
            statement.executeQuery("ANALYZE TABLE restante_delivery").close();
            for (String sql : List.of(
                    MariaDbBatchSql.selectAvailable(0),
                    MariaDbBatchSql.selectAvailable(4),
                    MariaDbBatchSql.selectAvailableExceptGroups(4, 2),
                    reads.browse(),
                    MariaDbKeyedReader.RANGE_PROBE.sql(10),
                    reads.withDefaultTimeToLive(),
                    reads.due(2),
                    reads.nextDue(2),
                    MariaDbKeyedReader.havingAvailable(2))) {
                assertThat(scanned(statement, sql)).as(sql).isEmpty();
                assertThat(plan(statement, sql)).as(sql).noneMatch(line -> line.contains("filesort"));
            }
        }
    }

    /** Returns the lines of a plan that read a whole table or index. */
    private static List<String> scanned(Statement statement, String sql) throws SQLException {
        return plan(statement, sql).stream()
                .filter(line -> line.startsWith("ALL ") || line.startsWith("index "))
                .toList();
    }

    private static List<String> plan(Statement statement, String sql) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("EXPLAIN " + sql.replace("?", "1"))) {
            while (rows.next()) {
                lines.add(rows.getString("type") + " " + rows.getString("key") + " " + rows.getString("Extra"));
            }
        }
        return lines;
    }
}
