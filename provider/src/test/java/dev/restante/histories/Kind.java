package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.GroupAssignment;

/** What a history is about, from the simplest on. */
enum Kind {
    PLAIN,
    GROUPS,
    STICKY_GROUPS;

    /** Where it plays. */
    Place place(String name) {
        return new QueuePlace(name, this);
    }

    /** The options of a queue, with what is the same in the whole history. */
    QueueOptions options(QueueOptions options) {
        return this == STICKY_GROUPS ? options.withGroupAssignment(GroupAssignment.STICKY) : options;
    }

    /** Whether what is sent has marks: its group. */
    boolean marked() {
        return this != PLAIN;
    }

    /** Whether receivers have selectors: with them the order of a group can break after a redelivery (VIS-07). */
    boolean selectors() {
        return this == PLAIN;
    }
}
