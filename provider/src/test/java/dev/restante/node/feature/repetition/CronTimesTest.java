package dev.restante.node.feature.repetition;

import static org.assertj.core.api.Assertions.assertThat;

import com.cronutils.model.CronType;
import com.cronutils.model.definition.CronDefinitionBuilder;
import com.cronutils.model.time.ExecutionTime;
import com.cronutils.parser.CronParser;
import dev.restante.model.Delivery;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.option.CatchUpPolicy;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/** Due times of cron expressions around clock changes and for rare dates. */
@Label("due times of cron expressions")
class CronTimesTest {

    private static final List<String> ZONES = List.of(
            "Europe/Berlin",
            "America/New_York",
            "America/Sao_Paulo",
            "America/St_Johns",
            "Australia/Lord_Howe",
            "Asia/Kathmandu",
            "Pacific/Apia",
            "Africa/Casablanca",
            "Antarctica/Troll",
            "UTC");

    private static final LocalDateTime MONDAY = LocalDateTime.of(2026, 11, 30, 0, 0);
    private static final long MINUTE = 60_000;
    private static final long DAY = 24 * 60 * MINUTE;

    /**
     * Cron expression with its time zone, and an instant that is mostly near a clock change.
     *
     * @param cron the five fields of the expression
     * @param zone the name of the time zone
     * @param atMillis the instant in epoch milliseconds
     */
    record Query(String cron, String zone, long atMillis) {

        CronTimes times() {
            return CronTimes.of(cron, zone);
        }

        @Override
        public String toString() {
            return "'" + cron + "' in " + zone + " after " + Instant.ofEpochMilli(atMillis);
        }
    }

    @Provide
    Arbitrary<Query> queries() {
        return queries(ZONES, 1990);
    }

    @Provide
    Arbitrary<Query> anywhere() {
        return queries(ZoneId.getAvailableZoneIds().stream().sorted().toList(), 1840);
    }

    private static Arbitrary<Query> queries(List<String> zones, int fromYear) {
        return Combinators.combine(expressions(), Arbitraries.of(zones), Arbitraries.longs())
                .as((cron, zone, seed) ->
                        new Query(cron, zone, near(ZoneId.of(zone).getRules(), fromYear, new Random(seed))));
    }

    /**
     * Returns an instant within a day of a clock change before 2040, or any instant in a zone without clock changes.
     */
    private static long near(ZoneRules rules, int fromYear, Random random) {
        long from = Instant.parse(fromYear + "-01-01T00:00:00Z").toEpochMilli();
        long until = Instant.parse("2040-01-01T00:00:00Z").toEpochMilli();
        Instant start = Instant.ofEpochMilli(random.nextLong(from, until));
        ZoneOffsetTransition change = random.nextBoolean() ? rules.nextTransition(start) : null;
        change = change == null ? rules.previousTransition(start) : change;
        Instant base = change == null ? start : change.getInstant();
        return base.toEpochMilli() + random.nextLong(-DAY, DAY) / (random.nextBoolean() ? 1 : 12);
    }

    private static Arbitrary<String> expressions() {
        return Combinators.combine(
                        field(0, 59, 3),
                        field(0, 23, 2),
                        mostlyStar(field(1, 31, 2)),
                        mostlyStar(field(1, 12, 1)),
                        mostlyStar(field(0, 7, 1)))
                .as((minute, hour, day, month, weekday) -> String.join(" ", minute, hour, day, month, weekday));
    }

    private static Arbitrary<String> mostlyStar(Arbitrary<String> field) {
        return Arbitraries.integers().between(0, 4).flatMap(chance -> chance == 0 ? field : Arbitraries.just("*"));
    }

