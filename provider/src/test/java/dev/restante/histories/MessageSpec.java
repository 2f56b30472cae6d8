package dev.restante.histories;

import org.jspecify.annotations.Nullable;

/**
 * Values that a sender sets for a message.
 *
 * @param priority the priority, 0 to 9
 * @param timeToLiveMillis the time to live; 0 for none
 * @param delayMillis the delivery delay; 0 for none
 * @param group the message group, or null
 * @param duplicateId the duplicate id, or null
 * @param red true if the receiver with a selector wants the message
 * @param persistent true for the persistent delivery mode
 */
record MessageSpec(
        int priority,
        long timeToLiveMillis,
        long delayMillis,
        @Nullable String group,
        @Nullable String duplicateId,
        boolean red,
        boolean persistent) {

    static final int DEFAULT_PRIORITY = 4;

    /** Returns the value of the property {@code colour}. */
    String colour() {
        return red ? "red" : "blue";
    }

    /** Returns the value of the property with the last-value key, or null for a message that is no value. */
    @Nullable
    String valueKey() {
        return red ? "p" + priority : null;
    }

    MessageSpec withPriority(int value) {
        return new MessageSpec(value, timeToLiveMillis, delayMillis, group, duplicateId, red, persistent);
    }

    MessageSpec withRed() {
        return new MessageSpec(priority, timeToLiveMillis, delayMillis, group, duplicateId, true, persistent);
    }

    MessageSpec forRepeatedSend() {
        return new MessageSpec(priority, timeToLiveMillis, 0, group, null, false, true);
    }

    MessageSpec withoutDelayAndDuplicateId() {
        return new MessageSpec(priority, timeToLiveMillis, 0, group, null, red, persistent);
    }

    MessageSpec withPersistent(boolean value) {
        return new MessageSpec(priority, timeToLiveMillis, delayMillis, group, duplicateId, red, value);
    }

    @Override
    public String toString() {
        return "priority " + priority
                + (timeToLiveMillis == 0 ? "" : ", time to live " + timeToLiveMillis + " ms")
                + (delayMillis == 0 ? "" : ", delay " + delayMillis + " ms")
                + (group == null ? "" : ", group " + group)
                + (duplicateId == null ? "" : ", duplicate id " + duplicateId)
                + (red ? ", red" : "")
                + (persistent ? "" : ", non-persistent");
    }
}
