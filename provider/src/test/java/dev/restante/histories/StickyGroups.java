package dev.restante.histories;

import java.util.HashMap;
import java.util.Map;

/** Groups that stay with the receiver that got something of them, until its consumer is closed (GRP-06, GRP-07). */
final class StickyGroups {

    private final boolean stay;
    private final Map<String, Party> keepers = new HashMap<>();

    StickyGroups(Kind kind) {
        this.stay = kind == Kind.STICKY_GROUPS;
    }

    /** Whether a message closes its group, which is said by its sequence number. */
    static boolean closes(Letter letter) {
        return letter.group() != null && letter.red();
    }

    boolean keptByOther(ModelMessage message, Party party) {
        return keepers.getOrDefault(message.letter.group(), party) != party;
    }

    /** A party has received a message in its turn. */
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

    /** Its consumer has been closed. */
    void closed(Party party) {
        keepers.values().removeIf(keeper -> keeper == party);
    }

    /** The node has ended. */
    void allClosed() {
        keepers.clear();
    }
}
