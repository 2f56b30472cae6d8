package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.mariadb.MariaDbPlanTest;
import dev.restante.store.jdbc.read.ReadSql;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("index use of frequent statements on MySQL, independent of table statistics")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlPlanTest {

    @BeforeAll
    static void requireMySql() {
        assumeTrue(MySqlServer.isReal(), "the server that replaces MySQL plans like MariaDB");
    }

    private static void fill(Statement statement, int rows) throws SQLException {
        statement.execute("SET cte_max_recursion_depth = 100000");
        statement.execute("DELETE FROM restante_delivery");
        if (rows > 0) {
            statement.execute(String.format(
                    Locale.ROOT,
                    """
                    INSERT INTO restante_delivery (id, message, entity, state, precedence, queue_position, size_bytes, persistent, only_delivery,
                      visible_at, enqueued_at, expires_at, due_at, delivery_count, owner, acquisition_count, redelivery_suspected)
                    WITH RECURSIVE numbers (seq) AS (SELECT 1 UNION ALL SELECT seq + 1 FROM numbers WHERE seq < %d)
                    SELECT seq, seq, seq MOD 3, 2, 5, seq, 1, TRUE, TRUE, 0, seq, seq, seq, 0, 0, 0, FALSE FROM numbers""",
                    rows));
        }
        statement.executeQuery("ANALYZE TABLE restante_delivery").close();
    }

    @Test
    void shouldLockAlongTheIndex() throws SQLException {
        try (Connection connection = DriverManager.getConnection(MySqlServer.newDatabase());
                Statement statement = connection.createStatement()) {
            for (int rows : new int[] {0, 1, 20, 3_000}) {
                fill(statement, rows);
                for (String sql : MariaDbPlanTest.locking()) {
                    assertThat(scanned(statement, sql))
                            .as(rows + " rows: " + sql)
                            .isEmpty();
                }
            }
        }
    }

    @Test
    void shouldReadAlongTheIndex() throws SQLException {
        ReadSql reads = new ReadSql(new MariaDbDialect(MySqlVariant.INSTANCE, false, 0, null));
        try (Connection connection = DriverManager.getConnection(MySqlServer.newDatabase());
                Statement statement = connection.createStatement()) {
            fill(statement, 10_000);
            for (String sql : List.of(reads.browse(), reads.withDefaultTimeToLive(), reads.due(2), reads.nextDue(2))) {
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
        try (ResultSet rows = statement.executeQuery("EXPLAIN FORMAT=TRADITIONAL " + sql.replace("?", "1"))) {
            while (rows.next()) {
                lines.add(rows.getString("type") + " " + rows.getString("key") + " " + rows.getString("Extra"));
            }
        }
        return lines;
    }
}
