package dev.restante.histories;

import dev.restante.option.EntityStatus;
import java.util.List;
import java.util.Set;

/**
 * History of one queue.
 *
 * @param options the initial options of the queue
 * @param kind the kind of the history
 * @param crashes true if the node crashes instead of a restart
 * @param onSecondNode the sessions that belong to a second node; empty for a history with one node
 */
record History(
        ModelOptions options,
        HistoryKind kind,
        boolean crashes,
        Set<SessionKind> onSecondNode,
        List<HistoryAction> actions) {

    /**
     * Returns the message as this history sends it.
     *
     * <p>With crashes there is only one priority, because a message that is dead-lettered at its next receive may be
     * behind a message of lower priority. Messages with a group are persistent then, because the next access of any
     * receiver removes lost non-persistent messages. So are last values, which are stored in any case.
     *
     * <p>With two nodes all messages are persistent, because a node does not show the messages in the memory of another
     * node.
     *
     * <p>If the clock is set, no message is delayed. Its position follows from its delivery time, but the positions of
     * other messages do not go back with the clock. No message has a duplicate id, because the store may or may not
     * have removed ids whose windows had ended by the former time.
     */
    MessageSpec specToSend(MessageSpec spec, boolean twoNodes, boolean setsClock) {
        if (twoNodes) {
            return specToSend(spec, false, setsClock).withPersistent(true);
        }
        if (setsClock) {
            return specToSend(spec.withoutDelayAndDuplicateId(), false, false);
        }
        return crashes
                ? spec.withPriority(MessageSpec.DEFAULT_PRIORITY)
                        .withPersistent(spec.persistent() || spec.group() != null || kind == HistoryKind.LAST_VALUES)
                : spec;
    }

    /** Returns whether the history sets the clock of the machine, which only an embedded store follows. */
    boolean setsClock(TestStore store) {
        return !store.isShared() && actions.stream().anyMatch(ClockSteps.StepClock.class::isInstance);
    }

    private static final long[] LOCKS = {10_000, 20_000, 60_000};
    private static final int[] COUNTS = {10, 1, 2, 3};
    private static final long[] TIMES_TO_LIVE = {0, 15_000, 50_000};
    private static final long[] WINDOWS = {0, 20_000, 60_000};
    private static final long[] BACK_OFFS = {0, 3_000};

    private static final int[] IN_FLIGHT = {
        InFlightLimit.UNREACHABLE, 3, InFlightLimit.UNREACHABLE, 2, InFlightLimit.UNREACHABLE, 1
    };

    static ModelOptions initialOptions(int pick) {
        ModelOptions options = new ModelOptions(
                LOCKS[0], COUNTS[0], 0, false, 0, 0, false, InFlightLimit.UNREACHABLE, EntityStatus.ACTIVE, false);
        int rest = pick;
        for (HistoryAction.Alter.AlteredOption option : HistoryAction.Alter.AlteredOption.values()) {
            options = altered(options, option, rest % 4);
            rest /= 4;
        }
        return options;
    }

    static ModelOptions altered(ModelOptions now, HistoryAction.Alter.AlteredOption option, int pick) {
        return new ModelOptions(
                option == HistoryAction.Alter.AlteredOption.LOCK_DURATION ? of(LOCKS, pick) : now.lockMillis(),
                option == HistoryAction.Alter.AlteredOption.MAX_DELIVERY_COUNT
                        ? COUNTS[pick % COUNTS.length]
                        : now.maxDeliveryCount(),
                option == HistoryAction.Alter.AlteredOption.DEFAULT_TIME_TO_LIVE
                        ? of(TIMES_TO_LIVE, pick)
                        : now.defaultTimeToLiveMillis(),
                option == HistoryAction.Alter.AlteredOption.DEAD_LETTER_ON_EXPIRY
                        ? pick % 2 == 1
                        : now.deadLetterOnExpiry(),
                option == HistoryAction.Alter.AlteredOption.DUPLICATE_WINDOW
                        ? of(WINDOWS, pick)
                        : now.duplicateWindowMillis(),
                option == HistoryAction.Alter.AlteredOption.BACK_OFF ? of(BACK_OFFS, pick) : now.backOffMillis(),
                option == HistoryAction.Alter.AlteredOption.LATE_SETTLEMENT
                        ? pick % 2 == 1
                        : now.lateSettlementAllowed(),
                option == HistoryAction.Alter.AlteredOption.IN_FLIGHT
                        ? IN_FLIGHT[pick % IN_FLIGHT.length]
                        : now.maxInFlight(),
                now.status(),
                now.deletionProtected());
    }

    private static long of(long[] values, int pick) {
        return values[pick % values.length];
    }
}
