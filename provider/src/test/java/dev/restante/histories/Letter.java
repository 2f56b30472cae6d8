package dev.restante.histories;

import org.jspecify.annotations.Nullable;

/**
 * What a sender says of a message.
 *
 * @param priority 0 to 9
 * @param timeToLiveMillis 0 for none
 * @param delayMillis 0 for none
 * @param group its message group, or null
 * @param duplicateId its duplicate id, or null
 * @param red whether the selecting receiver wants it
 * @param persistent its delivery mode
 */
record Letter(
        int priority,
        long timeToLiveMillis,
        long delayMillis,
        @Nullable String group,
        @Nullable String duplicateId,
        boolean red,
        boolean persistent) {

    static final int NORMAL = 4;

    /** What its property of this name says. */
    String colour() {
        return red ? "red" : "blue";
    }

    Letter withPriority(int value) {
        return new Letter(value, timeToLiveMillis, delayMillis, group, duplicateId, red, persistent);
    }

    Letter withPersistent(boolean value) {
        return new Letter(priority, timeToLiveMillis, delayMillis, group, duplicateId, red, value);
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
