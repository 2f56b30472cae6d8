package dev.restante.jms.core;

/** Work that does not take part in a transaction of the application, where a session joins those only where it can. */
public enum Outside {
    TOPIC("A send to a topic", "not rolled back with it"),
    DUPLICATE_ID("A send with a duplicate id", "not rolled back with it"),
    LAST_VALUE("A send of a value to a queue that keeps the last of each key", "not rolled back with it"),
    REQUEST("A send with a temporary destination to reply to", "answered before it ends"),
    SUBSCRIPTION("A receive from a topic or a temporary queue", "not repeated after its rollback"),
    RECEIVE_AND_DELETE("A receive in mode RECEIVE_AND_DELETE", "not repeated after its rollback"),
    GROUP_STATE("The state of a message group", "not rolled back with it");

    private final String what;
    private final String consequence;

    Outside(String what, String consequence) {
        this.what = what;
        this.consequence = consequence;
    }

    /** The line to log, once. */
    public String text() {
        return what + " takes no part in the transaction of the application: it is " + consequence;
    }
}
