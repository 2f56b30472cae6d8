package dev.restante.socket;

/** Reasons why a process is not admitted at the local socket or cannot reach it. */
public enum RejectionReason {
    /** The code is unknown to this release. */
    UNKNOWN(0),
    /** The processes use different protocol versions. */
    OTHER_VERSION(1),
    /** The other process belongs to another user of the machine. */
    OTHER_USER(2),
    /** The store rejects the user or the password. */
    CREDENTIALS(3),
    /** An application has the store and does not hand it over. */
    IN_USE(4),
    /** There is no socket, or no process listens at it. */
    NOT_LISTENING(5),
    /** The process does not answer or is busy. */
    NOT_RESPONDING(6);

    private final int code;

    RejectionReason(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static RejectionReason of(int code) {
        for (RejectionReason reason : values()) {
            if (reason.code == code) {
                return reason;
            }
        }
        return UNKNOWN;
    }
}
