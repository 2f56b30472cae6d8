package dev.restante.cli.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("output file")
class AtomicOutputFileTest {

    private static final Pattern OTHER_WRITERS =
            Pattern.compile("Files\\.(write|newOutputStream|newBufferedWriter|copy)|\\bFileWriter|RandomAccessFile");

    @TempDir
    Path directory;

    @Test
    @DisplayName("the target exists only after the file is complete, and an incomplete file leaves nothing behind")
    void shouldAppearWhenComplete() throws IOException {
        Path target = directory.resolve("body");
        try (AtomicOutputFile file = AtomicOutputFile.create(target)) {
            file.out().write('a');
            file.out().flush();
            assertThat(target).doesNotExist();
        }
        assertThat(directory).isEmptyDirectory();
        try (AtomicOutputFile file = AtomicOutputFile.create(target)) {
            file.out().write('b');
            file.complete();
        }
        assertThat(target).hasContent("b");
        assertThatThrownBy(() -> AtomicOutputFile.create(target)).isInstanceOf(FileAlreadyExistsException.class);
    }

    @Test
    @DisplayName("a new file does not replace a target that another process created meanwhile")
    void shouldNotReplace() throws IOException {
        Path target = directory.resolve("body");
        try (AtomicOutputFile file = AtomicOutputFile.create(target)) {
            file.out().write('a');
            Files.writeString(target, "other");
            assertThatThrownBy(file::complete).isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(target).hasContent("other");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).containsExactly(target);
        }
    }

    @Test
    @DisplayName("commands write files only through this class")
    void shouldBeTheOnlyWriter() throws IOException {
        try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
            assertThat(sources.filter(Files::isRegularFile)
                            .filter(source -> !source.endsWith("AtomicOutputFile.java"))
                            .filter(AtomicOutputFileTest::writes))
                    .isEmpty();
        }
    }

    private static boolean writes(Path source) {
        try {
            return OTHER_WRITERS.matcher(Files.readString(source)).find();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
