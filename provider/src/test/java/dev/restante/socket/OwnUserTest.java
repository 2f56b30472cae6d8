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

@DisplayName("the user that a process runs as")
@DisabledOnOs(OS.WINDOWS)
class OwnUserTest {

    @TempDir
    Path directory;

    private Path status(String... lines) throws IOException {
        return Files.write(directory.resolve("status"), List.of(lines));
    }

    @Test
    @DisplayName("is the effective one of those that Linux tells of the process")
    void shouldBeToldBySystem() throws Exception {
        assertThat(OwnUser.told(status("Name:\tjava", "Uid:\t1000\t1001\t1002\t1003", "Gid:\t1\t2\t3\t4")))
                .isEqualTo(1001);
        Path without = status("Name:\tjava");
        assertThatThrownBy(() -> OwnUser.told(without)).hasMessageContaining("does not tell the user");
    }

    @Test
    @DisplayName("is found out elsewhere by a file in the folder of the store, and an error says what that takes")
    void shouldBeFoundByFile() throws Exception {
        Path folder = directory.resolve("store.socket");
        assertThat(OwnUser.ofNewFile(folder)).isEqualTo(Files.getAttribute(directory, "unix:uid"));
        assertThat(directory).isEmptyDirectory();
        assertThatThrownBy(() -> OwnUser.ofNewFile(directory.resolve("none/store.socket")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't be found out: no file can be made in the folder of the store");
    }
}
