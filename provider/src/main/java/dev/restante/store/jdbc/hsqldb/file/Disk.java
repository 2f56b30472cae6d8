package dev.restante.store.jdbc.hsqldb.file;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * The disk to which those files of HSQLDB are written that we write. Tests put one in its place that counts, or
 * refuses.
 */
public interface Disk {

    /** That of the machine. */
    Disk REAL = path -> new RealFile(path);

    /** A file that is being written, by one thread at a time, but forced by any. */
    interface DiskFile extends Closeable {

        /** Writes at a position. */
        void write(long position, byte[] bytes, int offset, int length) throws IOException;

        /** Makes it as long. */
        void setLength(long length) throws IOException;

        /** Returns when everything that was written is on the disk. */
        void sync() throws IOException;
    }

    /** Opens a file for writing. What is made by this is for its owner only. */
    DiskFile open(Path path) throws IOException;

    /** Not a channel, which is closed when a thread that uses it is interrupted. */
    final class RealFile implements DiskFile {
        private final RandomAccessFile file;
        private long position;

        private RealFile(Path path) throws IOException {
            OwnerOnly.make(path);
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
