package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpening;
import dev.restante.store.jdbc.hsqldb.HsqldbUpkeep;
import dev.restante.store.jdbc.hsqldb.StoreTuning;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder with something in it stands where a file should be written, so that it can't be. */
@DisplayName("HSQLDB's files that can't be written")
final class HsqldbFilesTest {

    private static final StoreTuning TUNING = new StoreTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 2_000);

    /** How long a change waits for a disk that does not take it, before it is told as in doubt. */
    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    private StoreFixture fixture;

    @BeforeEach
    void open() {
        fixture = new StoreFixture(StoreChild.open(StoreChild.location(path()), TUNING, STORE_TIMEOUT));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Path path() {
        return folder.resolve("store");
    }

    private Path obstruct(String ending) throws IOException {
        Path file = Path.of(path() + ending);
        Files.deleteIfExists(file);
        return Files.createFile(Files.createDirectory(file).resolve("obstacle"));
    }

    private static void remove(Path obstacle) throws IOException {
        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
    }

    private void checkpoint() {
        ((HsqldbUpkeep) ((JdbcStore) fixture.store).upkeep()).checkpointWhoeverIsInTransaction();
    }

    /** What another store finds after a crash at this moment. */
    private List<Long> idsAfterACrash() throws IOException {
        try (StoreFixture again =
                new StoreFixture(StoreOpening.open(StoreChild.location(StoreFixture.copyAsAfterACrash(path()))))) {
            return again.storedIds();
        }
    }

    private void assertOutcomeUnknown() {
        assertThatExceptionOfType(BatchInDoubtException.class)
                .isThrownBy(fixture::send)
                .havingCause()
                .withMessageContaining(path() + ".log can't be written");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.writer.committed(fixture.lastBatch()))
                .matches(refused -> refused.kind() == Kind.UNAVAILABLE);
    }

    @Test
    @DisplayName("a commit whose log would not be read after a crash is not confirmed before it is durable")
    void shouldNotConfirmWithoutProperties() throws IOException {
        fixture.send();
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        assertOutcomeUnknown();

        remove(obstacle);

        assertThat(fixture.writer.committed(fixture.lastBatch())).isTrue();
        assertThat(idsAfterACrash()).hasSize(2).isEqualTo(fixture.storedIds());
    }

    @Test
    @DisplayName("an application's idle transaction does not keep what was committed from becoming durable")
    void shouldNotWaitForAnIdleTransaction() throws IOException, SQLException {
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        assertOutcomeUnknown();
        remove(obstacle);
        try (Connection application = DriverManager.getConnection("jdbc:hsqldb:file:" + path(), "SA", "");
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM restante_entity").close();

            assertThat(fixture.writer.committed(fixture.lastBatch())).isTrue();
        }
        assertThat(idsAfterACrash()).hasSize(1);
    }

    @Test
    @DisplayName("options are not reported as altered before they are durable, and become so at the next occasion")
    void shouldNotConfirmOptions() throws IOException {
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        EntityOptions altered = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.store.entities().alter(fixture.queue.id(), altered))
                .matches(refused -> refused.kind() == Kind.OUTCOME_UNKNOWN);

        remove(obstacle);
        fixture.store.maintain();

        try (StoreFixture again =
                new StoreFixture(StoreOpening.open(StoreChild.location(StoreFixture.copyAsAfterACrash(path()))))) {
            assertThat(again.store.entities().find(fixture.queue.id()))
                    .map(Entity::options)
                    .contains(altered);
        }
    }

    @Test
    @DisplayName("nothing counts as durable between a log that was closed and the next that has begun")
    void shouldBeDurableOnlyWithALog() throws IOException {
        Path log = folder.resolve("other.log");
        HsqldbFiles files = new HsqldbFiles(folder.resolve("other").toString(), Disk.REAL);
        assertThat(files.failure()).isNotNull();

        OutputStream first = files.openOutputStreamElementAppend(log.toString());
        assertThat(files.failure()).isNull();
        first.write("/*C1*/FIRST".getBytes(StandardCharsets.US_ASCII));
        files.getFileSync(first).sync();
        first.close();
        assertThat(files.failure()).isNotNull();
        assertThat(StoreFixture.logText(folder.resolve("other"))).contains("/*C1*/FIRST");

        files.openOutputStreamElementAppend(log.toString());
        assertThat(files.failure()).isNull();
        assertThat(StoreFixture.logText(folder.resolve("other"))).hasSize(LogFrame.BYTES);
    }

    @Test
    @DisplayName("a log that a failed checkpoint has not closed goes on, and a failure with it")
    void shouldGoOnWithAnOpenLog() throws IOException {
        HsqldbFiles files = new HsqldbFiles(folder.resolve("other").toString(), Disk.REAL);
        OutputStream log =
                files.openOutputStreamElementAppend(folder.resolve("other.log").toString());
        files.fail(new IOException("disk full"));

        assertThat(files.openOutputStreamElementAppend(
                        folder.resolve("other.log").toString()))
                .isSameAs(log);
        assertThat(files.failure()).hasMessage("disk full");
    }

    @Test
    @DisplayName(
            "a log that HSQLDB itself has begun is not touched: the checkpoint that should have ended it has failed")
    void shouldNotTouchALogOfHsqldb() throws IOException {
        Path log = Files.writeString(folder.resolve("other.log"), "/*C1*/FIRST");
        HsqldbFiles files = new HsqldbFiles(folder.resolve("other").toString(), Disk.REAL);

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> files.openOutputStreamElementAppend(log.toString()));
        assertThat(files.failure()).isNotNull();
        assertThat(log).hasContent("/*C1*/FIRST");
    }

    @Test
    @DisplayName("a file whose sync has failed fails at its close at the latest, since HSQLDB goes on after the sync")
    void shouldFailAtClose() throws IOException {
        IOException noSync = new IOException("no sync");
        List<IOException> told = new ArrayList<>();
        Disk disk = new LimitedDisk(Long.MAX_VALUE).refusingSyncs(noSync);
        WatchedFile file = WatchedFile.large(disk.open(folder.resolve("other.script.new")), new WatchedFile.Watcher() {
            @Override
            public void failed(IOException cause) {
                told.add(cause);
            }

            @Override
            public void closed(long bytes, int checksum) {
                throw new AssertionError("it is not on the disk");
            }
        });

        assertThatExceptionOfType(IOException.class).isThrownBy(file::sync).isSameAs(noSync);
        assertThatExceptionOfType(IOException.class).isThrownBy(file::close).isSameAs(noSync);
        assertThat(told).containsExactly(noSync);
    }
}
