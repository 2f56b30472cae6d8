package dev.restante.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.util.Locale;

/** Protocol of MariaDB and MySQL. It recognizes only an explicit COMMIT. */
final class MariaDbProtocol implements WireProtocol {

    private static final int HEADER = 4;
    private static final int QUERY = 3;
    private static final int EXECUTE = 0x17;
    private static final int BULK_EXECUTE = 0xFA;
    private static final int OK = 0;

    /** Number of bytes that a MySQL client sends between the command and its text for a query without parameters. */
    private static final int MOST_BEFORE_TEXT = 3;

    /** True from the COMMIT request until the server's next answer, which belongs to it. */
    private volatile boolean committing;

    /**
     * Reads a request. The type of the first message of an exchange is its command, and the type of other messages is
     * -1.
     */
    @Override
    public ProtocolMessage request(DataInputStream from) throws IOException {
        return message(from, true);
    }

    @Override
    public ProtocolMessage answer(DataInputStream from) throws IOException {
        return message(from, false);
    }

    private static ProtocolMessage message(DataInputStream from, boolean firstOnly) throws IOException {
        byte[] header = new byte[HEADER];
        WireProtocol.read(from, header, 0);
        int length = (header[0] & 0xFF) | ((header[1] & 0xFF) << 8) | ((header[2] & 0xFF) << 16);
        byte[] bytes = new byte[HEADER + length];
        System.arraycopy(header, 0, bytes, 0, HEADER);
        WireProtocol.read(from, bytes, HEADER);
        boolean typed = length > 0 && (!firstOnly || header[3] == 0);
        return new ProtocolMessage(typed ? bytes[HEADER] & 0xFF : -1, bytes, HEADER);
    }

    @Override
    public boolean commits(ProtocolMessage request) {
        boolean commits = request.type() == QUERY
                && request.contentLength() <= MOST_BEFORE_TEXT + "COMMIT".length()
                && request.text().toUpperCase(Locale.ROOT).endsWith("COMMIT");
        if (commits) {
            committing = true;
        }
        return commits;
    }

    @Override
    public boolean executes(ProtocolMessage request) {
        return request.type() == QUERY || request.type() == EXECUTE || request.type() == BULK_EXECUTE;
    }

    @Override
    public boolean expectsAnswer(ProtocolMessage request) {
        return request.type() >= 0;
    }

    @Override
    public boolean confirmsCommit(ProtocolMessage answer) {
        boolean answersCommit = committing;
        committing = false;
        return answersCommit && answer.type() == OK;
    }
}
