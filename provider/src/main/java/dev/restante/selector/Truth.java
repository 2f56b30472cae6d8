package dev.restante.selector;

/** Truth value of three-valued logic (JMS §3.8.1.2). */
enum Truth {
    /** The only result that selects a message. */
    TRUE,
    FALSE,
    /** The result if a null or an evaluation error leaves the condition undecided. */
    UNKNOWN;

    static Truth of(boolean value) {
        return value ? TRUE : FALSE;
    }

    Truth not() {
        return switch (this) {
            case TRUE -> FALSE;
            case FALSE -> TRUE;
            case UNKNOWN -> UNKNOWN;
        };
    }

    Truth and(Truth other) {
        return switch (this) {
            case TRUE -> other;
            case FALSE -> FALSE;
            case UNKNOWN -> other == FALSE ? FALSE : UNKNOWN;
        };
    }

    Truth or(Truth other) {
        return switch (this) {
            case TRUE -> TRUE;
            case FALSE -> other;
            case UNKNOWN -> other == TRUE ? TRUE : UNKNOWN;
        };
    }
}
