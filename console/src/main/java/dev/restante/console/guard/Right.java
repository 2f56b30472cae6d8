package dev.restante.console.guard;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

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

    /** Its permission in words, as it completes "may not". */
    public String text() {
        return text;
    }

    /** Its name in lists of rights: {@code read}. */
    public String listed() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The rights of a list such as {@code read,repair}; {@code all} for all of them, {@code look} for none.
     *
     * @throws IllegalArgumentException for another one
     */
    public static Set<Right> listed(String list) {
        EnumSet<Right> rights = EnumSet.noneOf(Right.class);
        for (String each : list.split(",", -1)) {
            String word = each.strip().toLowerCase(Locale.ROOT);
            switch (word) {
                case "all" -> rights.addAll(EnumSet.allOf(Right.class));
                case "look" -> {}
                default -> rights.add(of(word));
            }
        }
        return rights;
    }

    private static Right of(String word) {
        for (Right right : values()) {
            if (right.listed().equals(word)) {
                return right;
            }
        }
        throw new IllegalArgumentException(
                "'" + word + "' is no right; there are look, read, repair, remove, configure, decide and all");
    }
}
