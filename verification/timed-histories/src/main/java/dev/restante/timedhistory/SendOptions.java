package dev.restante.timedhistory;

import org.jspecify.annotations.Nullable;

/**
 * Options of the messages that an operation adds.
 *
 * @param group the message group, or null
 * @param timeToLiveMillis the time to live in milliseconds, or 0 for no limit
 * @param delayMillis the delivery delay in milliseconds, or 0
 */
public record SendOptions(@Nullable String group, long timeToLiveMillis, long delayMillis) {

    public static final SendOptions NONE = new SendOptions(null, 0, 0);

    public SendOptions withGroup(@Nullable String value) {
        return new SendOptions(value, timeToLiveMillis, delayMillis);
    }

    public SendOptions withTimeToLiveMillis(long value) {
        return new SendOptions(group, value, delayMillis);
    }

    public SendOptions withDelayMillis(long value) {
        return new SendOptions(group, timeToLiveMillis, value);
    }
}
