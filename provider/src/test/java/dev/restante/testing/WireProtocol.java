package dev.restante.testing;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Protocol of a client with its server, as far as a proxy must understand it. One thread reads requests, and another
 * thread reads answers.
 */
interface WireProtocol {

    /** Message with all its bytes, whose content begins at an offset. */
    record ProtocolMessage(int type, byte[] bytes, int contentOffset) {

        int contentLength() {
            return bytes.length - contentOffset;
        }

        /** Returns the content with each byte as a character. */
        String text() {
            return new String(bytes, contentOffset, contentLength(), StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the protocol of a JDBC URL. */
    static WireProtocol of(String url) {
        return url.startsWith("jdbc:postgresql:") ? new PostgresProtocol() : new MariaDbProtocol();
    }

    /** Returns URL options with which a proxy can read the messages. */
    static String unencryptedOptions(String url) {
        if (url.startsWith("jdbc:postgresql:")) {
            return "sslmode=disable&gssEncMode=disable";
        }
        return url.startsWith("jdbc:mysql:") ? "sslMode=DISABLED" : "sslMode=disable";
    }

    /** Reads the next message of the client. */
    ProtocolMessage request(DataInputStream from) throws IOException;

    /** Follows a message of the client, and returns whether the server commits with it if nothing fails. */
    boolean commits(ProtocolMessage request);

    /**
     * Returns whether a message executes a statement other than the begin or a setting of a transaction. {@link
     * #commits} must have followed the message before.
     */
    boolean executes(ProtocolMessage request);

    /** Returns whether the client waits for an answer after this message. */
    boolean expectsAnswer(ProtocolMessage request);

    /** Reads the next message of the server. */
    ProtocolMessage answer(DataInputStream from) throws IOException;

    /** Follows a message of the server, and returns whether it confirms a commit. */
    boolean confirmsCommit(ProtocolMessage answer);

    /** Reads bytes until an array is full. */
    static void read(DataInputStream from, byte[] to, int offset) throws IOException {
        int count = from.readNBytes(to, offset, to.length - offset);
        if (count < to.length - offset) {
            throw new EOFException();
        }
    }
}
