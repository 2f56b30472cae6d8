package dev.restante.node.rule;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Delivery;
import dev.restante.model.Repetition;
import dev.restante.model.ShownText;
import dev.restante.model.Spans;
import dev.restante.option.CatchUp;
import java.time.DateTimeException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The rule for repeated sends: when copies are due (SCH-01, SCH-03), and what becomes of due times that passed while no
 * node was up (SCH-05). Pure: nothing is counted, so a due time is the same whoever asks, and whenever.
 */
public final class RepetitionRule {

    /** The shortest period: what is due more often is a stream, and belongs into the application. */
    static final long LEAST_PERIOD_MILLIS = 100;

    /** The longest delay and period. */
    static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(36_525);

    /** A series that begins at an instant of a cron expression has ended after so long. */
    static final long MOST_SERIES_MILLIS = TimeUnit.DAYS.toMillis(1);

    /** What is later than this was missed: no node was up. No sweep is always on time, whatever the period. */
    static final long LATE_MILLIS = TimeUnit.MINUTES.toMillis(1);

    private final Repetition repetition;

    /** The next beginning of a series after an instant. */
    private final LongUnaryOperator beginnings;

    private RepetitionRule(Repetition repetition, @Nullable CronTimes cron) {
        this.repetition = repetition;
        this.beginnings = cron == null
                ? after -> after < repetition.startMillis() ? repetition.startMillis() : Delivery.NEVER
                : cron::after;
    }

    /**
     * What follows at a due time.
     *
     * @param copyMillis the due time for which a copy is made, {@link Delivery#NEVER} for no copy
     * @param nextMillis when the next copy is due, {@link Delivery#NEVER} for none any more
     */
    public record Turn(long copyMillis, long nextMillis) {}

    /**
     * That of a repetition which was stored.
     *
     * @throws IllegalArgumentException if this JVM does not know its time zone, or can't read its cron expression
     */
    public static RepetitionRule of(Repetition repetition) {
        String cron = repetition.cron();
        String timeZone = repetition.timeZone();
        if (cron == null || timeZone == null) {
            return new RepetitionRule(repetition, null);
        }
        try {
            return new RepetitionRule(repetition, CronTimes.of(cron, timeZone));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("there is no time zone " + ShownText.of(timeZone), e);
        }
    }

    /**
     * That of a repetition which a sender asks for.
     *
     * @throws BrokerException with INVALID_MESSAGE if it is malformed, out of its range, or never due
     */
    public static RepetitionRule checked(Repetition repetition) {
        boolean series = repetition.cron() != null;
        require(
                repetition.leadMillis() <= MOST_MILLIS && repetition.periodMillis() <= MOST_MILLIS,
                "its delay and period are at most 100 years");
        require(repetition.repeat() >= Repetition.WITHOUT_END, "it is repeated 0 or more times, or -1 for ever");
        if (repetition.repeat() != 0) {
            require(
                    repetition.periodMillis() >= LEAST_PERIOD_MILLIS,
                    "what is repeated has a period of at least " + LEAST_PERIOD_MILLIS + " ms");
        }
        if (series) {
            require(
                    repetition.repeat() != Repetition.WITHOUT_END
                            && Spans.later(repetition.leadMillis(), repetition.seriesMillis()) <= MOST_SERIES_MILLIS,
                    "what begins at the instants of a cron expression ends within a day");
        }
        RepetitionRule rule;
        try {
            rule = of(repetition);
        } catch (IllegalArgumentException e) {
            throw new BrokerException(Reason.INVALID_MESSAGE, "The message can't be repeated: " + e.getMessage(), e);
        }
        require(rule.first() != Delivery.NEVER, "the cron expression has no instant ahead");
        return rule;
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new BrokerException(Reason.INVALID_MESSAGE, "The message can't be repeated: " + what);
        }
    }

    /** When the first copy is due. */
    public long first() {
        return next(repetition.startMillis() - 1);
    }

    /** When the first copy after an instant is due, {@link Delivery#NEVER} for none any more. */
    public long next(long afterMillis) {
        long span = Spans.later(repetition.seriesMillis(), repetition.leadMillis());
        long beginning = beginnings.applyAsLong(earliest(Spans.earlier(afterMillis, span)));
        long next = Delivery.NEVER;
        while (beginning != Delivery.NEVER) {
            next = Math.min(next, inSeries(beginning, afterMillis));
            if (beginning + repetition.leadMillis() > afterMillis) {
                return next;
            }
            beginning = beginnings.applyAsLong(beginning);
        }
        return next;
    }

    /** What was sent does not begin before. */
    private long earliest(long millis) {
        return Math.max(millis, repetition.startMillis() - 1);
    }

    private long inSeries(long beginning, long afterMillis) {
        long first = beginning + repetition.leadMillis();
        if (first > afterMillis) {
            return first;
        }
        long ordinal = repetition.repeat() == 0 ? 1 : (afterMillis - first) / repetition.periodMillis() + 1;
        boolean over = repetition.repeat() != Repetition.WITHOUT_END && ordinal > repetition.repeat();
        return over ? Delivery.NEVER : first + ordinal * repetition.periodMillis();
    }

    /**
     * The last due time until an instant. Looks back ever further, because only what follows an instant is known.
     *
     * @param dueMillis one that is not after it
     */
    private long latest(long dueMillis, long untilMillis) {
        if (repetition.cron() == null) {
            return lastInSeries(repetition.startMillis(), untilMillis);
        }
        long length = repetition.seriesMillis();
        long lastBeginning = untilMillis - repetition.leadMillis();
        long latest = dueMillis;
        for (long back = 2 * length + LATE_MILLIS; ; back *= 2) {
            long from = earliest(lastBeginning - back);
            for (long beginning = beginnings.applyAsLong(from);
                    beginning <= lastBeginning;
                    beginning = beginnings.applyAsLong(beginning)) {
                latest = Math.max(latest, lastInSeries(beginning, untilMillis));
            }
            // A series that began before has no later one.
            if (latest >= untilMillis - back + length || from > lastBeginning - back) {
                return latest;
            }
        }
    }

    private long lastInSeries(long beginning, long untilMillis) {
        long first = beginning + repetition.leadMillis();
        if (repetition.repeat() == 0) {
            return first;
        }
        long ordinal = (untilMillis - first) / repetition.periodMillis();
        long last = repetition.repeat() == Repetition.WITHOUT_END ? ordinal : Math.min(repetition.repeat(), ordinal);
        return first + last * repetition.periodMillis();
    }

    /**
     * What follows now.
     *
     * @param dueMillis the due time that comes next, not after now
     */
    public Turn turn(long dueMillis, long nowMillis) {
        long missedBefore = nowMillis - LATE_MILLIS;
        if (dueMillis >= missedBefore || repetition.catchUp() == CatchUp.ALL) {
            return new Turn(dueMillis, next(dueMillis));
        }
        long missed = latest(dueMillis, missedBefore - 1);
        return new Turn(repetition.catchUp() == CatchUp.ONE ? missed : Delivery.NEVER, next(missed));
    }
}
