package dev.restante.bench.measure;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Temporary data directory of one scenario run, below {@code target}. It is empty at the start and deleted at the end.
 */
public record WorkDirectory(Path path) implements AutoCloseable {

    private static final Path ROOT = Path.of("target", "bench-data");

    public static WorkDirectory create(String name) throws IOException {
        WorkDirectory directory = new WorkDirectory(ROOT.resolve(name).toAbsolutePath());
        directory.close();
        Files.createDirectories(directory.path());
        return directory;
    }

    @Override
    public void close() throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.deleteIfExists(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure) throws IOException {
                Files.deleteIfExists(visited);
                return FileVisitResult.CONTINUE;
            }
        });
    }
}