    /** Returns stars, steps, numbers, ranges and lists. Most hours are early, because clocks change at night. */
    private static Arbitrary<String> field(int least, int greatest, int lists) {
        int early = Math.min(greatest, least + 5);
        Arbitrary<Integer> value = Arbitraries.oneOf(
                Arbitraries.integers().between(least, greatest),
                Arbitraries.integers().between(least, early));
        Arbitrary<Integer> step = Arbitraries.integers().between(1, Math.max(1, greatest / 2));
        Arbitrary<String> range =
                Combinators.combine(value, value).as((one, other) -> Math.min(one, other) + "-" + Math.max(one, other));
        Arbitrary<String> steps = Combinators.combine(range, step).as((part, by) -> part + "/" + by);
        Arbitrary<String> part = Arbitraries.oneOf(value.map(String::valueOf), range, steps);
        return Arbitraries.oneOf(
                Arbitraries.just("*"),
                step.map(by -> "*/" + by),
                part,
                part.list().ofMinSize(1).ofMaxSize(lists).map(parts -> String.join(",", parts)));
    }

    @Property(tries = 2_000, edgeCases = EdgeCasesMode.NONE)
    @Label("SCH-03 every query before the next due time returns this due time")
    void shouldNotDependOnTheQuery(@ForAll("queries") Query query, @ForAll Random random) {
        CronTimes times = query.times();
        long next = times.after(query.atMillis());
        long end = Math.min(next, query.atMillis() + 3 * DAY);
        assertThat(next).isGreaterThan(query.atMillis());
        for (int i = 0; i < 8; i++) {
            long between = random.nextLong(query.atMillis(), end);
            assertThat(times.after(between))
                    .as("next time of %s after %s", query, Instant.ofEpochMilli(between))
                    .isEqualTo(next);
        }
        assertThat(times.after(end - 1))
                .as("next time of %s, one millisecond before it", query)
                .isEqualTo(next);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Label("SCH-03 every query before the next due time returns it in every time zone, even in the past")
    void shouldNotDependOnTheQueryAnywhere(@ForAll("anywhere") Query query, @ForAll Random random) {
        shouldNotDependOnTheQuery(query, random);
    }

    @Property(tries = 500, edgeCases = EdgeCasesMode.NONE)
    @Label("SCH-03 SCH-05 the due times of copies are independent of the query, and the last missed one is due")
    void shouldRepeatFixedSeries(
            @ForAll("queries") Query query,
            @ForAll @LongRange(max = 7_200_000) long leadMillis,
            @ForAll @LongRange(min = 60_000, max = 3_600_000) long periodMillis,
            @ForAll @IntRange(max = 20) int repeat,
            @ForAll Random random) {
        RepeatScheduleRule rule = RepeatScheduleRule.of(new RepeatedSendSchedule(
                query.atMillis() - DAY,
                leadMillis,
                periodMillis,
                repeat,
                query.cron(),
                query.zone(),
                CatchUpPolicy.ONE));
        long next = rule.nextAfter(query.atMillis());
        long end = Math.min(next, query.atMillis() + 3 * DAY);
        assertThat(rule.nextAfter(random.nextLong(query.atMillis(), end)))
                .as("%s", query)
                .isEqualTo(next);
        if (next < query.atMillis() + 3 * DAY) {
            long following = rule.nextAfter(next);
            long missedMillis = Math.min(following, next + DAY) + RepeatScheduleRule.MISSED_AFTER_MILLIS;
            assertThat(rule.dueCopy(rule.firstDue(), missedMillis))
                    .as("due copy of %s from %s on", query, Instant.ofEpochMilli(next))
                    .isEqualTo(new RepeatScheduleRule.DueCopy(next, following));
        }
    }

    @Property(tries = 150, edgeCases = EdgeCasesMode.NONE)
    @Label("SCH-03 due times are the times that a wall clock shows, minute by minute")
    void shouldFollowTheClock(@ForAll("queries") Query query) {
        long from = Math.floorDiv(query.atMillis(), MINUTE) * MINUTE;
        long until = from + DAY + DAY / 2;
        List<Instant> due = new ArrayList<>();
        CronTimes times = query.times();
        for (long next = times.after(from); next <= until; next = times.after(next)) {
            due.add(Instant.ofEpochMilli(next));
        }
        assertThat(due).as("%s", query).containsExactlyElementsOf(watched(query, from, until));
    }

    /** Returns the due times that an observer notes who reads a wall clock each minute. */
    private static SortedSet<Instant> watched(Query query, long fromMillis, long untilMillis) {
        Predicate<LocalDateTime> matching = matching(query.cron());
        boolean everyHour = IntStream.range(0, 24)
                .allMatch(hour -> matches("0 " + query.cron().split(" ")[1] + " * * *", MONDAY.withHour(hour)));
        ZoneRules rules = ZoneId.of(query.zone()).getRules();
        SortedSet<Instant> due = new TreeSet<>();
        LocalDateTime latest = shown(rules, fromMillis - 2 * DAY);
        for (long now = fromMillis - 2 * DAY + MINUTE; now <= untilMillis; now += MINUTE) {
            LocalDateTime shown = shown(rules, now);
            LocalDateTime unseen = everyHour ? shown.minusMinutes(1) : latest;
            while (unseen.isBefore(shown)) {
                unseen = unseen.plusMinutes(1);
                if (now > fromMillis && matching.test(unseen)) {
                    due.add(Instant.ofEpochMilli(now));
                }
            }
            latest = shown.isAfter(latest) ? shown : latest;
        }
        return due;
    }

    /** Asks cron-utils without a time zone, once for each minute, hour and date, because each query is slow. */
    private static Predicate<LocalDateTime> matching(String cron) {
        String[] fields = cron.split(" ");
        String dates = "* * " + String.join(" ", fields[2], fields[3], fields[4]);
        Map<Integer, Boolean> minutes = new HashMap<>();
        Map<Integer, Boolean> hours = new HashMap<>();
        Map<LocalDate, Boolean> days = new HashMap<>();
        return time -> days.computeIfAbsent(time.toLocalDate(), day -> matches(dates, day.atStartOfDay()))
                && hours.computeIfAbsent(
                        time.getHour(), hour -> matches("* " + fields[1] + " * * *", MONDAY.withHour(hour)))
                && minutes.computeIfAbsent(
                        time.getMinute(), minute -> matches(fields[0] + " * * * *", MONDAY.withMinute(minute)));
    }

    private static boolean matches(String cron, LocalDateTime time) {
        return ExecutionTime.forCron(
                        new CronParser(CronDefinitionBuilder.instanceDefinitionFor(CronType.UNIX)).parse(cron))
                .isMatch(time.atZone(ZoneOffset.UTC));
    }

    private static LocalDateTime shown(ZoneRules rules, long millis) {
        Instant instant = Instant.ofEpochMilli(millis);
        return LocalDateTime.ofInstant(instant, rules.getOffset(instant));
    }

    private static List<String> due(String cron, String zone, String after, int most) {
        CronTimes times = CronTimes.of(cron, zone);
        List<String> due = new ArrayList<>();
        long next = times.after(Instant.parse(after).toEpochMilli());
        while (next != Delivery.NEVER && due.size() < most) {
            due.add(Instant.ofEpochMilli(next).toString());
            next = times.after(next);
        }
        return due;
    }

    @Example
    @Label("SCH-03 an expression for every second hour counts the repeated hour of a clock change once")
    void shouldCountRepeatedHourOnce() {
        assertThat(due("0 */2 * * *", "Europe/Berlin", "2026-10-24T21:00:00Z", 4))
                .containsExactly(
                        "2026-10-24T22:00:00Z", "2026-10-25T00:00:00Z", "2026-10-25T03:00:00Z", "2026-10-25T05:00:00Z");
        assertThat(due("0 */2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", 1))
                .as("next time after the first of the two repeated hours")
                .containsExactly("2026-10-25T03:00:00Z");
    }

    @Example
    @Label("SCH-03 an expression for every second hour counts a skipped hour at the clock change")
    void shouldCountSkippedHour() {
        assertThat(due("0 */2 * * *", "Europe/Berlin", "2026-03-28T22:30:00Z", 3))
                .containsExactly("2026-03-28T23:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z");
    }

    @Example
    @Label("SCH-03 each expression for every hour counts the repeated hour twice and the skipped hour never")
    void shouldCountHoursThatPass() {
        for (String hours : List.of("*", "*/1", "0-23", "0-11,12-23")) {
            assertThat(due("30 " + hours + " * * *", "Europe/Berlin", "2026-10-24T23:00:00Z", 4))
                    .containsExactly(
                            "2026-10-24T23:30:00Z",
                            "2026-10-25T00:30:00Z",
                            "2026-10-25T01:30:00Z",
                            "2026-10-25T02:30:00Z");
            assertThat(due("30 " + hours + " * * *", "Europe/Berlin", "2026-03-29T00:00:00Z", 2))
                    .containsExactly("2026-03-29T00:30:00Z", "2026-03-29T01:30:00Z");
        }
    }

    @Example
    @Label("SCH-03 the day that Apia skipped in 2011 counts once, at the clock change")
    void shouldCountSkippedDay() {
        assertThat(due("0 9,10 * * *", "Pacific/Apia", "2011-12-29T20:30:00Z", 3))
                .containsExactly("2011-12-30T10:00:00Z", "2011-12-30T19:00:00Z", "2011-12-30T20:00:00Z");
        assertThat(due("0 9 30 12 *", "Pacific/Apia", "2011-01-01T00:00:00Z", 1))
                .containsExactly("2011-12-30T10:00:00Z");
        assertThat(due("0 * 30 12 *", "Pacific/Apia", "2011-01-01T00:00:00Z", 1))
                .containsExactly("2012-12-29T10:00:00Z");
    }

    @Example
    @Label("SCH-03 29 February is found even after eight years, and 30 February is never found")
    void shouldLookFarEnough() {
        assertThat(due("59 23 29 2 *", "Europe/Berlin", "2096-02-29T22:59:00Z", 1))
                .containsExactly("2104-02-29T22:59:00Z");
        assertThat(due("0 * 29 2 *", "Europe/Berlin", "2096-02-29T22:00:00Z", 1))
                .containsExactly("2104-02-28T23:00:00Z");
        assertThat(due("0 0 30 2 *", "Europe/Berlin", "2026-01-01T00:00:00Z", 1))
                .isEmpty();
        assertThat(due("* * 31 4,6,9,11 *", "Europe/Berlin", "2026-01-01T00:00:00Z", 1))
                .isEmpty();
    }

    @Example
    @Label("SCH-03 no query fails at the limits of the range of instants")
    void shouldBearEveryInstant() {
        for (String cron : List.of("* * * * *", "0 2 * * *", "0 0 29 2 *", "0 * 30 2 *")) {
            CronTimes times = CronTimes.of(cron, "Europe/Berlin");
            assertThat(times.after(Long.MAX_VALUE)).isEqualTo(Delivery.NEVER);
            assertThat(times.after(Long.MAX_VALUE - 1)).isEqualTo(Delivery.NEVER);
            assertThat(times.after(Long.MIN_VALUE)).isGreaterThan(Long.MIN_VALUE);
        }
    }

    @Example
    @Label("SCH-03 queries for rare and impossible dates are fast")
    void shouldBeQuick() {
        for (String cron : List.of("0 0 29 2 *", "0 * 29 2 *", "0 0 30 2 *", "* * 31 2 *")) {
            CronTimes times = CronTimes.of(cron, "Europe/Berlin");
            long began = System.nanoTime();
            for (int i = 0; i < 2_000; i++) {
                times.after(i * DAY);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began)).as(cron).isLessThan(Duration.ofSeconds(5));
        }
    }
}
