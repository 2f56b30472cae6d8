package dev.restante.selector;

/** Truth value of three-valued logic (JMS §3.8.1.2), in the order from false to true. */
enum Truth {
    FALSE,
    /** The result if a null or an evaluation error leaves the condition undecided. */
    UNKNOWN,
    /** The only result that selects a message. */
    TRUE;

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

    /** Returns the lesser value. */
    Truth and(Truth other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** Returns the greater value. */
    Truth or(Truth other) {
        return compareTo(other) >= 0 ? this : other;
    }
}
