package dev.restante.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.LoadAccounting;
import jakarta.jms.DeliveryMode;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test that each contender on PostgreSQL carries a few messages without loss or duplicates. */
class PostgresqlContendersTest {

    private static final int MESSAGES = 10;
    private static final int BODY_BYTES = 1_024;

    @TempDir
    static Path directory;

    private static BenchPostgresqlServer server;

    @BeforeAll
    static void startServer() throws Exception {
        server = BenchPostgresqlServer.start(directory.resolve("postgresql"));
    }

    @AfterAll
    static void stopServer() throws Exception {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "restante-postgresql",
                "restante-postgresql-strict",
                "artemis-jdbc",
                "classic-jdbc",
                "naive-postgresql",
                "db-scheduler"
            })
    void shouldCarryMessages(String name) throws Exception {
        PostgresqlContender contender = (PostgresqlContender) ContenderCatalog.get(name);
        String url = server.newDatabase("of_" + name.replace('-', '_'));
        try (RunningTransport running = contender.startOnDatabase(url, directory)) {
            Load sync = new Load(2, 2, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT);
            assertThat(contender.supports(sync)).isTrue();
            assertThat(run(running, sync).sendAndConsumeAll()).isPositive();
            assertThat(run(running, sync.acknowledgedByClient()).sendAndConsumeAll())
                    .isPositive();
            LoadRun backlog = run(running, new Load(1, 1, Load.SendMode.TRANSACTED, 10, DeliveryMode.PERSISTENT));
            assertThat(backlog.sendAll()).isPositive();
            assertThat(backlog.drain()).isPositive();
        }
    }

    private static LoadRun run(RunningTransport running, Load load) {
        return new LoadRun(running, load, BODY_BYTES, new LoadAccounting(1_000, MESSAGES));
    }

    @Test
    void shouldPassRowsThroughTwoTables() throws Exception {
        try (RawStore store = ServerRawStore.openPostgresql(server.newDatabase("of_raw"), () -> {})) {
            for (long id = 1; id <= 3; id++) {
                store.addInsert(id, new byte[BODY_BYTES]);
            }
            store.insert();
            store.commit();
            assertThat(store.read(0, 2)).isEqualTo(2);
            assertThat(store.read(2, 2)).isEqualTo(1);

            store.delete(1, 4);
            store.commit();

            assertThat(store.rowCount()).isZero();
        }
    }

    @Test
    void shouldForceCommitsToDisk() throws Exception {
        try (var connection = server.connect();
                var statement = connection.createStatement();
                var row = statement.executeQuery("SELECT string_agg(setting, ' ' ORDER BY name) FROM pg_settings"
                        + " WHERE name IN ('fsync', 'full_page_writes', 'synchronous_commit')")) {
            row.next();
            assertThat(row.getString(1)).isEqualTo("on on on");
        }
    }
}
