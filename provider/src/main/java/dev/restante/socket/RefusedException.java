package dev.restante.socket;

import dev.restante.model.codec.ByteReader;
import dev.restante.model.codec.ByteWriter;

/** The process that has a store does not let somebody in, or can't be reached. */
public final class RefusedException extends Exception {

    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedException(Refusal refusal, String message) {
        super(message);
        this.refusal = refusal;
    }

    RefusedException(Refusal refusal, String message, Throwable cause) {
        super(message, cause);
        this.refusal = refusal;
    }

    /** Why. */
    public Refusal refusal() {
        return refusal;
    }

    Frame frame() {
        ByteWriter to = new ByteWriter(128);
        to.writeByte(refusal.code());
        to.writeString(String.valueOf(getMessage()));
        return Frame.of(Frame.Kind.REFUSED, to);
    }

    static RefusedException read(Frame frame) {
        ByteReader from = frame.reader();
        return new RefusedException(Refusal.of(from.readByte()), from.readString());
    }
}
