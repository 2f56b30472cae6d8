package dev.restante.node.core;

import dev.restante.broker.InFlightDelivery;
import dev.restante.model.DisplayText;
import dev.restante.model.Entity;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Text about lost locks, for exceptions and the log (RCV-12): queue, age and duration of the lock, reason and remedy.
 */
public final class LostLockText {

    private static final int MAX_IDS = 5;

    private static final String REMEDY = " Set a longer lockDuration of the queue, renew locks in time, or set"
            + " autoRenewLocksFor of the connection factory.";

    private LostLockText() {}

    /**
     * Returns the text for a call that failed because of one lost lock.
     *
     * @param current the entity with its current options
     * @param nowMonotonicMillis the time by the clock that ends locks
     */
    public static String ofOne(InFlightDelivery lost, Entity current, long nowMonotonicMillis) {
        boolean expires = lost.lockedUntilMonotonicMillis() != InFlightDelivery.UNTIL_SETTLED;
        return "The lock of message " + lost.sequenceNumber() + " of " + name(current) + " was lost. The message was "
                + history(lost, current, nowMonotonicMillis) + ". "
                + (expires ? "The lock expired, the" : "The")
                + " node was declared dead, the message was already settled, or an administrator broke the lock"
                + " or deleted the queue."
                + " Nothing was changed. If the message is not settled, it is delivered again."
                + (expires ? REMEDY : "");
    }

    /**
     * Returns the text for a call that failed because of several lost locks, or that completed other messages.
     *
     * @param lost the deliveries with lost locks, at least one
     * @param completed the number of messages that the call completed
     * @param current the entity of the first delivery with its current options
     */
    public static String ofSeveral(
            List<InFlightDelivery> lost, int completed, Entity current, long nowMonotonicMillis) {
        List<Long> named = lost.stream()
                .limit(MAX_IDS)
                .map(InFlightDelivery::sequenceNumber)
                .toList();
        return "The locks of " + lost.size() + " of " + (lost.size() + completed)
                + " messages were lost. They expired, the node was declared dead, the messages were already settled,"
                + " or an administrator broke the locks. Lost: "
                + named + (lost.size() > named.size() ? " and more" : "")
                + ". The first of them, of " + name(current) + ", was "
                + history(lost.get(0), current, nowMonotonicMillis)
                + ". Nothing was changed for these messages, which are delivered again if they are not settled. The"
                + " other " + completed + " were completed." + REMEDY;
    }

    /**
     * Returns the text for the log when locks end before their messages are settled.
     *
     * @param expired the deliveries whose locks end together, at least one
     * @param current the entity of the first delivery with its current options
     */
    public static String ofExpired(List<InFlightDelivery> expired, Entity current, long nowMonotonicMillis) {
        InFlightDelivery first = expired.get(0);
        String others = expired.size() == 1 ? "" : " The locks of " + (expired.size() - 1) + " others expired with it.";
        return "The lock of message " + first.sequenceNumber() + " of " + name(current)
                + " expired before the message was settled, so the message is delivered again, dead-lettered or expired."
                + " It was " + history(first, current, nowMonotonicMillis) + "." + others + REMEDY;
    }

    private static String name(Entity entity) {
        return entity.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + DisplayText.quote(entity.name());
    }

    private static String history(InFlightDelivery lost, Entity current, long nowMonotonicMillis) {
        long ageMillis = Math.max(0, nowMonotonicMillis - lost.receivedAtMonotonicMillis());
        String received = "received " + TimeUnit.MILLISECONDS.toSeconds(ageMillis) + " s ago";
        return lost.lockedUntilMonotonicMillis() == InFlightDelivery.UNTIL_SETTLED
                ? received
                : received + ", and its lock duration is " + lost.lockDuration(current);
    }
}
