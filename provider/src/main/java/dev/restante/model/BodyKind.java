package dev.restante.model;

/** Kind of a message body, with its stored code, which never changes its meaning. */
public enum BodyKind {
    /** No body: a plain {@code Message} with headers and properties only. */
    NONE(0),
    /** Text in UTF-8. */
    TEXT(1),
    BYTES(2),
    /** Map of named values. */
    MAP(3),
    /** Sequence of typed values. */
    STREAM(4),
    /** Serialized Java object. */
    OBJECT(5),
    /** Bytes stored in chunks outside the message row, which contains a {@link LargeBody} reference instead. */
    LARGE_BYTES(6);

    private final int code;

    BodyKind(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }

    public static BodyKind ofCode(int code) {
        for (BodyKind kind : values()) {
            if (kind.code == code) {
                return kind;
            }
        }
        throw new IllegalArgumentException("unknown code of a body kind: " + code);
    }
}
