package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;

/** Exception for a rejected or impossible connection to the process that has the store. */
public final class ConnectionRejectedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final RejectionReason reason;

    ConnectionRejectedException(RejectionReason reason, String message) {
        super(message);
        this.reason = reason;
    }

    ConnectionRejectedException(RejectionReason reason, String message, Throwable cause) {
        super(message, cause);
        this.reason = reason;
    }

    public RejectionReason reason() {
        return reason;
    }

    Frame frame() {
        ByteWriter to = new ByteWriter(128);
        to.writeByte(reason.code());
        to.writeString(String.valueOf(getMessage()));
        return Frame.of(Frame.FrameKind.REJECTED, to);
    }

    static ConnectionRejectedException read(Frame frame) {
        ByteReader from = frame.reader();
        return new ConnectionRejectedException(RejectionReason.of(from.readByte()), from.readString());
    }
}
