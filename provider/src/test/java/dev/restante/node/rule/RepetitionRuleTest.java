package dev.restante.node.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.Reason;
import dev.restante.model.Delivery;
import dev.restante.model.Repetition;
import dev.restante.node.rule.RepetitionRule.Turn;
import dev.restante.option.CatchUp;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When copies of a repeated send are due, by the rule alone. */
class RepetitionRuleTest {

    private static final long SENT = at("2026-11-24T10:00:00Z");
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static long at(String time) {
        return OffsetDateTime.parse(time).toInstant().toEpochMilli();
    }

    private static Repetition every(long lead, long period, int repeat) {
        return new Repetition(SENT, lead, period, repeat, null, null, CatchUp.ONE);
    }

    private static Repetition cron(String cron, String zone, long start) {
        return new Repetition(start, 0, 0, 0, cron, zone, CatchUp.ONE);
    }

    private static Repetition catchingUp(Repetition repetition, CatchUp catchUp) {
        return new Repetition(
                repetition.startMillis(),
                repetition.leadMillis(),
                repetition.periodMillis(),
                repetition.repeat(),
                repetition.cron(),
                repetition.timeZone(),
                catchUp);
    }

    /** The first due times, or all. */
    private static List<Long> due(Repetition repetition, int most) {
        RepetitionRule rule = RepetitionRule.checked(repetition);
        List<Long> due = new ArrayList<>();
        for (long next = rule.first(); next != Delivery.NEVER && due.size() < most; next = rule.next(next)) {
            due.add(next);
        }
        return due;
    }

    private static List<String> dueTexts(Repetition repetition, int most) {
        return due(repetition, most).stream()
                .map(millis -> Instant.ofEpochMilli(millis).toString())
                .toList();
    }

    @Test
    @DisplayName("SCH-01 copies follow the first one by the period, as many as are to follow")
    void shouldRepeatByPeriod() {
        assertThat(due(every(5 * SECOND, MINUTE, 3), 10))
                .containsExactly(
                        SENT + 5 * SECOND,
                        SENT + 5 * SECOND + MINUTE,
                        SENT + 5 * SECOND + 2 * MINUTE,
                        SENT + 5 * SECOND + 3 * MINUTE);
        assertThat(due(every(0, MINUTE, Repetition.WITHOUT_END), 1_000))
                .hasSize(1_000)
                .last()
                .isEqualTo(SENT + 999 * MINUTE);
    }

    @Test
    @DisplayName("SCH-01 at each instant of a cron expression a series begins; where two overlap, each due time is one")
    void shouldRepeatAtEachInstant() {
        Repetition series = new Repetition(SENT, SECOND, SECOND, 2, "*/30 * * * *", "UTC", CatchUp.ONE);
        assertThat(dueTexts(series, 5))
                .containsExactly(
                        "2026-11-24T10:00:01Z",
                        "2026-11-24T10:00:02Z",
                        "2026-11-24T10:00:03Z",
                        "2026-11-24T10:30:01Z",
                        "2026-11-24T10:30:02Z");
        Repetition overlapping = new Repetition(SENT, 0, 40 * SECOND, 2, "* * * * *", "UTC", CatchUp.ONE);
        assertThat(dueTexts(overlapping, 7))
                .containsExactly(
                        "2026-11-24T10:00:00Z",
                        "2026-11-24T10:00:40Z",
                        "2026-11-24T10:01:00Z",
                        "2026-11-24T10:01:20Z",
                        "2026-11-24T10:01:40Z",
                        "2026-11-24T10:02:00Z",
                        "2026-11-24T10:02:20Z");
    }

    @Test
    @DisplayName("SCH-03 cron expressions count in their time zone, with the fields of Unix; either day counts")
    void shouldFollowCron() {
        assertThat(dueTexts(cron("0 9 * * MON-FRI", "Europe/Berlin", SENT), 4))
                .containsExactly(
                        "2026-11-25T08:00:00Z", "2026-11-26T08:00:00Z", "2026-11-27T08:00:00Z", "2026-11-30T08:00:00Z");
        assertThat(dueTexts(cron("0 0 1 * 0", "UTC", SENT), 3))
                .containsExactly("2026-11-29T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-06T00:00:00Z");
        assertThat(dueTexts(cron("0 12 29 2 *", "Asia/Kolkata", SENT), 1)).containsExactly("2028-02-29T06:30:00Z");
    }

