package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.restante.model.Delivery;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.hsqldb.file.FaultyDisk;
import dev.restante.testing.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Copies of the files of an embedded store at several moments, as they are after the end of the process and after a
 * loss of power, with the messages that each copy must and may contain. Thread-safe.
 */
public final class StoreCopies {

    private record Copy(String time, Path database, Set<Long> present, Set<Long> absent, Set<Long> allowed) {}

    private final Path database;
    private final FaultyDisk disk;

    @GuardedBy("this")
    private final List<Copy> copies = new ArrayList<>();

    /** @param disk the disk that knows what a loss of power leaves */
    public StoreCopies(Path database, FaultyDisk disk) {
        this.database = database;
        this.disk = disk;
    }

    /**
     * Copies the files as they are now.
     *
     * @param time the moment, for failures
     * @param present the ids of the messages that each copy must contain
     * @param absent the ids of the messages that no copy may contain
     * @param allowed the ids of all messages that a copy may contain
     */
    public synchronized void add(String time, Set<Long> present, Set<Long> absent, Set<Long> allowed)
            throws IOException {
        copies.add(
                new Copy(time + ", process ended", StoreFixture.copyAsAfterACrash(database), present, absent, allowed));
        copies.add(new Copy(time + ", power lost", copyAfterPowerLoss(false), present, absent, allowed));
        if (disk.hasUnsyncedNames()) {
            copies.add(new Copy(time + ", power and names lost", copyAfterPowerLoss(true), present, absent, allowed));
        }
    }

    private Path copyAfterPowerLoss(boolean namesLost) throws IOException {
        Path copy = Files.createTempDirectory(database.getParent(), "dark");
        disk.copyAfterPowerLoss(database.getParent(), copy, namesLost);
        return copy.resolve(database.getFileName());
    }

    /** Opens the copies, and checks their messages. */
    public synchronized void check() {
        for (Copy copy : copies) {
            check(copy);
            Directories.delete(copy.database().getParent());
        }
    }

    private static void check(Copy copy) {
        try (StoreFixture fixture =
                new StoreFixture(StoreOpener.open(StoreChild.location(copy.database())), "reopened")) {
            List<Long> stored = fixture.storedIds();
            assertThat(stored).as(copy.time()).doesNotHaveDuplicates();
            assertThat(stored).as(copy.time() + ": confirmed").containsAll(copy.present());
            assertThat(stored).as(copy.time() + ": completed or not done").noneMatch(copy.absent()::contains);
            assertThat(copy.allowed()).as(copy.time() + ": sent").containsAll(stored);
            Delivery later = fixture.send();
            assertThat(fixture.storedIds()).as(copy.time() + ": later").contains(later.id());
        } catch (StoreException e) {
            throw new AssertionError(copy.time() + ": the store cannot be opened", e);
        }
    }
}
