package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import dev.restante.store.jdbc.hsqldb.file.LimitedDisk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("an embedded store on a full disk")
final class FullDiskRoundsTest {

    private static final HsqldbTuning TUNING = new HsqldbTuning(Long.MAX_VALUE, Long.MAX_VALUE, 0, 2_000);

    @TempDir
    Path folder;

    private final List<Long> confirmed = new ArrayList<>();

    private StoreFixture open(Path path, LimitedDisk disk) {
        return new StoreFixture(StoreChild.open(StoreChild.location(path), TUNING, disk));
    }

    private static Delivery send(StoreFixture fixture, int bodyLength) {
        Delivery delivery = fixture.shape().build();
        fixture.applied(new Change.Enqueue(
                StoreFixture.message(delivery.ref().messageId(), "x".repeat(bodyLength)), List.of(delivery)));
        return delivery;
    }

    private StoreException fill(StoreFixture fixture, int bodyLength) {
        try {
            while (confirmed.size() < 10_000) {
                confirmed.add(send(fixture, bodyLength).id());
            }
        } catch (StoreException full) {
            return full;
        }
        throw new AssertionError("the disk did not become full");
    }

    @ParameterizedTest(name = "{0} more bytes of disk space, messages of {1} bytes")
    @CsvSource({
        "0, 100",
        "70000, 3000",
        "71111, 30000",
        "300000, 100",
        "300001, 70000",
        "400000, 70000",
        "444444, 100000",
        "500000, 130000",
        "523456, 50000",
        "600000, 20000"
    })
    @DisplayName("SND-01 after a crash on a full disk, the store with free space has each confirmed message once")
    void shouldLoseNothing(long more, int bodyLength) throws IOException {
        Path path = folder.resolve("store");
        LimitedDisk disk = new LimitedDisk(Long.MAX_VALUE);
        Path crashed;
        try (StoreFixture fixture = open(path, disk)) {
            disk.setSpace(disk.used() + more);
            fill(fixture, bodyLength);
            crashed = StoreFixture.copyAsAfterACrash(path);
            disk.setSpace(Long.MAX_VALUE);
        }

        for (int attempt = 0; attempt < 2; attempt++) {
            Path tried = crashed;
            assertThatExceptionOfType(StoreException.class)
                    .isThrownBy(() -> open(tried, new LimitedDisk(0)).close())
                    .matches(refused -> refused.kind() == StoreFailureKind.UNAVAILABLE)
                    .withMessageContaining("Check that the disk is not full")
                    .withMessageMatching("(?s).*a checkpoint, which needs about \\d+ MB.*");
            crashed = StoreFixture.copyAsAfterACrash(crashed);
        }

        try (StoreFixture fixture = open(crashed, new LimitedDisk(Long.MAX_VALUE))) {
            List<Long> stored = fixture.storedIds();
            assertThat(stored).containsAll(confirmed);
            assertThat(new HashSet<>(stored)).hasSameSizeAs(stored);
            assertThat(stored.size()).isBetween(confirmed.size(), confirmed.size() + 1);
        }
    }

    @Test
    @DisplayName(
            "SND-02 a message that does not fit on the disk is rejected before the commit, and later sends succeed")
    void shouldRefuseBefore() {
        LimitedDisk disk = new LimitedDisk(Long.MAX_VALUE);
        try (StoreFixture fixture = open(folder.resolve("store"), disk)) {
            disk.setSpace(disk.used() + 100_000);
            for (int i = 0; i < 3; i++) {
                StoreException refused = fill(fixture, 1_000);
                assertThat(refused.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE);
                assertThat(refused)
                        .hasMessageContaining("Nothing was written")
                        .hasMessageMatching("(?s).*a checkpoint, which needs about \\d+ MB.*");
                assertThat(fixture.storedIds()).isEqualTo(confirmed);
            }

            disk.setSpace(Long.MAX_VALUE);
            confirmed.add(send(fixture, 1_000).id());
            assertThat(fixture.storedIds()).isEqualTo(confirmed);
        }
    }
}
