package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.model.Delivery;
import dev.restante.model.DeliveryState;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.hsqldb.HsqldbMaintenance;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("lock, crash recovery and checkpoints of HSQLDB files")
final class HsqldbFileTest {

    @TempDir
    Path folder;

    private Path path() {
        return folder.resolve("store");
    }

    private JdbcStore open() {
        return StoreOpener.open(StoreChild.location(path()));
    }

    private Connection foreign() throws SQLException {
        return DriverManager.getConnection("jdbc:hsqldb:file:" + path() + ";ifexists=true", "SA", "");
    }

    @Test
    @DisplayName("a second process cannot open the store, and its error names the lock file")
    void shouldRefuseASecondProcess() throws IOException, InterruptedException {
        try (JdbcStore store = open()) {
            Process child = StoreChild.start(path());
            try (BufferedReader output = StoreChild.output(child)) {
                assertThat(output.readLine())
                        .startsWith("failed")
                        .contains(path() + ".lock")
                        .contains("another process");
            }
            child.waitFor();
            assertThat(store.entities().list()).isEmpty();
        }
    }

    @Test
    @DisplayName("a process cannot open the store twice, but can open it again after closing it")
    void shouldRefuseTwiceInOneProcess() {
        try (JdbcStore store = open()) {
            assertThat(store.capabilities().exclusive()).isTrue();
            assertThatThrownBy(this::open)
                    .isInstanceOfSatisfying(
                            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE))
                    .hasMessageContaining(path() + ".lock");
        }
        open().close();
    }

    @Test
    @DisplayName("after kill -9 during batches, the store opens and contains exactly the committed messages")
    void shouldSurviveKill() throws IOException, InterruptedException {
        Set<Long> expected = new TreeSet<>();
        for (int round = 0; round < 3; round++) {
            List<Long> firsts = runAndKill();
            try (StoreFixture fixture = new StoreFixture(open())) {
                List<Delivery> stored = fixture.stored();
                expected.addAll(firsts);
                long last = firsts.get(firsts.size() - 1);
                for (long id = last + 1; id < last + StoreChild.SENT; id++) {
                    expected.add(id);
                }
                // The batch after the last reported batch may be committed, too.
                if (stored.size() != expected.size()
                        || !expected.contains(stored.get(stored.size() - 1).id())) {
                    for (long id = last + 1; id < last + StoreChild.SENT; id++) {
                        expected.remove(id);
                    }
                    for (long id = last + StoreChild.SENT; id < last + 2 * StoreChild.SENT; id++) {
                        expected.add(id);
                    }
                }
                assertThat(new TreeSet<>(StoreFixture.ids(stored))).isEqualTo(expected);
                assertThat(fixture.store.deliveries().messages(expected))
                        .hasSize(expected.size())
                        .allSatisfy((id, message) ->
                                assertThat(message.body()).asString().isEqualTo("body " + id));
                assertThat(fixture.node.highestId())
                        .isGreaterThanOrEqualTo(expected.stream().reduce(0L, Math::max));
                releaseTheDead(fixture);
                assertThat(fixture.store.deliveries().counts(fixture.queue.id()).available())
                        .isEqualTo(expected.size());
            }
        }
    }

    private static void releaseTheDead(StoreFixture fixture) {
        for (long dead : fixture.store.membership().deadIncarnations()) {
            while (!fixture.store.membership().releaseOfDead(dead, 100, NOW).isEmpty()) {
                assertThat(fixture.store.membership().deadIncarnations()).contains(dead);
            }
        }
    }

    /** Runs a child process, kills it, and returns the first id of each batch that the child reported as durable. */
    private List<Long> runAndKill() throws IOException, InterruptedException {
        Process child = StoreChild.start(path());
        List<Long> firsts = new ArrayList<>();
        try (BufferedReader output = StoreChild.output(child)) {
            assertThat(output.readLine()).isEqualTo("open");
            while (firsts.size() < 300) {
                firsts.add(Long.parseLong(output.readLine().substring("first ".length())));
            }
            // The handle, unlike Process, leaves the output open, so that the test can read all reported batches.
            child.toHandle().destroyForcibly();
            String line = output.readLine();
            while (line != null && line.startsWith("first ")) {
                firsts.add(Long.parseLong(line.substring("first ".length())));
                line = output.readLine();
            }
        }
        child.waitFor();
        return firsts;
    }

    @Test
    @DisplayName("a checkpoint empties a log that exceeds its limit")
    void shouldCheckpoint() throws IOException {
        try (StoreFixture fixture = new StoreFixture(
                StoreChild.open(StoreChild.location(path()), new HsqldbTuning(10_000, Long.MAX_VALUE, 0, 5_000)))) {
            for (int i = 0; i < 50; i++) {
                fixture.send();
            }
            assertThat(logBytes()).isGreaterThan(10_000);
            fixture.store.maintain();
            assertThat(logBytes()).isLessThan(2_000);
            assertThat(fixture.stored()).hasSize(50);
        }
    }

    @Test
    @DisplayName("after a failed login, another process can open the store, and this process later reads its messages")
    void shouldNotShareTheFilesAfterAFailedAttempt() throws IOException, InterruptedException {
        open().close();
        assertThatThrownBy(() -> StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + path(), "SA", "wrong")))
                .isInstanceOf(StoreException.class);
        Process child = StoreChild.start(path());
        long written = 0;
        try (BufferedReader output = StoreChild.output(child)) {
            assertThat(output.readLine()).isEqualTo("open");
            for (int i = 0; i < 3; i++) {
                written = Long.parseLong(output.readLine().substring("first ".length()));
            }
        } finally {
            child.destroyForcibly().waitFor();
        }
        try (JdbcStore store = open()) {
            long id = written;
            assertThat(store.deliveries().messages(List.of(id))).containsOnlyKeys(id);
        }
    }

    @Test
    @DisplayName("many written rows cause a checkpoint, but direct deliveries, which stay in memory, do not count")
    void shouldCheckpointAfterManyRows() throws IOException {
        HsqldbTuning tuning = new HsqldbTuning(Long.MAX_VALUE, 100, 0, 5_000);
        try (StoreFixture fixture = new StoreFixture(StoreChild.open(StoreChild.location(path()), tuning))) {
            for (int i = 0; i < 101; i++) {
                StoreFixture.Shape direct = fixture.shape();
                direct.state = DeliveryState.ACQUIRED;
                direct.owner = fixture.node.incarnation();
                direct.acquisition = 1;
                fixture.send(direct);
            }
            fixture.store.maintain();
            assertThat(logBytes()).isGreaterThan(10_000);

            for (int i = 0; i < 51; i++) {
                fixture.send();
            }
            fixture.store.maintain();
            assertThat(logBytes()).isLessThan(2_000);
            assertThat(fixture.stored()).hasSize(152);
        }
    }

    @Test
    @DisplayName("an idle foreign transaction delays checkpoints only until its end and does not stop the writer")
    void shouldGoOnDespiteAnIdleTransaction() throws SQLException, IOException {
        try (StoreFixture fixture = new StoreFixture(StoreChild.open(
                        StoreChild.location(path()), new HsqldbTuning(10_000, Long.MAX_VALUE, 0, 5_000)));
                Connection application = foreign();
                Statement statement = application.createStatement()) {
            statement.execute("CREATE TABLE business (id INTEGER)");
            application.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM business");
            for (int i = 0; i < 50; i++) {
                fixture.send();
                fixture.store.maintain();
            }
            long grown = logBytes();
            assertThat(grown).isGreaterThan(10_000);

            application.commit();
            fixture.store.maintain();
            assertThat(logBytes()).isLessThan(grown);
        }
    }

    @Test
    @DisplayName("an idle transaction that delays a checkpoint is rolled back completely, and its session is closed")
    void shouldRollBackAnIdleTransactionThatHoldsUpACheckpoint() throws SQLException {
        HsqldbTuning tuning = new HsqldbTuning(0, Long.MAX_VALUE, 0, 100);
        try (StoreFixture fixture = new StoreFixture(StoreChild.open(StoreChild.location(path()), tuning));
                Connection application = foreign();
                Statement statement = application.createStatement()) {
            statement.execute("CREATE TABLE business (id INTEGER)");
            application.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO business VALUES (1)");

            ((HsqldbMaintenance) ((JdbcStore) fixture.store).maintenance()).forceCheckpoint();

            fixture.send();
            assertThatThrownBy(() -> statement.executeUpdate("INSERT INTO business VALUES (2)"))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("closed");
            application.commit();
            try (Connection another = foreign();
                    Statement select = another.createStatement()) {
                assertThat(select.executeQuery("SELECT * FROM business").next()).isFalse();
            }
        }
    }

    private long logBytes() throws IOException {
        return StoreFixture.logText(path()).length();
    }

    @Test
    @DisplayName("RCV-13 after a restart, the deliveries of the previous incarnation are released")
    void shouldReleaseAtRestart() {
        Delivery acquired;
        try (StoreFixture fixture = new StoreFixture(open())) {
            acquired = fixture.sendAndAcquire();
        }
        try (StoreFixture fixture = new StoreFixture(open())) {
            assertThat(fixture.node.nodeNumber()).isZero();
            releaseTheDead(fixture);
            Delivery again = fixture.acquire(1).get(0);
            assertThat(again.id()).isEqualTo(acquired.id());
            assertThat(again.redeliverySuspected()).isTrue();
            assertThat(fixture.store.deliveries().dueDeliveries(NOW, 1, Set.of()))
                    .isEmpty();
        }
    }
}
