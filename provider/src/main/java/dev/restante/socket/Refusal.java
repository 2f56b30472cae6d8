package dev.restante.socket;

/** The reasons for which somebody is not let in, or can't get in. */
public enum Refusal {
    /** One that this release does not know. */
    OTHER(0),
    /** The other side speaks another version. */
    OTHER_VERSION(1),
    /** The other process belongs to another user of the machine. */
    OTHER_USER(2),
    /** The store rejects user or password. */
    CREDENTIALS(3),
    /** The store is not given up: its application has it. */
    IN_USE(4),
    /** There is nobody: no socket, or nobody who listens. */
    NOBODY(5),
    /** Somebody is there and does not answer, or has no room. */
    SILENT(6);

    private final int code;

    Refusal(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static Refusal of(int code) {
        for (Refusal refusal : values()) {
            if (refusal.code == code) {
                return refusal;
            }
        }
        return OTHER;
    }
}
