package dev.restante.console.guard;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/**
 * Right of a console user that permits a group of actions, such as reading, repairing or removing messages. Every user
 * can view everything except message bodies and properties.
 */
public enum ConsoleRight {
    /** Right to read bodies and properties of messages. */
    READ("read messages"),
    /** Right to move messages and to change their state: redrive, resubmit, undefer, break locks. */
    REPAIR("repair messages"),
    /** Right to delete messages, queues, topics and subscriptions permanently. */
    REMOVE("remove"),
    /** Right to create, change and pause queues, topics and subscriptions, and to change rules. */
    CONFIGURE("configure"),
    /** Right to decide in-doubt transactions. */
    DECIDE("decide transactions");

    private final String permissionText;

    ConsoleRight(String permissionText) {
        this.permissionText = permissionText;
    }

    /** Returns the words for this right that complete the phrase "may not". */
    public String permissionText() {
        return permissionText;
    }

    /** Returns the lower-case name of this right in configured lists, for example {@code read}. */
    public String configName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Parses a comma-separated list of rights such as {@code read,repair}.
     *
     * <p>The word {@code all} stands for all rights, and {@code view} for none. Case and surrounding spaces are
     * ignored.
     *
     * @throws IllegalArgumentException if the list contains another word
     */
    public static Set<ConsoleRight> parse(String list) {
        EnumSet<ConsoleRight> rights = EnumSet.noneOf(ConsoleRight.class);
        for (String each : list.split(",", -1)) {
            String word = each.strip().toLowerCase(Locale.ROOT);
            switch (word) {
                case "all" -> rights.addAll(EnumSet.allOf(ConsoleRight.class));
                case "view" -> {}
                default -> rights.add(of(word));
            }
        }
        return rights;
    }

    private static ConsoleRight of(String word) {
        for (ConsoleRight right : values()) {
            if (right.configName().equals(word)) {
                return right;
            }
        }
        throw new IllegalArgumentException(
                "'" + word + "' is not a right. The rights are view, read, repair, remove, configure, decide and all");
    }
}