    @Test
    @DisplayName("SCH-03 a time of the day that is left out when clocks go forward counts as soon as they have")
    void shouldNotMissTheHourThatIsLeftOut() {
        long before = at("2026-03-28T12:00:00Z");
        assertThat(dueTexts(cron("30 2 * * *", "Europe/Berlin", before), 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(dueTexts(cron("0,15,30 2 29 3 *", "Europe/Berlin", before), 1))
                .as("once")
                .containsExactly("2026-03-29T01:00:00Z");
        assertThat(RepetitionRule.checked(cron("0,15,30 2 29 3 *", "Europe/Berlin", before))
                        .next(at("2026-03-29T01:00:00Z")))
                .isGreaterThan(at("2027-01-01T00:00:00Z"));
    }

    @Test
    @DisplayName("SCH-03 a time of the day that comes twice when clocks go back counts once, whenever it is asked for")
    void shouldNotRepeatTheHourThatComesTwice() {
        Repetition daily = cron("30 2 * * *", "Europe/Berlin", at("2026-10-24T12:00:00Z"));
        assertThat(dueTexts(daily, 2)).containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        RepetitionRule rule = RepetitionRule.checked(daily);
        for (long now = at("2026-10-25T00:30:00Z"); now < at("2026-10-26T01:30:00Z"); now += 7 * MINUTE) {
            assertThat(rule.next(now)).as("%s", now).isEqualTo(at("2026-10-26T01:30:00Z"));
        }
    }

    @Test
    @DisplayName("SCH-03 expressions for every hour go on in even steps while clocks change")
    void shouldGoOnInEvenSteps() {
        for (String change : List.of("2026-03-29T00:10:00Z", "2026-10-24T23:10:00Z")) {
            List<Long> due = due(cron("*/30 * * * *", "Europe/Berlin", at(change)), 10);
            for (int i = 1; i < due.size(); i++) {
                assertThat(due.get(i) - due.get(i - 1)).isEqualTo(30 * MINUTE);
            }
        }
    }

    @Test
    @DisplayName("SCH-05 on time, each due time has its copy, whatever is to be caught up")
    void shouldTakeTurns() {
        for (CatchUp catchUp : CatchUp.values()) {
            RepetitionRule rule = RepetitionRule.checked(catchingUp(every(0, MINUTE, 1), catchUp));
            assertThat(rule.turn(SENT, SENT)).isEqualTo(new Turn(SENT, SENT + MINUTE));
            assertThat(rule.turn(SENT + MINUTE, SENT + MINUTE + 3)).isEqualTo(new Turn(SENT + MINUTE, Delivery.NEVER));
        }
    }

    @Test
    @DisplayName("SCH-05 of due times that passed unseen the last has a copy by default; those after now stay in place")
    void shouldCatchUpOnce() {
        RepetitionRule rule = RepetitionRule.checked(every(0, HOUR, Repetition.WITHOUT_END));
        assertThat(rule.turn(SENT + HOUR, SENT + 5 * HOUR + MINUTE + 1))
                .isEqualTo(new Turn(SENT + 5 * HOUR, SENT + 6 * HOUR));
        assertThat(rule.turn(SENT + HOUR, SENT + 5 * HOUR + MINUTE))
                .as("the last is not missed yet")
                .isEqualTo(new Turn(SENT + 4 * HOUR, SENT + 5 * HOUR));
        RepetitionRule ended = RepetitionRule.checked(every(0, HOUR, 3));
        assertThat(ended.turn(SENT + HOUR, SENT + 9 * HOUR)).isEqualTo(new Turn(SENT + 3 * HOUR, Delivery.NEVER));
        RepetitionRule daily = RepetitionRule.checked(cron("0 12 * * *", "UTC", SENT));
        long noon = SENT + 2 * HOUR;
        assertThat(daily.turn(noon, noon + 400 * DAY + HOUR)).isEqualTo(new Turn(noon + 400 * DAY, noon + 401 * DAY));
        RepetitionRule yearly = RepetitionRule.checked(cron("0 12 29 2 *", "UTC", SENT));
        long leap = at("2028-02-29T12:00:00Z");
        assertThat(yearly.turn(leap, at("2030-01-01T00:00:00Z"))).isEqualTo(new Turn(leap, at("2032-02-29T12:00:00Z")));
    }

    @Test
    @DisplayName("SCH-05 within a series too, the last due time that passed has the copy")
    void shouldCatchUpWithinSeries() {
        Repetition series = new Repetition(SENT, SECOND, 10 * MINUTE, 4, "0 * * * *", "UTC", CatchUp.ONE);
        RepetitionRule rule = RepetitionRule.checked(series);
        long due = rule.first();
        assertThat(rule.turn(due, SENT + 3 * HOUR + 25 * MINUTE))
                .isEqualTo(new Turn(SENT + 3 * HOUR + 20 * MINUTE + SECOND, SENT + 3 * HOUR + 30 * MINUTE + SECOND));
        assertThat(rule.turn(due, SENT + 3 * HOUR + 55 * MINUTE))
                .isEqualTo(new Turn(SENT + 3 * HOUR + 40 * MINUTE + SECOND, SENT + 4 * HOUR + SECOND));
    }

    @Test
    @DisplayName("SCH-05 NONE leaves out what passed a minute ago or longer, ALL makes every copy")
    void shouldCatchUpAsWanted() {
        Repetition hourly = every(0, HOUR, Repetition.WITHOUT_END);
        RepetitionRule none = RepetitionRule.checked(catchingUp(hourly, CatchUp.NONE));
        assertThat(none.turn(SENT, SENT + MINUTE)).isEqualTo(new Turn(SENT, SENT + HOUR));
        assertThat(none.turn(SENT, SENT + MINUTE + 1)).isEqualTo(new Turn(Delivery.NEVER, SENT + HOUR));
        assertThat(none.turn(SENT, SENT + 5 * HOUR + 1)).isEqualTo(new Turn(Delivery.NEVER, SENT + 5 * HOUR));
        assertThat(none.turn(SENT, SENT + 5 * HOUR + MINUTE + 1)).isEqualTo(new Turn(Delivery.NEVER, SENT + 6 * HOUR));
        RepetitionRule all = RepetitionRule.checked(catchingUp(hourly, CatchUp.ALL));
        assertThat(all.turn(SENT, SENT + 5 * HOUR)).isEqualTo(new Turn(SENT, SENT + HOUR));
    }

    @Test
    @DisplayName("SCH-02 a sweep that is late by several periods, and not by a minute, leaves none of them out")
    void shouldMakeEachCopyWhereItIsALittleLate() {
        RepetitionRule rule = RepetitionRule.checked(every(0, 100, Repetition.WITHOUT_END));
        assertThat(rule.turn(SENT, SENT + MINUTE)).isEqualTo(new Turn(SENT, SENT + 100));
    }

    @Test
    @DisplayName("SCH-02 the last due time is always one of those that follow each other, by whatever schedule")
    void shouldAgreeWithItself() {
        List<Repetition> schedules = List.of(
                every(7, 100, 50),
                every(0, 333, Repetition.WITHOUT_END),
                cron("*/7 1-3 * * *", "America/St_Johns", at("2026-11-01T00:00:00Z")),
                new Repetition(SENT, 90 * MINUTE, 7 * MINUTE, 20, "15 * * * *", "Europe/Berlin", CatchUp.ONE));
        for (Repetition schedule : schedules) {
            RepetitionRule rule = RepetitionRule.checked(schedule);
            List<Long> due = due(schedule, 60);
            for (int i = 0; i + 1 < due.size(); i++) {
                long until = due.get(i + 1);
                for (long now : new long[] {due.get(i), (due.get(i) + until) / 2, until - 1}) {
                    long later = now + RepetitionRule.LATE_MILLIS + 1;
                    assertThat(rule.turn(due.get(0), later)).isEqualTo(new Turn(due.get(i), until));
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "* * * *",
                "* * * * * *",
                "0 0 12 * * ?",
                "61 * * * *",
                "@daily",
                "soon",
                "0 0 L * *",
                "0 0 30 2 *"
            })
    @DisplayName("SCH-06 a cron expression that is none, or has no instant ahead, is refused")
    void shouldRefuseCron(String expression) {
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepetitionRule.checked(cron(expression, "UTC", SENT)))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID_MESSAGE));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 99, 1, ",
        "0, 0, 1, ",
        "0, 1000, -2, ",
        "3155760000001, 0, 1, ",
        "0, 3155760000001, 1, ",
        "0, 1000, -1, 0 * * * *",
        "0, 3600000, 25, 0 * * * *",
        "86400001, 0, 0, 0 * * * *",
    })
    @DisplayName("SCH-06 what is out of its range is refused")
    void shouldRefuseWhatIsOutOfRange(long lead, long period, int repeat, String cron) {
        Repetition repetition =
                new Repetition(SENT, lead, period, repeat, cron, cron == null ? null : "UTC", CatchUp.ONE);
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepetitionRule.checked(repetition))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(Reason.INVALID_MESSAGE));
    }

    @Test
    @DisplayName("SCH-06 the limits themselves are allowed; a time zone that is none is refused by its name")
    void shouldKnowItsLimits() {
        for (Repetition allowed : List.of(
                every(RepetitionRule.MOST_MILLIS, RepetitionRule.MOST_MILLIS, Integer.MAX_VALUE),
                every(0, RepetitionRule.LEAST_PERIOD_MILLIS, Repetition.WITHOUT_END),
                new Repetition(SENT, 0, Duration.ofHours(1).toMillis(), 24, "0 * * * *", "UTC", CatchUp.ALL))) {
            assertThatCode(() -> RepetitionRule.checked(allowed)
                            .turn(RepetitionRule.checked(allowed).first(), at("2200-01-01T00:00:00Z")))
                    .doesNotThrowAnyException();
        }
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepetitionRule.checked(cron("0 * * * *", "Mars/Olympus", SENT)))
                .withMessageContaining("Mars/Olympus");
    }
}
