package dev.restante.cli.shell;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessMode;
import java.nio.file.Path;

/**
 * Input stream whose blocked read ends when its thread is interrupted, with a
 * {@link java.nio.channels.ClosedByInterruptException}. A {@link FileInputStream} would wait for the next byte of a
 * terminal or a pipe.
 */
public final class InterruptibleInputStream extends InputStream {

    private final FileInputStream file;
    private final FileChannel channel;

    InterruptibleInputStream(FileInputStream file) {
        this.file = file;
        this.channel = file.getChannel();
    }

    /** Opens a file, which may be a named pipe. */
    public static InterruptibleInputStream of(Path path) throws IOException {
        // The exception of a FileInputStream does not distinguish a missing file from an unreadable file.
        path.getFileSystem().provider().checkAccess(path, AccessMode.READ);
        return new InterruptibleInputStream(new FileInputStream(path.toFile()));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        return length == 0 ? 0 : channel.read(ByteBuffer.wrap(bytes, offset, length));
    }

    @Override
    public int available() throws IOException {
        return file.available();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
