package dev.restante.store.jdbc.hsqldb.file;

import dev.restante.store.jdbc.hsqldb.file.Disk.DiskFile;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32C;
import org.hsqldb.lib.FileAccess.FileSync;
import org.jspecify.annotations.Nullable;

/**
 * A file that HSQLDB writes from its beginning to its end, watched for failures. Where one was, it fails at its close
 * at the latest: HSQLDB goes on where a sync has failed. Used by one thread.
 */
final class WatchedFile extends OutputStream implements FileSync {

    /** The watcher of a file. */
    interface Watcher {

        /** The file can't be written. */
        default void failed(IOException cause) {}

        /**
         * What is to stand behind what was written; asked at the first sync.
         *
         * @param content null unless it is kept
         */
        default byte[] ending(byte[] content) {
            return new byte[0];
        }

        /** It was written, forced to disk and closed. */
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

    /** A large one, in place of what the file may have. */
    static WatchedFile large(DiskFile file, Watcher watcher) throws IOException {
        file.setLength(0);
        return new WatchedFile(file, watcher, null);
    }

    /** A small one, to which the watcher adds an ending; in place of what the file may have. */
    static WatchedFile withEnding(DiskFile file, Watcher watcher) throws IOException {
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
            byte[] ending = watcher.ending(content.toByteArray());
            append(ending, 0, ending.length);
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
