package dev.restante.model;

import static java.util.Objects.requireNonNull;

import dev.restante.option.GroupExpiry;
import dev.restante.option.LateSettlement;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The options of a queue or subscription. Immutable; {@link #toBuilder()} makes a changed copy.
 *
 * @param lockDuration how long a receiver holds a message under peek-lock, 0 s to 12 h, default 30 s (VIS-01)
 * @param maxDeliveryCount after how many counted deliveries a message is dead-lettered, 1 or more, default 10 (RCV-07)
 * @param defaultTimeToLive the time to live of messages without one of their own, and the cap of those with one; null
 *     (the default) for none (TTL-09)
 * @param deadLetterOnExpiry whether expired messages move to the dead-letter queue instead of being dropped; default
 *     false (TTL-14)
 * @param expiry when expired messages leave, default on time (TTL-02)
 * @param redeliveryBackOff the wait before a released message is visible again, default none (RCV-15)
 * @param duplicateDetectionWindow how long a duplicate id is remembered, 20 s to 7 d; null (the default) for no
 *     duplicate detection (SND-06)
 * @param deadLetterTo the queue that receives this entity's dead letters instead of its own dead-letter queue, or null
 *     (FWD-02)
 * @param expiredTo the queue that receives those of its dead letters that have expired, or null (the default) for where
 *     its other dead letters go; needs {@code deadLetterOnExpiry} (FWD-03)
 * @param forwardTo the queue or topic that gets what arrives here, or null (the default) for none (FWD-01)
 * @param autoDeleteOnIdle after how long without use the entity is deleted, 5 min or more; null (the default) for never
 *     (IDLE-01)
 * @param groups what messages' groups mean, default optional (GRP-01)
 * @param lateSettlement what becomes of a complete after the lock has run out; refused by default (VIS-08)
 * @param maxInFlight how many messages applications may have in their hands, 1 or more; null for
 *     {@link #DEFAULT_MAX_IN_FLIGHT} (VIS-06)
 * @param groupExpiry what goes with an expired message; null for its group where groups are required, else the message
 *     only (TTL-18)
 */
public record EntityOptions(
        Duration lockDuration,
        int maxDeliveryCount,
        @Nullable Duration defaultTimeToLive,
        boolean deadLetterOnExpiry,
        ExpiryMode expiry,
        RedeliveryBackOff redeliveryBackOff,
        @Nullable Duration duplicateDetectionWindow,
        @Nullable String deadLetterTo,
        @Nullable String expiredTo,
        @Nullable DestinationName forwardTo,
        @Nullable Duration autoDeleteOnIdle,
        GroupMode groups,
        LateSettlement lateSettlement,
        @Nullable Integer maxInFlight,
        @Nullable GroupExpiry groupExpiry) {

    /** The longest lock, and the longest that a lock can be extended to (VIS-01, VIS-04). */
    public static final Duration MAX_LOCK_DURATION = Duration.ofHours(12);

    /** The shortest time for which duplicate ids are remembered (SND-06). */
    public static final Duration MIN_DUPLICATE_DETECTION_WINDOW = Duration.ofSeconds(20);

    /** The longest time for which duplicate ids are remembered (SND-06). */
    public static final Duration MAX_DUPLICATE_DETECTION_WINDOW = Duration.ofDays(7);

    /** The shortest time without use after which an entity is deleted (IDLE-01). */
    public static final Duration MIN_AUTO_DELETE_ON_IDLE = Duration.ofMinutes(5);
    /** How many messages applications may have in their hands of an entity that says nothing about it (VIS-06). */
    public static final int DEFAULT_MAX_IN_FLIGHT = 120_000;

    /** The same where groups are required (VIS-06). */
    public static final int DEFAULT_MAX_IN_FLIGHT_WHERE_GROUPS_ARE_REQUIRED = 20_000;

    /** What a queue has that nobody configured. */
    public static final EntityOptions DEFAULT = new EntityOptions(
            Duration.ofSeconds(30),
            10,
            null,
            false,
            ExpiryMode.ON_TIME,
            RedeliveryBackOff.NONE,
            null,
            null,
            null,
            null,
            null,
            GroupMode.OPTIONAL,
            LateSettlement.REFUSE,
            null,
            null);

    public EntityOptions {
        requireNonNull(lockDuration, "lockDuration");
        requireNonNull(expiry, "expiry");
        requireNonNull(redeliveryBackOff, "redeliveryBackOff");
        requireNonNull(groups, "groups");
        requireNonNull(lateSettlement, "lateSettlement");
        if (lockDuration.isNegative() || lockDuration.compareTo(MAX_LOCK_DURATION) > 0) {
            throw new IllegalArgumentException("lockDuration " + lockDuration + " is not within PT0S to PT12H");
        }
        if (maxDeliveryCount < 1) {
            throw new IllegalArgumentException("maxDeliveryCount " + maxDeliveryCount + " is less than 1");
        }
        if (maxInFlight != null && maxInFlight < 1) {
            throw new IllegalArgumentException("maxInFlight " + maxInFlight + " is less than 1");
        }
        if (duplicateDetectionWindow != null
                && (duplicateDetectionWindow.compareTo(MIN_DUPLICATE_DETECTION_WINDOW) < 0
                        || duplicateDetectionWindow.compareTo(MAX_DUPLICATE_DETECTION_WINDOW) > 0)) {
            throw new IllegalArgumentException("duplicateDetectionWindow " + duplicateDetectionWindow
                    + " is not within PT20S to P7D; leave it out for no duplicate detection");
        }
        if (autoDeleteOnIdle != null && autoDeleteOnIdle.compareTo(MIN_AUTO_DELETE_ON_IDLE) < 0) {
            throw new IllegalArgumentException("autoDeleteOnIdle " + autoDeleteOnIdle
                    + " is less than PT5M; leave it out for an entity that stays");
        }
        if (expiredTo != null && !deadLetterOnExpiry) {
            throw new IllegalArgumentException("expiredTo '" + ShownText.of(expiredTo)
                    + "' needs deadLetterOnExpiry, without which expired messages are dropped");
        }
        if (defaultTimeToLive != null && defaultTimeToLive.compareTo(Duration.ofMillis(1)) < 0) {
            throw new IllegalArgumentException(
                    "defaultTimeToLive " + defaultTimeToLive + " is less than a millisecond; leave it out for none");
        }
    }

    /** The queues to which dead letters go, by the options that name them (FWD-02, FWD-03). */
    public Map<String, String> deadLetterTargets() {
        Map<String, String> targets = new LinkedHashMap<>();
        if (deadLetterTo != null) {
            targets.put("deadLetterTo", deadLetterTo);
        }
        if (expiredTo != null) {
            targets.put("expiredTo", expiredTo);
        }
        return targets;
    }

    /** How many messages applications may have in their hands (VIS-06). */
    public int inFlightLimit() {
        if (maxInFlight != null) {
            return maxInFlight;
        }
        return groups == GroupMode.REQUIRED ? DEFAULT_MAX_IN_FLIGHT_WHERE_GROUPS_ARE_REQUIRED : DEFAULT_MAX_IN_FLIGHT;
    }

    /** What goes with an expired message (TTL-18). */
    public GroupExpiry effectiveGroupExpiry() {
        if (groupExpiry != null) {
            return groupExpiry;
        }
        return groups == GroupMode.REQUIRED ? GroupExpiry.GROUP : GroupExpiry.MESSAGE;
    }

    /** A builder that starts from these options. */
    public Builder toBuilder() {
        return new Builder(this);
    }

    /** A builder that starts from {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder(DEFAULT);
    }

    /** Collects options; {@link #build()} validates them. */
    public static final class Builder {
        private Duration lockDuration;
        private int maxDeliveryCount;
        private @Nullable Duration defaultTimeToLive;
        private boolean deadLetterOnExpiry;
        private ExpiryMode expiry;
        private RedeliveryBackOff redeliveryBackOff;
        private @Nullable Duration duplicateDetectionWindow;
        private @Nullable String deadLetterTo;
        private @Nullable String expiredTo;
        private @Nullable DestinationName forwardTo;
        private @Nullable Duration autoDeleteOnIdle;
        private GroupMode groups;
        private LateSettlement lateSettlement;
        private @Nullable Integer maxInFlight;
        private @Nullable GroupExpiry groupExpiry;

        private Builder(EntityOptions from) {
            lockDuration = from.lockDuration;
            maxDeliveryCount = from.maxDeliveryCount;
            defaultTimeToLive = from.defaultTimeToLive;
            deadLetterOnExpiry = from.deadLetterOnExpiry;
            expiry = from.expiry;
            redeliveryBackOff = from.redeliveryBackOff;
            duplicateDetectionWindow = from.duplicateDetectionWindow;
            deadLetterTo = from.deadLetterTo;
            expiredTo = from.expiredTo;
            forwardTo = from.forwardTo;
            autoDeleteOnIdle = from.autoDeleteOnIdle;
            groups = from.groups;
            lateSettlement = from.lateSettlement;
            maxInFlight = from.maxInFlight;
            groupExpiry = from.groupExpiry;
        }

        /** See {@link EntityOptions#lockDuration()}. */
        public Builder lockDuration(Duration value) {
            lockDuration = value;
            return this;
        }

        /** See {@link EntityOptions#maxDeliveryCount()}. */
        public Builder maxDeliveryCount(int value) {
            maxDeliveryCount = value;
            return this;
        }

        /** See {@link EntityOptions#defaultTimeToLive()}. */
        public Builder defaultTimeToLive(@Nullable Duration value) {
            defaultTimeToLive = value;
            return this;
        }

        /** See {@link EntityOptions#deadLetterOnExpiry()}. */
        public Builder deadLetterOnExpiry(boolean value) {
            deadLetterOnExpiry = value;
            return this;
        }

        /** See {@link EntityOptions#expiry()}. */
        public Builder expiry(ExpiryMode value) {
            expiry = value;
            return this;
        }

        /** See {@link EntityOptions#redeliveryBackOff()}. */
        public Builder redeliveryBackOff(RedeliveryBackOff value) {
            redeliveryBackOff = value;
            return this;
        }

        /** See {@link EntityOptions#duplicateDetectionWindow()}. */
        public Builder duplicateDetectionWindow(@Nullable Duration value) {
            duplicateDetectionWindow = value;
            return this;
        }

        /** See {@link EntityOptions#deadLetterTo()}. */
        public Builder deadLetterTo(@Nullable String value) {
            deadLetterTo = value;
            return this;
        }

        /** See {@link EntityOptions#expiredTo()}. */
        public Builder expiredTo(@Nullable String value) {
            expiredTo = value;
            return this;
        }

        /** See {@link EntityOptions#forwardTo()}. */
        public Builder forwardTo(@Nullable DestinationName value) {
            forwardTo = value;
            return this;
        }

        /** See {@link EntityOptions#autoDeleteOnIdle()}. */
        public Builder autoDeleteOnIdle(@Nullable Duration value) {
            autoDeleteOnIdle = value;
            return this;
        }

        /** See {@link EntityOptions#groups()}. */
        public Builder groups(GroupMode value) {
            groups = value;
            return this;
        }

        /** See {@link EntityOptions#lateSettlement()}. */
        public Builder lateSettlement(LateSettlement value) {
            lateSettlement = value;
            return this;
        }

        /** See {@link EntityOptions#maxInFlight()}. */
        public Builder maxInFlight(@Nullable Integer value) {
            maxInFlight = value;
            return this;
        }

        /** See {@link EntityOptions#groupExpiry()}. */
        public Builder groupExpiry(@Nullable GroupExpiry value) {
            groupExpiry = value;
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if one is out of its range; the text names it and its value
         */
        public EntityOptions build() {
            return new EntityOptions(
                    lockDuration,
                    maxDeliveryCount,
                    defaultTimeToLive,
                    deadLetterOnExpiry,
                    expiry,
                    redeliveryBackOff,
                    duplicateDetectionWindow,
                    deadLetterTo,
                    expiredTo,
                    forwardTo,
                    autoDeleteOnIdle,
                    groups,
                    lateSettlement,
                    maxInFlight,
                    groupExpiry);
        }
    }
}
