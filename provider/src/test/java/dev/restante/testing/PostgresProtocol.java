package dev.restante.testing;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Protocol of PostgreSQL. A server commits with a message that executes COMMIT. Without a begun transaction it commits
 * with the message that ends changing statements.
 */
final class PostgresProtocol implements WireProtocol {

    /** Type of a client's first message, which has no type. */
    private static final int UNTYPED = -1;

    /** Prepared statements by name. */
    private final Map<String, String> texts = new HashMap<>();

    private boolean started;

    private boolean begun;

    /** True if something was changed without a transaction since the last synchronization. */
    private boolean changed;

    /** True if the server is about to answer statements that commit without a COMMIT. */
    private volatile boolean committing;

    @Override
    public ProtocolMessage request(DataInputStream from) throws IOException {
        int type = started ? from.readUnsignedByte() : UNTYPED;
        started = true;
        return message(type, from);
    }

    @Override
    public ProtocolMessage answer(DataInputStream from) throws IOException {
        return message(from.readUnsignedByte(), from);
    }

    private static ProtocolMessage message(int type, DataInputStream from) throws IOException {
        int length = from.readInt();
        int typeBytes = type == UNTYPED ? 0 : 1;
        ByteBuffer message = ByteBuffer.allocate(typeBytes + length);
        if (type != UNTYPED) {
            message.put((byte) type);
        }
        message.putInt(length);
        WireProtocol.read(from, message.array(), message.position());
        return new ProtocolMessage(type, message.array(), message.position());
    }

    @Override
    public boolean commits(ProtocolMessage request) {
        boolean commits =
                switch (request.type()) {
                    case 'P' -> {
                        String name = text(request, 0);
                        // A statement after the first in a text keeps its leading space.
                        texts.put(name, text(request, name.length() + 1).strip().toUpperCase(Locale.ROOT));
                        yield false;
                    }
                    case 'B' -> executes(boundText(request));
                    case 'Q' -> executes(text(request, 0).strip().toUpperCase(Locale.ROOT)) || synchronizes();
                    case 'S' -> synchronizes();
                    default -> false;
                };
        if (request.type() == 'S') {
            committing = commits;
        }
        return commits;
    }

    private String boundText(ProtocolMessage bind) {
        String portal = text(bind, 0);
        return texts.getOrDefault(text(bind, portal.length() + 1), "");
    }

    @Override
    public boolean executes(ProtocolMessage request) {
        return switch (request.type()) {
            case 'Q' -> usesRows(text(request, 0));
            case 'B' -> usesRows(boundText(request));
            default -> false;
        };
    }

    private static boolean usesRows(String text) {
        return !text.startsWith("BEGIN") && !text.startsWith("SET ");
    }

    private boolean executes(String text) {
        if (text.startsWith("BEGIN")) {
            begun = true;
        } else if (text.equals("COMMIT") || text.equals("ROLLBACK")) {
            begun = false;
            return text.equals("COMMIT");
        } else {
            changed |= !begun && (text.contains("INSERT") || text.contains("UPDATE") || text.contains("DELETE"));
        }
        return false;
    }

    private boolean synchronizes() {
        boolean commits = changed;
        changed = false;
        return commits;
    }

    @Override
    public boolean expectsAnswer(ProtocolMessage request) {
        return request.type() == 'S' || request.type() == 'Q';
    }

    /** Returns whether a COMMIT, or all statements that commit without it, were executed. */
    @Override
    public boolean confirmsCommit(ProtocolMessage answer) {
        if (answer.type() == 'E') {
            committing = false;
        }
        return answer.type() == 'Z'
                ? committing
                : answer.type() == 'C' && text(answer, 0).equals("COMMIT");
    }

    /** Returns the zero-terminated text at an offset. */
    private static String text(ProtocolMessage message, int offset) {
        String text = message.text();
        return text.substring(offset, text.indexOf(0, offset));
    }
}
