package dev.restante.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The protocol of one client with its server, as far as a proxy has to understand it. One thread reads what is asked,
 * another what is answered.
 */
interface Wire {

    /** A message, with all of its bytes; what it says begins at an offset. */
    record Message(int type, byte[] bytes, int contentOffset) {

        int contentLength() {
            return bytes.length - contentOffset;
        }

        /** Each byte as a character. */
        String text() {
            return new String(bytes, contentOffset, contentLength(), StandardCharsets.ISO_8859_1);
        }
    }

    /** That of a JDBC URL. */
    static Wire of(String url) {
        return url.startsWith("jdbc:postgresql:") ? new PostgresWire() : new MariaDbWire();
    }

    /** Options of a URL with which a proxy can read. */
    static String readable(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return "sslmode=disable&gssEncMode=disable";
        }
        return url.startsWith("jdbc:mysql:") ? "sslMode=DISABLED" : "sslMode=disable";
    }

    /** Reads the next message of the client. */
    Message request(DataInputStream from) throws IOException;

    /** Follows a message of the client; true if the server commits with it, unless something fails. */
    boolean commits(Message request);

    /** True if the client waits for an answer from this message on. */
    boolean asks(Message request);

    /** Reads the next message of the server. */
    Message answer(DataInputStream from) throws IOException;

    /** Follows a message of the server; true if it says that the server has committed. */
    boolean saysCommitted(Message answer);

    /** Reads so many bytes. */
    static void read(DataInputStream from, byte[] to, int offset) throws IOException {
        int count = from.readNBytes(to, offset, to.length - offset);
        if (count < to.length - offset) {
            throw new EOFException();
        }
    }
}
