package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Store;
import dev.restante.store.jdbc.batch.FencedKind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.hsqldb.HsqldbBatchSql;
import dev.restante.store.jdbc.hsqldb.HsqldbDialect;
import dev.restante.store.jdbc.postgres.PostgresBatchSql;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.read.JdbcDeliveryInspector;
import dev.restante.store.jdbc.read.ReadSql;
import dev.restante.store.jdbc.rows.DeliveryRows;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("hot queries walk along an index: their cost does not grow with the backlog")
final class QueryPlanTest {

    private static String explain(Connection connection, String command, String sql) throws SQLException {
        StringBuilder plan = new StringBuilder();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(command + sql)) {
            while (rows.next()) {
                plan.append(rows.getString(1)).append('\n');
            }
        }
        return plan.toString();
    }

    @Test
    void shouldWalkAlongTheIndexOnHsqldb() throws SQLException {
        String url = "jdbc:hsqldb:mem:plans";
        Dialect dialect = new HsqldbDialect();
        ReadSql reads = new ReadSql(dialect);
        try (Store store = StoreOpening.open(new StoreLocation.Url(url, "SA", ""));
                Connection connection = DriverManager.getConnection(url, "SA", "")) {
            for (String sql : List.of(
                    new HsqldbBatchSql(dialect).selectAvailable(),
                    reads.browse(),
                    reads.followingDefault(),
                    reads.due(2),
                    reads.nextDue(2))) {
                assertThat(explain(connection, "EXPLAIN PLAN FOR ", sql))
                        .as(sql)
                        .contains("access=INDEX PRED")
                        .contains("uses index")
                        .doesNotContain("FULL SCAN");
            }
            assertThat(explain(connection, "EXPLAIN PLAN FOR ", JdbcDeliveryInspector.REASONS))
                    .contains("access=INDEX PRED")
                    .doesNotContain("FULL SCAN");
            for (FencedKind kind : FencedKind.values()) {
                List<String> statements = kind == FencedKind.REMOVE
                        ? List.of(DeliveryRows.DELETE_FENCED)
                        : List.of(HsqldbBatchSql.UPDATES.of(kind, false), HsqldbBatchSql.UPDATES.of(kind, true));
                for (String sql : statements) {
                    assertThat(explain(connection, "EXPLAIN PLAN FOR ", sql))
                            .as(sql)
                            .doesNotContain("FULL SCAN");
                }
            }
            assertThat(store.traits().exclusive()).isTrue();
        }
    }

    @Test
    void shouldWalkAlongTheIndexOnPostgres() throws SQLException {
        String url = PostgresServer.newDatabase();
        String separator = url.contains("?") ? "&" : "?";
        ReadSql reads = new ReadSql(new PostgresDialect());
        try (Store store = StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
                Connection connection = DriverManager.getConnection(
                        url + separator + "preferQueryMode=simple", PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            for (String setting : new PostgresDialect().writerSettings(1_000)) {
                statement.execute(setting);
            }
            for (String sql : List.of(
                    reads.browse(),
                    reads.followingDefault(),
                    reads.due(2),
                    reads.nextDue(2),
                    PostgresBatchSql.ACQUIRE)) {
                assertThat(plan(connection, sql))
                        .as(sql)
                        .containsPattern("Index (Only )?Scan using restante_delivery_(order|due)")
                        .doesNotContain("Sort")
                        .doesNotContain("Seq Scan");
            }
            for (String sql : List.of(
                    PostgresBatchSql.REMOVE_OWNED,
                    PostgresBatchSql.REMOVE,
                    PostgresBatchSql.RELEASE.unlessLocked(),
                    PostgresBatchSql.RELEASE_DELAYED.unlessLocked(),
                    PostgresBatchSql.GIVE_BACK.unlessLocked(),
                    PostgresBatchSql.PROMOTE.unlessLocked(),
                    PostgresBatchSql.MOVE.unlessLocked(),
                    PostgresBatchSql.DEFER.unlessLocked(),
                    PostgresBatchSql.REACQUIRE.unlessLocked(),
                    PostgresBatchSql.ACQUIRE_THESE.unlessLocked(),
                    PostgresBatchSql.GIVE_BACK.ofOwned(),
                    PostgresBatchSql.COUNT_ATTEMPT.unlessLocked())) {
                assertThat(plan(connection, sql))
                        .as(sql)
                        .contains("Index Scan using restante_delivery_pkey")
                        .doesNotContain("Seq Scan");
            }
            assertThat(store.traits().exclusive()).isFalse();
        }
    }

    /** The generic plan, as the writer gets it. */
    private static String plan(Connection connection, String sql) throws SQLException {
        String[] pieces = sql.split("\\?", -1);
        StringBuilder numbered = new StringBuilder(pieces[0]);
        for (int parameter = 1; parameter < pieces.length; parameter++) {
            numbered.append('$').append(parameter).append(pieces[parameter]);
        }
        return explain(connection, "EXPLAIN (GENERIC_PLAN) ", numbered.toString());
    }
}
