package dev.restante.histories;

import java.util.HashMap;
import java.util.Map;

/** Groups that stay with the receiver of their first message until its consumer is closed (GRP-06, GRP-07). */
final class StickyGroups {

    private final boolean enabled;
    private final Map<String, SessionKind> assignedTo = new HashMap<>();

    StickyGroups(HistoryKind kind) {
        this.enabled = kind == HistoryKind.STICKY_GROUPS;
    }

    /** Returns whether a message closes its group, which its sequence number says. */
    static boolean closesGroup(MessageSpec spec) {
        return spec.group() != null && spec.red();
    }

    boolean isAssignedToOther(ModelMessage message, SessionKind sessionKind) {
        return assignedTo.getOrDefault(message.spec.group(), sessionKind) != sessionKind;
    }

    /** Assigns the group of a message that a session has received. */
    void assign(ModelMessage message, SessionKind sessionKind) {
        String group = message.spec.group();
        if (!enabled || group == null) {
            return;
        }
        if (closesGroup(message.spec)) {
            assignedTo.remove(group);
        } else {
            assignedTo.put(group, sessionKind);
        }
    }

    /** Ends all assignments. */
    void clear() {
        assignedTo.clear();
    }

    /** Ends the assignments of a session whose consumer was closed. */
    void unassign(SessionKind sessionKind) {
        assignedTo.values().removeIf(assigned -> assigned == sessionKind);
    }
}
