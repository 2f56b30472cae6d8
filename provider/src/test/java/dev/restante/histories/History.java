package dev.restante.histories;

import dev.restante.option.EntityStatus;
import java.util.List;

/**
 * History of one queue.
 *
 * @param options the initial options of the queue
 * @param kind the kind of the history
 * @param crashes true if the node crashes instead of a restart
 */
record History(ModelOptions options, Kind kind, boolean crashes, List<Action> actions) {

    /**
     * Returns the message as this history sends it. With crashes there is only one priority, because a message that is
     * dead-lettered at its next receive may be behind a message of lower priority. Messages with a group are persistent
     * then, because the next access of any receiver removes lost non-persistent messages.
     */
    Letter sent(Letter letter) {
        return crashes
                ? letter.withPriority(Letter.NORMAL).withPersistent(letter.persistent() || letter.group() != null)
                : letter;
    }

    private static final long[] LOCKS = {10_000, 20_000, 60_000};
    private static final int[] COUNTS = {10, 1, 2, 3};
    private static final long[] TIMES_TO_LIVE = {0, 15_000, 50_000};
    private static final long[] WINDOWS = {0, 20_000, 60_000};
    private static final long[] BACK_OFFS = {0, 3_000};

    private static final int[] IN_FLIGHT = {InFlight.MANY, 3, InFlight.MANY, 2, InFlight.MANY, 1};

    static ModelOptions options(int pick) {
        ModelOptions options =
                new ModelOptions(LOCKS[0], COUNTS[0], 0, false, 0, 0, false, InFlight.MANY, EntityStatus.ACTIVE, false);
        int rest = pick;
        for (Action.Alter.Option option : Action.Alter.Option.values()) {
            options = altered(options, option, rest % 4);
            rest /= 4;
        }
        return options;
    }

    static ModelOptions altered(ModelOptions now, Action.Alter.Option option, int pick) {
        return new ModelOptions(
                option == Action.Alter.Option.LOCK_DURATION ? of(LOCKS, pick) : now.lockMillis(),
                option == Action.Alter.Option.MAX_DELIVERY_COUNT
                        ? COUNTS[pick % COUNTS.length]
                        : now.maxDeliveryCount(),
                option == Action.Alter.Option.DEFAULT_TIME_TO_LIVE
                        ? of(TIMES_TO_LIVE, pick)
                        : now.defaultTimeToLiveMillis(),
                option == Action.Alter.Option.DEAD_LETTER_ON_EXPIRY ? pick % 2 == 1 : now.deadLetterOnExpiry(),
                option == Action.Alter.Option.DUPLICATE_WINDOW ? of(WINDOWS, pick) : now.duplicateWindowMillis(),
                option == Action.Alter.Option.BACK_OFF ? of(BACK_OFFS, pick) : now.backOffMillis(),
                option == Action.Alter.Option.LATE_SETTLEMENT ? pick % 2 == 1 : now.lateAllowed(),
                option == Action.Alter.Option.IN_FLIGHT ? IN_FLIGHT[pick % IN_FLIGHT.length] : now.maxInFlight(),
                now.status(),
                now.deletionProtected());
    }

    private static long of(long[] values, int pick) {
        return values[pick % values.length];
    }
}
