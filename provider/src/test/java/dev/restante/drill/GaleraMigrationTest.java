package dev.restante.drill;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.schema.SchemaMigrator;
import dev.restante.testing.Eventually;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("nodes that create the tables of a store on a Galera cluster")
@Tag("galera")
final class GaleraMigrationTest {

    private static final int ROUNDS = 10;

    private static final String SCHEMA =
            "SET STATEMENT wsrep_sync_wait = 7 FOR SELECT COUNT(*), MAX(restante_schema.version)"
                    + " FROM information_schema.TABLES, restante_schema WHERE TABLE_SCHEMA = DATABASE()";

    private final Random random = new Random();

    private static Connection connect(GaleraCluster cluster, int server, String database) throws SQLException {
        return DriverManager.getConnection(cluster.url(server).replace("/r?", "/" + database + "?"));
    }

    private static void migrate(GaleraCluster cluster, int server, String database) throws SQLException {
        try (Connection connection = connect(cluster, server, database)) {
            migrate(connection);
        }
    }

    private static void migrate(Connection connection) throws SQLException {
        new SchemaMigrator(new MariaDbDialect(false, 0, null), "the cluster", Eventually.PATIENCE_MILLIS)
                .migrate(connection, 0);
    }

    private static String schema(GaleraCluster cluster, int server, String database) throws SQLException {
        try (Connection connection = connect(cluster, server, database);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SCHEMA)) {
            row.next();
            return row.getInt(1) + " tables, version " + row.getInt(2);
        }
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES)
    @DisplayName("several nodes can create the tables concurrently on any servers, even if a node is killed meanwhile")
    void shouldCreateTheTablesTogether() throws Exception {
        GaleraCluster cluster = new GaleraCluster();
        try (cluster) {
            String alone = cluster.newDatabase();
            migrate(cluster, 0, alone);
            String whole = schema(cluster, 0, alone);
            for (int round = 0; round < ROUNDS; round++) {
                String database = cluster.newDatabase();
                Connection killed = connect(cluster, round % GaleraCluster.SERVERS, database);
                List<CompletableFuture<Void>> others = new ArrayList<>();
                CompletableFuture<Void> victim = CompletableFuture.runAsync(() -> {
                    try {
                        migrate(killed);
                    } catch (SQLException e) {
                        // The failure is expected.
                        return;
                    }
                });
                for (int i = 0; i <= GaleraCluster.SERVERS; i++) {
                    int server = i % GaleraCluster.SERVERS;
                    others.add(CompletableFuture.runAsync(() -> {
                        try {
                            migrate(cluster, server, database);
                        } catch (SQLException e) {
                            throw new AssertionError("on server " + server, e);
                        }
                    }));
                }
                TimeUnit.MILLISECONDS.sleep(random.nextInt(1_000));
                killed.abort(Runnable::run);
                victim.join();
                others.forEach(CompletableFuture::join);
                for (int server = 0; server < GaleraCluster.SERVERS; server++) {
                    assertThat(schema(cluster, server, database)).isEqualTo(whole);
                }
            }
        }
        cluster.deleteFiles();
    }
}
