package dev.restante.socket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the user of a process")
@DisabledOnOs(OS.WINDOWS)
class ProcessOwnerTest {

    @TempDir
    Path directory;

    private Path status(String... lines) throws IOException {
        return Files.write(directory.resolve("status"), List.of(lines));
    }

    @Test
    @DisplayName("the user is the effective user id in the Linux status file of the process")
    void shouldBeToldBySystem() throws Exception {
        assertThat(ProcessOwner.effectiveUid(status("Name:\tjava", "Uid:\t1000\t1001\t1002\t1003", "Gid:\t1\t2\t3\t4")))
                .isEqualTo(1001);
        Path without = status("Name:\tjava");
        assertThatThrownBy(() -> ProcessOwner.effectiveUid(without)).hasMessageContaining("does not contain the user");
    }

    @Test
    @DisplayName("on other systems, the user is the owner of a new file beside the store, and an error names the cause")
    void shouldBeFoundByFile() throws Exception {
        Path folder = directory.resolve("store.socket");
        assertThat(ProcessOwner.uidOfNewFile(folder)).isEqualTo(Files.getAttribute(directory, "unix:uid"));
        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(() -> ProcessOwner.uidOfNewFile(directory.resolve("none/store.socket")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "cannot be determined, because no file can be created in the directory of the store");
    }
}
