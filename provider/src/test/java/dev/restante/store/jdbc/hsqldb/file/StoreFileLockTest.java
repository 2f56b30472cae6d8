package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.durability.ChildJvm;
import dev.restante.store.StoreLockedException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the file lock of an embedded store")
@Timeout(120)
class StoreFileLockTest {

    @TempDir
    Path directory;

    private Path database() {
        return directory.resolve("store");
    }

    private ChildJvm child(boolean closesOnRequest) throws Exception {
        return ChildJvm.start(LockChild.class, database().toString(), String.valueOf(closesOnRequest));
    }

    private void assertHeld(boolean closesOnRequest, boolean wanted) {
        assertThatThrownBy(() -> StoreFileLock.take(database(), wanted))
                .isInstanceOfSatisfying(StoreLockedException.class, locked -> {
                    assertThat(locked.lockedByOtherProcess()).isTrue();
                    assertThat(locked.yieldsToApplication()).isEqualTo(closesOnRequest);
                })
                .hasMessageContaining("another process has locked");
    }

    @Test
    @DisplayName(
            "the lock tells whether its holder yields to applications, and is free after the holder ends or is killed")
    void shouldTellWhoGivesWay() throws Exception {
        try (ChildJvm tool = child(true)) {
            tool.expect("has");
            assertHeld(true, false);
            // A tool does not yield to another tool.
            assertHeld(false, true);
            assertHeld(true, false);
            tool.kill();
        }
        try (ChildJvm application = child(false)) {
            application.expect("has");
            assertHeld(false, false);
            assertHeld(false, true);
            assertHeld(false, false);
            application.write("end");
            application.awaitEnd();
        }
        StoreFileLock.take(database(), false).close();
        StoreFileLock.take(database(), true).close();
    }

    @Test
    @DisplayName("a failed attempt in the process that has the lock does not free the lock for other processes")
    void shouldSurviveItsOwnProcess() throws Exception {
        StoreFileLock lock = StoreFileLock.take(database(), false);
        assertThatThrownBy(() -> StoreFileLock.take(directory.resolve(".").resolve("store"), false))
                .isInstanceOfSatisfying(StoreLockedException.class, locked -> assertThat(locked.lockedByOtherProcess())
                        .isFalse())
                .hasMessageContaining("this process has locked");
        try (ChildJvm other = child(false)) {
            assertThat(other.expect("held")).isEqualTo("true false");
        }
        lock.close();
        StoreFileLock.take(database(), false).close();
    }
}
