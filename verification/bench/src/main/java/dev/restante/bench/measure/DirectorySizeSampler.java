package dev.restante.bench.measure;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Sampler of the size of a directory, every 200 ms until it is closed. */
public final class DirectorySizeSampler implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 200;
    private static final double MEBIBYTE = 1 << 20;

    private final Path directory;
    private final AtomicLong highestBytes = new AtomicLong();
    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor(runnable -> {
        Thread thread = new Thread(runnable, "directory-size");
        thread.setDaemon(true);
        return thread;
    });

    private DirectorySizeSampler(Path directory) {
        this.directory = directory;
    }

    public static DirectorySizeSampler watch(Path directory) {
        DirectorySizeSampler sizeSampler = new DirectorySizeSampler(directory);
        Future<?> unused = sizeSampler.sampler.scheduleWithFixedDelay(
                () -> sizeSampler.highestBytes.accumulateAndGet(sizeSampler.currentBytes(), Math::max),
                0,
                INTERVAL_MILLIS,
                TimeUnit.MILLISECONDS);
        return sizeSampler;
    }

    public double currentMebibytes() {
        return currentBytes() / MEBIBYTE;
    }

    public double highestMebibytes() {
        return highestBytes.get() / MEBIBYTE;
    }

    private long currentBytes() {
        AtomicLong bytes = new AtomicLong();
        try {
            Files.walkFileTree(directory, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    bytes.addAndGet(attributes.size());
                    return FileVisitResult.CONTINUE;
                }

                /** Ignores the failure, because the store can delete files meanwhile. */
                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            return 0;
        }
        return bytes.get();
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
