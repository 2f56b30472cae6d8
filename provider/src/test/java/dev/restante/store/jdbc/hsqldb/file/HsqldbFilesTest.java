package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Entity;
import dev.restante.model.EntityOptions;
import dev.restante.option.QueueOption;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreChild;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.hsqldb.HsqldbMaintenance;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
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

/** Tests in which a non-empty folder takes the place of a file, so that HSQLDB cannot write the file. */
@DisplayName("HSQLDB files that cannot be written")
final class HsqldbFilesTest {

    private static final HsqldbTuning TUNING = new HsqldbTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 2_000);

    /** Time for which a change waits for the disk before its outcome counts as in doubt. */
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
        ((HsqldbMaintenance) ((JdbcStore) fixture.store).maintenance()).forceCheckpoint();
    }

    /** Returns the ids that another store finds after a crash at this moment. */
    private List<Long> idsAfterACrash() throws IOException {
        try (StoreFixture again =
                new StoreFixture(StoreOpener.open(StoreChild.location(StoreFixture.copyAsAfterACrash(path()))))) {
            return again.storedIds();
        }
    }

    private void assertOutcomeUnknown() {
        assertThatExceptionOfType(BatchInDoubtException.class)
                .isThrownBy(fixture::send)
                .havingCause()
                .withMessageContaining(path() + ".log cannot be written");
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.writer.isCommitted(fixture.lastBatch()))
                .matches(refused -> refused.kind() == StoreFailureKind.UNAVAILABLE);
    }

    @Test
    @DisplayName("a commit is not confirmed before its log can be read after a crash")
    void shouldNotConfirmWithoutProperties() throws IOException {
        fixture.send();
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        assertOutcomeUnknown();

        remove(obstacle);

        assertThat(fixture.writer.isCommitted(fixture.lastBatch())).isTrue();
        assertThat(idsAfterACrash()).hasSize(2).isEqualTo(fixture.storedIds());
    }

    @Test
    @DisplayName("an idle transaction of the application does not keep a committed message from becoming durable")
    void shouldNotWaitForAnIdleTransaction() throws IOException, SQLException {
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        assertOutcomeUnknown();
        remove(obstacle);
        try (Connection application = DriverManager.getConnection("jdbc:hsqldb:file:" + path(), "SA", "");
                Statement statement = application.createStatement()) {
            application.setAutoCommit(false);
            statement.executeQuery("SELECT * FROM restante_entity").close();

            assertThat(fixture.writer.isCommitted(fixture.lastBatch())).isTrue();
        }
        assertThat(idsAfterACrash()).hasSize(1);
    }

    @Test
    @DisplayName("altered options are not confirmed before they are durable, and maintenance makes them durable")
    void shouldNotConfirmOptions() throws IOException {
        checkpoint();
        Path obstacle = obstruct(".properties.new");
        EntityOptions altered = EntityOptions.DEFAULT.with(QueueOption.MAX_DELIVERY_COUNT, 3);
        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> fixture.store.entities().alter(fixture.queue, altered))
                .matches(refused -> refused.kind() == StoreFailureKind.OUTCOME_UNKNOWN);

        remove(obstacle);
        fixture.store.maintain();

        try (StoreFixture again =
                new StoreFixture(StoreOpener.open(StoreChild.location(StoreFixture.copyAsAfterACrash(path()))))) {
            assertThat(again.store.entities().find(fixture.queue.id()))
                    .map(Entity::options)
                    .contains(altered);
        }
    }

    @Test
    @DisplayName("nothing counts as durable between the end of a log and the start of the next log")
    void shouldBeDurableOnlyWithALog() throws IOException {
        Path log = folder.resolve("other.log");
        HsqldbFileAccess fileAccess =
                new HsqldbFileAccess(folder.resolve("other").toString(), Disk.REAL, new Object());
        assertThat(fileAccess.failure()).isNotNull();

        OutputStream first = fileAccess.openOutputStreamElementAppend(log.toString());
        assertThat(fileAccess.failure()).isNull();
        first.write("/*C1*/FIRST".getBytes(StandardCharsets.US_ASCII));
        fileAccess.getFileSync(first).sync();
        first.close();
        assertThat(fileAccess.failure()).isNotNull();
        assertThat(StoreFixture.logText(folder.resolve("other"))).contains("/*C1*/FIRST");

        fileAccess.openOutputStreamElementAppend(log.toString());
        assertThat(fileAccess.failure()).isNull();
        assertThat(StoreFixture.logText(folder.resolve("other"))).hasSize(LogFrame.BYTES);
    }

    @Test
    @DisplayName("a log that a failed checkpoint left open continues, and its failure remains")
    void shouldGoOnWithAnOpenLog() throws IOException {
        HsqldbFileAccess fileAccess =
                new HsqldbFileAccess(folder.resolve("other").toString(), Disk.REAL, new Object());
        OutputStream log = fileAccess.openOutputStreamElementAppend(
                folder.resolve("other.log").toString());
        fileAccess.onWriteFailure(new IOException("disk full"));

        assertThat(fileAccess.openOutputStreamElementAppend(
                        folder.resolve("other.log").toString()))
                .isSameAs(log);
        assertThat(fileAccess.failure()).hasMessage("disk full");
    }

    @Test
    @DisplayName("the store does not change a log that HSQLDB itself began after a failed checkpoint")
    void shouldNotTouchALogOfHsqldb() throws IOException {
        Path log = Files.writeString(folder.resolve("other.log"), "/*C1*/FIRST");
        HsqldbFileAccess fileAccess =
                new HsqldbFileAccess(folder.resolve("other").toString(), Disk.REAL, new Object());

        assertThatExceptionOfType(IOException.class)
                .isThrownBy(() -> fileAccess.openOutputStreamElementAppend(log.toString()));
        assertThat(fileAccess.failure()).isNotNull();
        assertThat(log).hasContent("/*C1*/FIRST");
    }

    @Test
    @DisplayName("a file whose sync failed also fails when it is closed, because HSQLDB continues after the sync")
    void shouldFailAtClose() throws IOException {
        IOException noSync = new IOException("no sync");
        List<IOException> told = new ArrayList<>();
        Disk disk = new LimitedDisk(Long.MAX_VALUE).refusingSyncs(noSync);
        WatchedFile file =
                WatchedFile.unbuffered(disk.open(folder.resolve("other.script.new")), new WatchedFile.Watcher() {
                    @Override
                    public void failed(IOException cause) {
                        told.add(cause);
                    }

                    @Override
                    public void closed(long bytes, int checksum) {
                        throw new AssertionError("the text is not on the disk");
                    }
                });

        assertThatExceptionOfType(IOException.class).isThrownBy(file::sync).isSameAs(noSync);
        assertThatExceptionOfType(IOException.class).isThrownBy(file::close).isSameAs(noSync);
        assertThat(told).containsExactly(noSync);
    }
}
