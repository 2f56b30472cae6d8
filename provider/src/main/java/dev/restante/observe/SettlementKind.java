package dev.restante.observe;

/** What is done with messages that an application has received. */
public enum SettlementKind {
    /** They are acknowledged. */
    COMPLETE("complete"),
    /** They go back, counted: a listener has thrown, a session recovers or closes. */
    RELEASE("release"),
    /** One goes back because the application says so. */
    ABANDON("abandon"),
    /** One goes to the dead-letter queue because the application says so. */
    DEAD_LETTER("dead_letter"),
    /** One is set aside. */
    DEFER("defer"),
    /** One that was set aside becomes available again. */
    UNDEFER("undefer"),
    /** A transacted session commits. */
    COMMIT("commit"),
    /** A transacted session rolls back. */
    ROLLBACK("rollback");

    private final String text;

    SettlementKind(String text) {
        this.text = text;
    }

    /** As it stands in meters and traces. */
    public String text() {
        return text;
    }
}
