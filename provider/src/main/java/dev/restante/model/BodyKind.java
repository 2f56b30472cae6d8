package dev.restante.model;

/**
 * The kind of a body: one for each of the six kinds of messages, and one for bytes that are stored apart. The code is
 * stored; it never changes its meaning.
 */
public enum BodyKind {
    /** A plain message: headers and properties, no body. */
    NONE(0),
    /** Text, as UTF-8. */
    TEXT(1),
    /** Uninterpreted bytes. */
    BYTES(2),
    /** Named values. */
    MAP(3),
    /** A sequence of typed values. */
    STREAM(4),
    /** A serialised Java object. */
    OBJECT(5),
    /** Uninterpreted bytes that are stored apart: a {@link LargeBody} has the place of the body. */
    LARGE_BYTES(6);

    private final int code;

    BodyKind(int code) {
        this.code = code;
    }

    /** The stored code. */
    public int code() {
        return code;
    }

    /**
     * The kind with a stored code.
     *
     * @throws IllegalArgumentException if no kind has it
     */
    public static BodyKind ofCode(int code) {
        for (BodyKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("no body kind has code " + code);
    }
}
