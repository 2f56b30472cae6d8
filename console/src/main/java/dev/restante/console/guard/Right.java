package dev.restante.console.guard;

/** A right of a user of the console. Whoever may come in may look at everything but message bodies. */
public enum Right {
    /** To read bodies and properties of messages. */
    READ("read messages"),
    /** To move messages and to change their state: redrive, resubmit, undefer, break locks. */
    REPAIR("repair messages"),
    /** To remove messages, queues, topics and subscriptions for good. */
    REMOVE("remove"),
    /** To create and change queues, topics, subscriptions and their rules, and to pause them. */
    CONFIGURE("configure"),
    /** To decide transactions in doubt. */
    DECIDE("decide transactions");

    private final String text;

    Right(String text) {
        this.text = text;
    }

    /** What it allows, as it completes "may not". */
    public String text() {
        return text;
    }
}
