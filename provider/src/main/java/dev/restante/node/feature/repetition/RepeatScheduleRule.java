package dev.restante.node.feature.repetition;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.Delivery;
import dev.restante.model.DisplayText;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.model.SaturatingTime;
import dev.restante.option.CatchUpPolicy;
import java.time.DateTimeException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Rule for repeated sends: due times of copies (SCH-01, SCH-03), and copies for due times that passed without a running
 * node (SCH-05). The due times depend only on the schedule, so every node computes equal due times.
 */
public final class RepeatScheduleRule {

    /** Shortest period; an application must send more frequent messages itself. */
    static final long MIN_PERIOD_MILLIS = 100;

    /** Longest delay and longest period. */
    static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(36_525);

    /** Longest duration of a series that begins at an instant of a cron expression. */
    static final long MAX_SERIES_MILLIS = TimeUnit.DAYS.toMillis(1);

    /**
     * Delay after which a due time counts as missed because no node was running; a sweep can always be slightly late.
     */
    static final long MISSED_AFTER_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final RepeatedSendSchedule repeatSchedule;

    /** Function that returns the beginning of the next series after an instant. */
    private final LongUnaryOperator nextSeriesStart;

    private RepeatScheduleRule(RepeatedSendSchedule repeatSchedule, @Nullable CronTimes cron) {
        this.repeatSchedule = repeatSchedule;
        this.nextSeriesStart = cron == null
                ? after -> after < repeatSchedule.startMillis() ? repeatSchedule.startMillis() : Delivery.NEVER
                : cron::after;
    }

    /**
     * Result for a due time.
     *
     * @param copyMillis the due time for which a copy is sent, or {@link Delivery#NEVER} for no copy
     * @param nextMillis the due time of the next copy, or {@link Delivery#NEVER} after the last copy
     */
    public record DueCopy(long copyMillis, long nextMillis) {}

    /**
     * Returns the rule of a stored schedule.
     *
     * @throws IllegalArgumentException if this JVM does not know the time zone or cannot parse the cron expression
     */
    public static RepeatScheduleRule of(RepeatedSendSchedule repeatSchedule) {
        String cron = repeatSchedule.cron();
        String timeZone = repeatSchedule.timeZone();
        if (cron == null || timeZone == null) {
            return new RepeatScheduleRule(repeatSchedule, null);
        }
        try {
            return new RepeatScheduleRule(repeatSchedule, CronTimes.of(cron, timeZone));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("time zone '" + DisplayText.shorten(timeZone) + "' does not exist", e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "cron expression '" + DisplayText.shorten(cron) + "': " + e.getMessage(), e);
        }
    }

