package dev.restante.bench.contender;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.bench.load.Load;
import dev.restante.bench.load.LoadRun;
import dev.restante.bench.measure.LoadAccounting;
import jakarta.jms.DeliveryMode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Test that each contender on MariaDB carries a few messages without loss or duplicates. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbContendersTest {

    private static final int MESSAGES = 10;
    private static final int BODY_BYTES = 1_024;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"restante-mariadb", "restante-mariadb-strict", "naive-mariadb"})
    void shouldCarryMessages(String name) throws Exception {
        MessagingContender contender = (MessagingContender) ContenderCatalog.get(name);
        try (RunningTransport running = contender.start(directory, MessageStorage.DISK)) {
            Load sync = new Load(2, 2, Load.SendMode.SYNC, 1, DeliveryMode.PERSISTENT);
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
    void shouldPassRowsThroughTwoTablesOfAServerThatForcesCommitsToDisk() throws Exception {
        try (BenchMariaDbServer server = BenchMariaDbServer.start(directory.resolve("mariadb"));
                RawStore store = ServerRawStore.openMariaDb(server.newDatabase("of_raw"), () -> {})) {
            for (long id = 1; id <= 3; id++) {
                store.addInsert(id, new byte[BODY_BYTES]);
            }
            store.insert();
            store.commit();
            assertThat(store.read(0, 2)).isEqualTo(2);
            store.delete(1, 4);
            store.commit();
            assertThat(store.rowCount()).isZero();
            try (var connection = server.connect();
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("SELECT @@innodb_flush_log_at_trx_commit, @@innodb_doublewrite")) {
                row.next();
                assertThat(row.getInt(1)).isEqualTo(1);
                assertThat(row.getString(2)).isEqualTo("ON");
            }
        }
    }
}
