package dev.restante.cli.shell;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Reader of the lines of a text in UTF-8. It refuses bytes that are no text, and lines for which this process has no
 * memory, and names the line. All texts that the command line reads pass through this class.
 */
public final class TextLines implements AutoCloseable {

    /** The mark that some editors write before a text. */
    public static final String BYTE_ORDER_MARK = "\uFEFF";

    /** A line takes some five times its bytes while it is read and parsed. */
    private static final int PARTS_OF_HEAP = 8;

    private final InputStream in;
    private final long mostBytes;
    private long number;

    /** True if the line before ended with a carriage return, to which a line feed may belong. */
    private boolean returned;

    TextLines(InputStream in, long mostBytes) {
        this.in = new BufferedInputStream(in);
        this.mostBytes = mostBytes;
    }

    /** Reads the lines of a stream. */
    public static TextLines of(InputStream in) {
        return new TextLines(
                in, Math.min(Integer.MAX_VALUE / 2, Runtime.getRuntime().maxMemory() / PARTS_OF_HEAP));
    }

    /** Reads the lines of a file. */
    public static TextLines of(Path file) throws IOException {
        return of(Files.newInputStream(file));
    }

    /** Returns the number of the line that was read last, from 1 on. */
    public long number() {
        return number;
    }

    /** Returns whether a byte can be read without a wait. */
    public boolean ready() throws IOException {
        return in.available() > 0;
    }

    /**
     * Reads the next line, without its end.
     *
     * @return null at the end of the text
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
     * Passes over the next line, whatever is in it.
     *
     * @return false at the end of the text
     */
    public boolean skip() throws IOException {
        return read(null);
    }

    private boolean read(@Nullable ByteArrayOutputStream line) throws IOException {
        int next = in.read();
        if (returned && next == '\n') {
            next = in.read();
        }
        returned = false;
        if (next < 0) {
            return false;
        }
        number++;
        while (next >= 0 && next != '\n' && next != '\r') {
            if (line != null) {
                if (line.size() >= mostBytes) {
                    throw new IOException("the line has more than " + mostBytes
                            + " bytes, for which this process has no memory; start it with more (-Xmx)");
                }
                line.write(next);
            }
            next = in.read();
        }
        returned = next == '\r';
        return true;
    }

    /**
     * Returns the text of bytes in UTF-8.
     *
     * @throws IOException if they are something else
     */
    public static String decoded(byte[] bytes) throws IOException {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(from).toString();
        } catch (CharacterCodingException e) {
            throw new IOException("the text is not UTF-8, at byte " + (from.position() + 1) + "; convert it first", e);
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
