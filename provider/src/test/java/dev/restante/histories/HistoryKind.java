package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.GroupAssignment;

/** Kind of a history, in the order of complexity. */
enum HistoryKind {
    PLAIN,
    GROUPS,
    STICKY_GROUPS,
    RULES,
    RULES_AND_GROUPS;

    /** Returns the entity of the history. */
    EntityUnderTest entity(String name) {
        return usesRules() ? new SubscriptionUnderTest(name, this) : new QueueUnderTest(name, this);
    }

    /** Returns the options of a queue, with the options that are constant in the whole history. */
    QueueOptions withGroupAssignment(QueueOptions options) {
        return this == STICKY_GROUPS ? options.withGroupAssignment(GroupAssignment.STICKY) : options;
    }

    /** Returns whether messages have groups. */
    boolean usesGroups() {
        return this != PLAIN && this != RULES;
    }

    /** Returns whether the colour of a message matters only to selectors of receivers. */
    boolean canEditColour() {
        return this == PLAIN || this == GROUPS;
    }

    /** Returns whether the history uses a subscription, whose rules change. */
    boolean usesRules() {
        return this == RULES || this == RULES_AND_GROUPS;
    }

    /**
     * Returns whether receivers have selectors. With selectors, a redelivery can break the order of a group (VIS-07).
     * Receivers of a subscription have a common selector.
     */
    boolean usesSelectors() {
        return this == PLAIN;
    }
}
