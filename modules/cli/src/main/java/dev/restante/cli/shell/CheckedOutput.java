package dev.restante.cli.shell;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Output stream that records the first write failure and writes nothing after it, because the output would have a gap.
 * The {@link java.io.PrintStream} above this stream hides failures.
 */
final class CheckedOutput extends FilterOutputStream {

    private @Nullable IOException failure;

    CheckedOutput(OutputStream out) {
        super(out);
    }

    /**
     * Returns a buffered stream to a file. A write fails with a {@link ReaderClosedException} if the reader has closed
     * its end.
     */
    static OutputStream of(FileOutputStream file) {
        return new BufferedOutputStream(new FilterOutputStream(file) {
            @Override
            public void write(byte[] bytes, int offset, int length) throws IOException {
                try {
                    out.write(bytes, offset, length);
                } catch (IOException e) {
                    throw hasPosition(file) ? e : new ReaderClosedException(e);
                }
            }
        });
    }

    /**
     * Returns false for a pipe, a socket and a terminal, whose writes fail only if the reader has closed its end. The
     * text of the failure cannot be tested, because it is in the language of the user.
     */
    @SuppressWarnings("UnusedException") // the result is false in that case
    private static boolean hasPosition(FileOutputStream file) {
        try {
            return file.getChannel().position() >= 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Returns the failure that made the output incomplete for a reader that still waits for it, or null. */
    @Nullable
    IOException failure() {
        return failure instanceof ReaderClosedException ? null : failure;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        attempt(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        attempt(out::flush);
    }

    private void attempt(WriteOperation operation) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            operation.run();
        } catch (IOException e) {
            failure = e;
            throw e;
        }
    }

    @FunctionalInterface
    private interface WriteOperation {
        void run() throws IOException;
    }

    /** Failure of a write because the reader, such as {@code head}, has closed its end. */
    static final class ReaderClosedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReaderClosedException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
