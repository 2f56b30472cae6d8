package dev.restante.store.jdbc.hsqldb.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Access to the disk for the files that Restante writes itself; tests replace it to count or reject its calls. */
public interface Disk {

    /** Disk of the machine. */
    Disk REAL = path -> new RandomAccessDiskFile(path);

    /** File that one thread at a time writes and any thread may force to disk. */
    interface DiskFile extends Closeable {

        void write(long position, byte[] bytes, int offset, int length) throws IOException;

        void setLength(long length) throws IOException;

        /** Forces all written bytes to disk. */
        void sync() throws IOException;
    }

    /** Opens a file for writing; only its owner may access a new file. */
    DiskFile open(Path path) throws IOException;

    /** Renames a file in one step, in place of the file that has the new name. */
    default void rename(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes a file if it exists. */
    default void delete(Path path) throws IOException {
        Files.deleteIfExists(path);
    }

    /** Disk file on a RandomAccessFile, because a channel is closed if a thread that uses it is interrupted. */
    final class RandomAccessDiskFile implements DiskFile {
        private final RandomAccessFile file;
        private long position;

        private RandomAccessDiskFile(Path path) throws IOException {
            OwnerOnlyPermissions.createFile(path);
            file = new RandomAccessFile(path.toFile(), "rw");
        }

        @Override
        public void write(long at, byte[] bytes, int offset, int length) throws IOException {
            if (position != at) {
                file.seek(at);
                position = at;
            }
            try {
                file.write(bytes, offset, length);
                position += length;
            } catch (IOException e) {
                position = -1;
                throw e;
            }
        }

        @Override
        public void setLength(long length) throws IOException {
            file.setLength(length);
            position = -1;
        }

        @Override
        public void sync() throws IOException {
            file.getFD().sync();
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
