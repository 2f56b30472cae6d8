package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.hsqldb.lib.FileAccess.FileSync;
import org.jspecify.annotations.Nullable;

/**
 * Output stream for a file of HSQLDB that reports failed writes and fails at close if one occurred; HSQLDB itself
 * ignores a failed sync. Used by one thread.
 */
final class WatchedFile extends OutputStream implements FileSync {

    interface Watcher {

        /** Reports that the file cannot be written. */
        default void failed(IOException cause) {}

        /**
         * Returns the bytes to append at a sync.
         *
         * @param content the bytes written before
         */
        default byte[] trailer(byte[] content) {
            return new byte[0];
        }

        /** Reports that the file was written, forced to disk and closed. */
        default void closed(long bytes, int checksum) {}
    }

    private final DiskFile file;
    private final Watcher watcher;
    private final @Nullable ByteArrayOutputStream content;
    private final CRC32C checksum = new CRC32C();
    private long bytes;
    private @Nullable IOException failed;

    private WatchedFile(DiskFile file, Watcher watcher, @Nullable ByteArrayOutputStream content) {
        this.file = file;
        this.watcher = watcher;
        this.content = content;
    }

    /** Creates a watched file without a copy in memory, in place of the existing content. */
    static WatchedFile unbuffered(DiskFile file, Watcher watcher) throws IOException {
        file.setLength(0);
        return new WatchedFile(file, watcher, null);
    }

    /** Creates a watched file to which the watcher appends a trailer, in place of the existing content. */
    static WatchedFile withTrailer(DiskFile file, Watcher watcher) throws IOException {
        file.setLength(0);
        return new WatchedFile(file, watcher, new ByteArrayOutputStream());
    }

    private IOException failed(IOException cause) {
        failed = cause;
        watcher.failed(cause);
        return cause;
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] written, int offset, int length) throws IOException {
        if (content != null) {
            content.write(written, offset, length);
        }
        append(written, offset, length);
    }

    private void append(byte[] written, int offset, int length) throws IOException {
        if (failed != null) {
            throw failed;
        }
        try {
            file.write(bytes, written, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
        checksum.update(written, offset, length);
        bytes += length;
    }

    @Override
    public void sync() throws IOException {
        if (content != null) {
            byte[] trailer = watcher.trailer(content.toByteArray());
            append(trailer, 0, trailer.length);
        }
        if (failed != null) {
            throw failed;
        }
        try {
            file.sync();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            file.close();
        } catch (IOException e) {
            throw failed(e);
        }
        if (failed != null) {
            throw failed;
        }
        watcher.closed(bytes, (int) checksum.getValue());
    }
}
