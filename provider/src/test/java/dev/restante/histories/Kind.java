package dev.restante.histories;

/** What a history is about, from the simplest on. */
enum Kind {
    PLAIN,
    GROUPS;

    /** Where it plays. */
    Place place(String name) {
        return new QueuePlace(name);
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
