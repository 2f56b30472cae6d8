package dev.restante.admin;

/** A topic. A refused call throws {@link IllegalStateException} with the text and the error code of the refusal. */
public interface TopicMXBean {

    /** Its full name. */
    String getName();

    /** How many subscriptions it has. */
    int getSubscriptions();

    /** How many messages this node has sent to it since it was opened. */
    long getSent();

    /** Over the last minute. */
    double getSentPerSecond();
}
