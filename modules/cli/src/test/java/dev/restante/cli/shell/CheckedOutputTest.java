package dev.restante.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("standard output")
class CheckedOutputTest {

    private static final byte[] LINE = "line\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path directory;

    @Test
    @DisplayName("the stream keeps its first failure, and writes nothing after it")
    void shouldKeepFailure() throws IOException {
        List<String> written = new ArrayList<>();
        CheckedOutput output = new CheckedOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("not used");
            }

            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                written.add(new String(bytes, offset, length, StandardCharsets.UTF_8));
                if (written.size() == 2) {
                    throw new IOException("No space left on device");
                }
            }
        });
        output.write('a');
        assertThat(output.failure()).isNull();
        assertThatThrownBy(() -> output.write('b')).hasMessage("No space left on device");
        assertThatThrownBy(() -> output.write('c')).hasMessage("No space left on device");
        assertThatThrownBy(output::flush).hasMessage("No space left on device");
        assertThat(output.failure()).hasMessage("No space left on device");
        assertThat(written).containsExactly("a", "b");
    }

    @Test
    @DisplayName("a full disk is reported as a failure, and a closed reader is not")
    @EnabledOnOs(OS.LINUX)
    void shouldTellReaderThatHasGone() throws Exception {
        try (FileOutputStream full = new FileOutputStream("/dev/full")) {
            assertThat(failureOf(full)).isNotNull();
        }
        File pipe = directory.resolve("pipe").toFile();
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        RandomAccessFile reader = new RandomAccessFile(pipe, "rw");
        try (FileOutputStream writer = new FileOutputStream(pipe)) {
            reader.close();
            assertThat(failureOf(writer)).isNull();
        }
    }

    private static Throwable failureOf(FileOutputStream file) throws IOException {
        CheckedOutput output = new CheckedOutput(CheckedOutput.of(file));
        output.write(LINE);
        assertThatThrownBy(output::flush).isInstanceOf(IOException.class);
        return output.failure();
    }
}
