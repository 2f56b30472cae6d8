package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Delivery;
import dev.restante.model.EntityOptions;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.hsqldb.StoreTuning;
import dev.restante.store.jdbc.hsqldb.file.LimitedDisk;
import dev.restante.store.jdbc.hsqldb.file.LogSpace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Looks behind what HSQLDB takes for its files: a kill does not show a missing sync, because what a process has written
 * stays with the operating system.
 */
@DisplayName("Forced to disk, as the disk sees it")
final class SyncedSendTest {

    @TempDir
    Path folder;

    private final LimitedDisk disk = new LimitedDisk(Long.MAX_VALUE);
    private Path log;
    private StoreFixture fixture;

    @BeforeEach
    void open() {
        log = folder.resolve("store.log");
        fixture = new StoreFixture(
                StoreChild.open(StoreChild.location(folder.resolve("store")), StoreTuning.DEFAULT, disk));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Does something that has to be durable when it returns. */
    private void assertSynced(Runnable step) {
        long before = disk.writtenBytes(log);
        step.run();
        assertThat(disk.writtenBytes(log)).as("it has written to the log").isGreaterThan(before);
        assertThat(disk.syncedBytes(log)).as("and a sync began after that").isEqualTo(disk.writtenBytes(log));
    }

    @RepeatedTest(10)
    @DisplayName("SND-01 a send returns after a sync that covers it")
    void shouldSyncSends() {
        assertSynced(fixture::send);
    }

    @Test
    @DisplayName("SND-01 so does one that is larger than the space that is allocated ahead")
    void shouldSyncLargeSends() {
        StoreFixture.Shape shape = fixture.shape();
        assertSynced(() -> fixture.applied(new Change.Enqueue(
                StoreFixture.message(shape.id, "x".repeat(2 * LogSpace.AHEAD_BYTES)), List.of(shape.build()))));
    }

    @Test
    @DisplayName("RCV-08 a complete returns after a sync that covers it")
    void shouldSyncCompletes() {
        Delivery acquired = fixture.sendAndAcquire();
        assertSynced(() -> fixture.applied(new Change.Complete(acquired.ref())));
    }

    @Test
    @DisplayName("an entity is created after a sync that covers it")
    void shouldSyncEntities() {
        assertSynced(() -> fixture.store.entities().createQueue("invoices", EntityOptions.DEFAULT));
    }

    @Test
    @DisplayName("SND-01 a send whose sync fails does not return as if it were durable")
    void shouldNotConfirmAFailedSync() {
        disk.refusingSyncs(new IOException("Input/output error"));
        try {
            assertThatExceptionOfType(StoreException.class).isThrownBy(fixture::send);
        } finally {
            disk.refusingSyncs(null);
        }
    }
}
