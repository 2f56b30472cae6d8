package dev.restante.store.jdbc.hsqldb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.durability.ChildJvm;
import dev.restante.store.StoreHeldException;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the lock of an embedded store")
@Timeout(120)
class StoreFileLockTest {

    @TempDir
    Path directory;

    private Path database() {
        return directory.resolve("store");
    }

    private ChildJvm child(boolean givesWay) throws Exception {
        return ChildJvm.start(LockChild.class, database().toString(), String.valueOf(givesWay));
    }

    private void assertHeld(boolean givesWay, boolean wanted) {
        assertThatThrownBy(() -> StoreFileLock.take(database(), wanted))
                .isInstanceOfSatisfying(StoreHeldException.class, held -> {
                    assertThat(held.byOtherProcess()).isTrue();
                    assertThat(held.givesWay()).isEqualTo(givesWay);
                })
                .hasMessageContaining("another process holds the lock file");
    }

    @Test
    @DisplayName("tells whether the process that has it gives way, and is free when that has ended, killed or not")
    void shouldTellWhoGivesWay() throws Exception {
        try (ChildJvm tool = child(true)) {
            tool.expect("has");
            assertHeld(true, false);
            // Those who give way do so for nobody of their kind.
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
    @DisplayName("stays where somebody in the same process wanted it in vain: another process does not get it, either")
    void shouldSurviveItsOwnProcess() throws Exception {
        StoreFileLock lock = StoreFileLock.take(database(), false);
        assertThatThrownBy(() -> StoreFileLock.take(directory.resolve(".").resolve("store"), false))
                .isInstanceOfSatisfying(StoreHeldException.class, held -> assertThat(held.byOtherProcess())
                        .isFalse())
                .hasMessageContaining("this process holds the lock file");
        try (ChildJvm other = child(false)) {
            assertThat(other.expect("held")).isEqualTo("true false");
        }
        lock.close();
        StoreFileLock.take(database(), false).close();
    }
}
