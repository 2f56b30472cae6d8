package dev.restante.cli.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reader of UTF-8 lines that rejects malformed input and lines larger than the heap allows. The command-line tool reads
 * all texts through this class.
 */
public final class Utf8LineReader implements AutoCloseable {

    /** Mark that some editors write in front of a text. */
    public static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Divisor of the heap size for the longest line, which needs about five times its bytes while it is parsed. */
    private static final int HEAP_FRACTION = 8;

    private final InputStream in;
    private final int maxBytes;
    private long number;

    /** True if the previous line ended with a carriage return, after which a line feed is part of the line end. */
    private boolean afterCarriageReturn;

    Utf8LineReader(InputStream in, int maxBytes) {
        this.in = new BufferedInputStream(in);
        this.maxBytes = maxBytes;
    }

    public static Utf8LineReader of(InputStream in) {
        return new Utf8LineReader(in, maxBytes());
    }

    private static int maxBytes() {
        return (int) Math.min(Integer.MAX_VALUE / 2, Runtime.getRuntime().maxMemory() / HEAP_FRACTION);
    }

    /**
     * Reads a whole text.
     *
     * @throws IOException if the text is not UTF-8, or too long
     */
    public static String readAll(InputStream in) throws IOException {
        return readAll(in, maxBytes());
    }

    static String readAll(InputStream in, int maxBytes) throws IOException {
        byte[] bytes = in.readNBytes(maxBytes + 1);
        if (bytes.length > maxBytes) {
            throw tooLong("the text", maxBytes);
        }
        return decoded(bytes);
    }

    private static IOException tooLong(String what, int maxBytes) {
        return new IOException(what + " has more than " + maxBytes
                + " bytes, which do not fit into the memory of this process. " + FailureReporter.LARGER_HEAP);
    }

    public static Utf8LineReader of(Path file) throws IOException {
        return of(InterruptibleInputStream.of(file));
    }

    /** Returns the number of the last read line, beginning with 1. */
    public long number() {
        return number;
    }

    /** Returns whether a byte can be read without blocking. */
    public boolean ready() throws IOException {
        return in.available() > 0;
    }

    /**
     * Reads the next line, without its line end.
     *
     * @return the line, or null at the end of the text
     * @throws IOException if the line is not UTF-8, or too long
     */
    public @Nullable String next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        if (!read(line)) {
            return null;
        }
        return decoded(line.toByteArray());
    }

    /**
     * Skips the next line, even if it is malformed or too long.
     *
     * @return false at the end of the text
     */
    public boolean skip() throws IOException {
        return read(null);
    }

    private boolean read(@Nullable ByteArrayOutputStream line) throws IOException {
        int next = in.read();
        if (afterCarriageReturn && next == '\n') {
            next = in.read();
        }
        afterCarriageReturn = false;
        if (next < 0) {
            return false;
        }
        number++;
        while (next >= 0 && next != '\n' && next != '\r') {
            if (line != null) {
                if (line.size() >= maxBytes) {
                    throw tooLong("the line", maxBytes);
                }
                line.write(next);
            }
            next = in.read();
        }
        afterCarriageReturn = next == '\r';
        return true;
    }

    static String decoded(byte[] bytes) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(from).toString();
        } catch (CharacterCodingException e) {
            throw new IOException(
                    "the text is not UTF-8, at byte " + (from.position() + 1) + ". Convert it to UTF-8 first.", e);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
