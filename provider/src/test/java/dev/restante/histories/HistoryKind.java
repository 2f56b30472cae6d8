package dev.restante.histories;

import dev.restante.admin.QueueOptions;
import dev.restante.option.GroupAssignment;

/** Kind of a history, in the order of complexity. */
enum HistoryKind {
    PLAIN,
    GROUPS,
    STICKY_GROUPS,
    LAST_VALUES,
    RULES,
    RULES_AND_GROUPS;

    /** Property with the last-value key. */
    static final String VALUE_KEY_PROPERTY = "valueKey";

    /** Returns the entity of the history. */
    EntityUnderTest entity(String name) {
        return usesRules() ? new SubscriptionUnderTest(name, "first", this) : new QueueUnderTest(name, this);
    }

    /** Returns the options of a queue, with the options that are constant in the whole history. */
    QueueOptions withConstantOptions(QueueOptions options) {
        return switch (this) {
            case STICKY_GROUPS -> options.withGroupAssignment(GroupAssignment.STICKY);
            case LAST_VALUES -> options.withLastValueKey(VALUE_KEY_PROPERTY);
            case PLAIN, GROUPS, RULES, RULES_AND_GROUPS -> options;
        };
    }

    /** Returns whether messages have groups. */
    boolean usesGroups() {
        return this == GROUPS || this == STICKY_GROUPS || this == RULES_AND_GROUPS;
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
     * Returns whether the clock stops at each event. Otherwise several events can be late, and with last values the
     * result depends on their order.
     */
    boolean stopsAtEachEvent() {
        return this == LAST_VALUES;
    }

    /**
     * Returns whether receivers have selectors. With selectors, a redelivery can break the order of a group (VIS-07).
     * Receivers of a subscription have a common selector.
     */
    boolean usesSelectors() {
        return this == PLAIN || this == LAST_VALUES;
    }
}
