package dev.restante.observe;

/**
 * Kinds of settlement (complete, abandon, dead-letter, rollback and others) that Restante reports to message observers.
 */
public enum SettlementKind {
    /** Messages are acknowledged. */
    COMPLETE("complete"),
    /**
     * Messages become available again with a higher delivery count: a listener threw an exception, or a session
     * recovers or closes.
     */
    RELEASE("release"),
    /** The application abandons a message. */
    ABANDON("abandon"),
    /** The application dead-letters a message. */
    DEAD_LETTER("dead-letter"),
    /** The application defers a message. */
    DEFER("defer"),
    /** The application undefers a message. */
    UNDEFER("undefer"),
    /** A transacted session commits. */
    COMMIT("commit"),
    /** A transacted session rolls back. */
    ROLLBACK("rollback");

    private final String text;

    SettlementKind(String text) {
        this.text = text;
    }

    /** Returns the text of the kind for meters and traces. */
    public String text() {
        return text;
    }
}
