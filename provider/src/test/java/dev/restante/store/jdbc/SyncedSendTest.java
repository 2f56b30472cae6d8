package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Delivery;
import dev.restante.model.EntityOptions;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import dev.restante.store.jdbc.hsqldb.file.LimitedDisk;
import dev.restante.store.jdbc.hsqldb.file.PreallocatedFile;
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
 * Tests of forced disk writes with a simulated disk. A kill cannot show a missing sync, because the operating system
 * keeps all data that a process has written.
 */
@DisplayName("forced disk writes of an HSQLDB store")
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
                StoreChild.open(StoreChild.location(folder.resolve("store")), HsqldbTuning.DEFAULT, disk));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** Runs a step that must be durable when it returns, and asserts that a sync covers its log writes. */
    private void assertSynced(Runnable step) {
        long before = disk.writtenBytes(log);
        step.run();
        assertThat(disk.writtenBytes(log)).as("the send has written to the log").isGreaterThan(before);
        assertThat(disk.syncedBytes(log))
                .as("the log is synced after the write")
                .isEqualTo(disk.writtenBytes(log));
    }

    @RepeatedTest(10)
    @DisplayName("SND-01 a send returns after a sync that covers it")
    void shouldSyncSends() {
        assertSynced(fixture::send);
    }

    @Test
    @DisplayName("SND-01 a send larger than the preallocated space returns after a sync that covers it")
    void shouldSyncLargeSends() {
        StoreFixture.Shape shape = fixture.shape();
        assertSynced(() -> fixture.applied(new Change.Enqueue(
                StoreFixture.message(shape.id, "x".repeat(2 * PreallocatedFile.PREALLOCATION_BYTES)),
                List.of(shape.build()))));
    }

    @Test
    @DisplayName("RCV-08 a completion returns after a sync that covers it")
    void shouldSyncCompletes() {
        Delivery acquired = fixture.sendAndAcquire();
        assertSynced(() -> fixture.applied(new Change.Complete(acquired.ref())));
    }

    @Test
    @DisplayName("the creation of an entity returns after a sync that covers it")
    void shouldSyncEntities() {
        assertSynced(() -> fixture.store.entities().findOrCreateQueue("invoices", EntityOptions.DEFAULT));
    }

    @Test
    @DisplayName("SND-01 a send whose sync fails reports a failure")
    void shouldNotConfirmAFailedSync() {
        disk.refusingSyncs(new IOException("Input/output error"));
        try {
            assertThatExceptionOfType(StoreException.class).isThrownBy(fixture::send);
        } finally {
            disk.refusingSyncs(null);
        }
    }
}
