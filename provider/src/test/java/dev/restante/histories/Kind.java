package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.GroupAssignment;

/** What a history is about, from the simplest on. */
enum Kind {
    PLAIN,
    GROUPS,
    STICKY_GROUPS,
    RULES,
    RULES_AND_GROUPS;

    /** Where it plays. */
    Place place(String name) {
        return rules() ? new SubscriptionPlace(name, this) : new QueuePlace(name, this);
    }

    /** The options of a queue, with what is the same in the whole history. */
    QueueOptions options(QueueOptions options) {
        return this == STICKY_GROUPS ? options.withGroupAssignment(GroupAssignment.STICKY) : options;
    }

    /** Whether what is sent has marks: its group. */
    boolean marked() {
        return this != PLAIN && this != RULES;
    }

    /** Whether it is about a subscription, whose rules change. */
    boolean rules() {
        return this == RULES || this == RULES_AND_GROUPS;
    }

    /**
     * Whether receivers have selectors: with them the order of a group can break after a redelivery (VIS-07), and those
     * of a subscription have the same one.
     */
    boolean selectors() {
        return this == PLAIN;
    }
}
