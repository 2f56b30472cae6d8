package dev.restante.admin;

/** A topic. A refused call throws {@link IllegalStateException} with the text and the error code of the refusal. */
public interface TopicMXBean {

    /** Its full name. */
    String getName();

    /** {@code ACTIVE}, {@code SEND_DISABLED}, {@code RECEIVE_DISABLED} or {@code DISABLED}. */
    String getStatus();

    /** How many subscriptions it has. */
    int getSubscriptions();

    /** How many messages this node has sent to it since it was opened. */
    long getSent();

    /** Over the last minute. */
    double getSentPerSecond();

    /** Lets the receivers of its subscriptions wait until {@link #resume}; returns the status from now on. */
    String pause();

    /** Lets applications send to it and receive from its subscriptions; returns the status from now on. */
    String resume();

    /** Lets the receivers of its subscriptions wait, and has sends refused; returns the status from now on. */
    String disable();
}
