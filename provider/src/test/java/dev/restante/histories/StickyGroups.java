package dev.restante.histories;

import java.util.HashMap;
import java.util.Map;

/** Groups that stay with the receiver of their first message until its consumer is closed (GRP-06, GRP-07). */
final class StickyGroups {

    private final boolean stay;
    private final Map<String, Party> keepers = new HashMap<>();

    StickyGroups(Kind kind) {
        this.stay = kind == Kind.STICKY_GROUPS;
    }

    /** Returns whether a message closes its group, which its sequence number says. */
    static boolean closes(Letter letter) {
        return letter.group() != null && letter.red();
    }

    boolean keptByOther(ModelMessage message, Party party) {
        return keepers.getOrDefault(message.letter.group(), party) != party;
    }

    /** Assigns the group of a message that a party has received. */
    void took(ModelMessage message, Party party) {
        String group = message.letter.group();
        if (!stay || group == null) {
            return;
        }
        if (closes(message.letter)) {
            keepers.remove(group);
        } else {
            keepers.put(group, party);
        }
    }

    /** Ends the assignments of a party whose consumer was closed. */
    void closed(Party party) {
        keepers.values().removeIf(keeper -> keeper == party);
    }

    /** Ends all assignments, because the node has ended. */
    void allClosed() {
        keepers.clear();
    }
}
