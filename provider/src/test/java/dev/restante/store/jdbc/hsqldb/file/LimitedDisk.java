package dev.restante.store.jdbc.hsqldb.file;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Disk of limited size that records writes and syncs. A write that exceeds the space is written in part and then fails,
 * as in file systems. Files that HSQLDB writes itself use space, but their writes never fail.
 *
 * <p>Thread-safe.
 */
public final class LimitedDisk implements Disk {

    private @Nullable Path folder;
    private final AtomicInteger syncs = new AtomicInteger();
    private final Map<Path, Long> written = new HashMap<>();
    private final Map<Path, Long> synced = new HashMap<>();
    private long space;
    private volatile @Nullable IOException syncFailure;

    /** @param space the space for all files together, in bytes */
    public LimitedDisk(long space) {
        this.space = space;
    }

    public LimitedDisk refusingSyncs(@Nullable IOException failure) {
        syncFailure = failure;
        return this;
    }

    /** Sets the space for all files together, in bytes. */
    public synchronized void setSpace(long space) {
        this.space = space;
    }

    public synchronized long used() {
        File[] files = folder == null ? null : folder.toFile().listFiles(File::isFile);
        return files == null ? 0 : Arrays.stream(files).mapToLong(File::length).sum();
    }

    /**
     * Returns the position up to which a file was written. Log frames do not count, because they only confirm earlier
     * bytes.
     */
    public synchronized long writtenBytes(Path file) {
        return written.getOrDefault(file, 0L);
    }

    /** Returns the position up to which a file had been written at the beginning of its last completed sync. */
    public synchronized long syncedBytes(Path file) {
        return synced.getOrDefault(file, 0L);
    }

    int syncs() {
        return syncs.get();
    }

    @Override
    public synchronized DiskFile open(Path path) throws IOException {
        folder = path.getParent();
        return new LimitedFile(path, Disk.REAL.open(path));
    }

    private final class LimitedFile implements DiskFile {
        private final Path path;
        private final DiskFile real;

        LimitedFile(Path path, DiskFile real) {
            this.path = path;
            this.real = real;
        }

        @Override
        public void write(long position, byte[] bytes, int offset, int length) throws IOException {
            synchronized (LimitedDisk.this) {
                long grows = Math.max(0, position + length - path.toFile().length());
                long fits = Math.max(0, Math.min(grows, space - used()));
                int fitting = (int) (length - grows + fits);
                real.write(position, bytes, offset, fitting);
                if (length != LogFrame.BYTES && bytes[offset] != 0) {
                    written.put(path, Math.max(writtenBytes(path), position + fitting));
                }
                if (fitting < length) {
                    throw new IOException("No space left on device");
                }
            }
        }

        @Override
        public void setLength(long length) throws IOException {
            synchronized (LimitedDisk.this) {
                real.setLength(length);
                if (length == 0) {
                    written.remove(path);
                    synced.remove(path);
                }
            }
        }

        @Override
        public void sync() throws IOException {
            IOException refused = syncFailure;
            if (refused != null) {
                throw refused;
            }
            long reached = writtenBytes(path);
            real.sync();
            synchronized (LimitedDisk.this) {
                synced.put(path, reached);
            }
            syncs.incrementAndGet();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }
}