    /**
     * Returns the rule of a schedule that a sender requests.
     *
     * @throws BrokerException with INVALID_MESSAGE if the schedule is malformed, out of range, or never due
     */
    public static RepeatScheduleRule ofRequest(RepeatedSendSchedule repeatSchedule) {
        boolean series = repeatSchedule.cron() != null;
        require(
                repeatSchedule.initialDelayMillis() <= MAX_MILLIS && repeatSchedule.periodMillis() <= MAX_MILLIS,
                "its delay and its period must be at most 100 years");
        require(
                repeatSchedule.repeatCount() >= RepeatedSendSchedule.UNLIMITED,
                "its repeat count " + repeatSchedule.repeatCount() + " must be 0 or more, or -1 for no limit");
        if (repeatSchedule.repeatCount() != 0) {
            require(
                    repeatSchedule.periodMillis() >= MIN_PERIOD_MILLIS,
                    "its period of " + repeatSchedule.periodMillis() + " ms must be at least " + MIN_PERIOD_MILLIS
                            + " ms");
        }
        if (series) {
            require(
                    repeatSchedule.repeatCount() != RepeatedSendSchedule.UNLIMITED
                            && SaturatingTime.plus(
                                            repeatSchedule.initialDelayMillis(), repeatSchedule.seriesDurationMillis())
                                    <= MAX_SERIES_MILLIS,
                    "the copies that follow a time of its cron expression must end within a day");
        }
        RepeatScheduleRule rule;
        try {
            rule = of(repeatSchedule);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_MESSAGE,
                    "The repeat schedule of the message is invalid: " + e.getMessage(),
                    e);
        }
        require(
                rule.firstDue() != Delivery.NEVER,
                "its cron expression '" + DisplayText.shorten(String.valueOf(repeatSchedule.cron()))
                        + "' has no time in the future");
        return rule;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new BrokerException(
                    BrokerErrorReason.INVALID_MESSAGE, "The repeat schedule of the message is invalid: " + what);
        }
    }

    public long firstDue() {
        return nextAfter(repeatSchedule.startMillis() - 1);
    }

    /** Returns the due time of the first copy after an instant, or {@link Delivery#NEVER} after the last copy. */
    public long nextAfter(long afterMillis) {
        long span = SaturatingTime.plus(repeatSchedule.seriesDurationMillis(), repeatSchedule.initialDelayMillis());
        long beginning = nextSeriesStart.applyAsLong(earliest(SaturatingTime.minus(afterMillis, span)));
        long next = Delivery.NEVER;
        while (beginning != Delivery.NEVER) {
            next = Math.min(next, inSeries(beginning, afterMillis));
            if (beginning + repeatSchedule.initialDelayMillis() > afterMillis) {
                return next;
            }
            beginning = nextSeriesStart.applyAsLong(beginning);
        }
        return next;
    }

    /** Returns the instant, or the last instant before the start of the schedule if that is later. */
    private long earliest(long millis) {
        return Math.max(millis, repeatSchedule.startMillis() - 1);
    }

    private long inSeries(long beginning, long afterMillis) {
        long first = beginning + repeatSchedule.initialDelayMillis();
        if (first > afterMillis) {
            return first;
        }
        long ordinal =
                repeatSchedule.repeatCount() == 0 ? 1 : (afterMillis - first) / repeatSchedule.periodMillis() + 1;
        boolean over = repeatSchedule.repeatCount() != RepeatedSendSchedule.UNLIMITED
                && ordinal > repeatSchedule.repeatCount();
        return over ? Delivery.NEVER : first + ordinal * repeatSchedule.periodMillis();
    }

    /**
     * Returns the last due time at or before an instant. Cron expressions are only searched forwards, so each round of
     * the search starts at an earlier instant.
     *
     * @param dueMillis a due time at or before the instant
     */
    private long latest(long dueMillis, long untilMillis) {
        if (repeatSchedule.cron() == null) {
            return lastInSeries(repeatSchedule.startMillis(), untilMillis);
        }
        long length = repeatSchedule.seriesDurationMillis();
        long lastBeginning = untilMillis - repeatSchedule.initialDelayMillis();
        long latest = dueMillis;
        for (long back = 2 * length + MISSED_AFTER_MILLIS; ; back *= 2) {
            long from = earliest(lastBeginning - back);
            for (long beginning = nextSeriesStart.applyAsLong(from);
                    beginning <= lastBeginning;
                    beginning = nextSeriesStart.applyAsLong(beginning)) {
                latest = Math.max(latest, lastInSeries(beginning, untilMillis));
            }
            // An earlier series ends before this limit, so it has no later due time.
            if (latest >= untilMillis - back + length || from > lastBeginning - back) {
                return latest;
            }
        }
    }

    private long lastInSeries(long beginning, long untilMillis) {
        long first = beginning + repeatSchedule.initialDelayMillis();
        if (repeatSchedule.repeatCount() == 0) {
            return first;
        }
        long ordinal = (untilMillis - first) / repeatSchedule.periodMillis();
        long last = repeatSchedule.repeatCount() == RepeatedSendSchedule.UNLIMITED
                ? ordinal
                : Math.min(repeatSchedule.repeatCount(), ordinal);
        return first + last * repeatSchedule.periodMillis();
    }

    /**
     * Returns the copy to send at a due time, and the next due time.
     *
     * @param dueMillis the next due time, not after {@code nowMillis}
     */
    public DueCopy dueCopy(long dueMillis, long nowMillis) {
        long missedBefore = nowMillis - MISSED_AFTER_MILLIS;
        if (dueMillis >= missedBefore || repeatSchedule.catchUp() == CatchUpPolicy.ALL) {
            return new DueCopy(dueMillis, nextAfter(dueMillis));
        }
        long missed = latest(dueMillis, missedBefore - 1);
        return new DueCopy(repeatSchedule.catchUp() == CatchUpPolicy.ONE ? missed : Delivery.NEVER, nextAfter(missed));
    }
}
