package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Store;
import dev.restante.store.jdbc.batch.FencedChangeKind;
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

@DisplayName("index use of frequent queries, whose cost must not grow with the backlog")
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
        try (Store store = StoreOpener.open(new StoreLocation.Url(url, "SA", ""));
                Connection connection = DriverManager.getConnection(url, "SA", "")) {
            for (String sql : List.of(
                    new HsqldbBatchSql(dialect).selectAvailable(),
                    reads.browse(),
                    reads.withDefaultTimeToLive(),
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
            for (FencedChangeKind kind : FencedChangeKind.values()) {
                List<String> statements = kind == FencedChangeKind.REMOVE
                        ? List.of(DeliveryRows.DELETE_FENCED)
                        : List.of(HsqldbBatchSql.UPDATES.sql(kind, false), HsqldbBatchSql.UPDATES.sql(kind, true));
                for (String sql : statements) {
                    assertThat(explain(connection, "EXPLAIN PLAN FOR ", sql))
                            .as(sql)
                            .doesNotContain("FULL SCAN");
                }
            }
            assertThat(store.capabilities().exclusive()).isTrue();
        }
    }

    @Test
    void shouldWalkAlongTheIndexOnPostgres() throws SQLException {
        String url = PostgresServer.newDatabase();
        String separator = url.contains("?") ? "&" : "?";
        ReadSql reads = new ReadSql(new PostgresDialect());
        try (Store store = StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
                Connection connection = DriverManager.getConnection(
                        url + separator + "preferQueryMode=simple", PostgresServer.USER, "");
                Statement statement = connection.createStatement()) {
            for (String setting : new PostgresDialect().writerSettings(1_000)) {
                statement.execute(setting);
            }
            for (String sql : List.of(
                    reads.browse(),
                    reads.withDefaultTimeToLive(),
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
                    PostgresBatchSql.RELEASE.sqlSkippingLocked(),
                    PostgresBatchSql.RELEASE_DELAYED.sqlSkippingLocked(),
                    PostgresBatchSql.RETURN_UNDELIVERED.sqlSkippingLocked(),
                    PostgresBatchSql.PROMOTE.sqlSkippingLocked(),
                    PostgresBatchSql.MOVE.sqlSkippingLocked(),
                    PostgresBatchSql.DEFER.sqlSkippingLocked(),
                    PostgresBatchSql.ACQUIRE_DEFERRED.sqlSkippingLocked(),
                    PostgresBatchSql.ACQUIRE_THESE.sqlSkippingLocked(),
                    PostgresBatchSql.RETURN_UNDELIVERED.sqlForOwned(),
                    PostgresBatchSql.COUNT_ATTEMPT.sqlSkippingLocked())) {
                assertThat(plan(connection, sql))
                        .as(sql)
                        .contains("Index Scan using restante_delivery_pkey")
                        .doesNotContain("Seq Scan");
            }
            assertThat(store.capabilities().exclusive()).isFalse();
        }
    }

    /** Returns the generic plan, which the writer uses, too. */
    private static String plan(Connection connection, String sql) throws SQLException {
        String[] pieces = sql.split("\\?", -1);
        StringBuilder numbered = new StringBuilder(pieces[0]);
        for (int parameter = 1; parameter < pieces.length; parameter++) {
            numbered.append('$').append(parameter).append(pieces[parameter]);
        }
        return explain(connection, "EXPLAIN (GENERIC_PLAN) ", numbered.toString());
    }
}
