package dev.restante.node.feature.repetition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.Delivery;
import dev.restante.model.RepeatedSendSchedule;
import dev.restante.node.feature.repetition.RepeatScheduleRule.DueCopy;
import dev.restante.option.CatchUpPolicy;
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

/** Due times of the copies of repeated sends, computed by the rule alone. */
class RepeatScheduleRuleTest {

    private static final long SENT = at("2026-11-24T10:00:00Z");
    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;

    private static long at(String time) {
        return OffsetDateTime.parse(time).toInstant().toEpochMilli();
    }

    private static RepeatedSendSchedule every(long lead, long period, int repeat) {
        return new RepeatedSendSchedule(SENT, lead, period, repeat, null, null, CatchUpPolicy.ONE);
    }

    private static RepeatedSendSchedule cron(String cron, String zone, long start) {
        return new RepeatedSendSchedule(start, 0, 0, 0, cron, zone, CatchUpPolicy.ONE);
    }

    private static RepeatedSendSchedule catchingUp(RepeatedSendSchedule repeatSchedule, CatchUpPolicy catchUp) {
        return new RepeatedSendSchedule(
                repeatSchedule.startMillis(),
                repeatSchedule.initialDelayMillis(),
                repeatSchedule.periodMillis(),
                repeatSchedule.repeatCount(),
                repeatSchedule.cron(),
                repeatSchedule.timeZone(),
                catchUp);
    }

    /** Returns at most {@code most} due times. */
    private static List<Long> due(RepeatedSendSchedule repeatSchedule, int most) {
        RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(repeatSchedule);
        List<Long> due = new ArrayList<>();
        for (long next = rule.firstDue(); next != Delivery.NEVER && due.size() < most; next = rule.nextAfter(next)) {
            due.add(next);
        }
        return due;
    }

    private static List<String> dueTexts(RepeatedSendSchedule repeatSchedule, int most) {
        return due(repeatSchedule, most).stream()
                .map(millis -> Instant.ofEpochMilli(millis).toString())
                .toList();
    }

    @Test
    @DisplayName("SCH-01 further copies follow the first copy by the period, up to the repeat count")
    void shouldRepeatByPeriod() {
        assertThat(due(every(5 * SECOND, MINUTE, 3), 10))
                .containsExactly(
                        SENT + 5 * SECOND,
                        SENT + 5 * SECOND + MINUTE,
                        SENT + 5 * SECOND + 2 * MINUTE,
                        SENT + 5 * SECOND + 3 * MINUTE);
        assertThat(due(every(0, MINUTE, RepeatedSendSchedule.UNLIMITED), 1_000))
                .hasSize(1_000)
                .last()
                .isEqualTo(SENT + 999 * MINUTE);
    }

    @Test
    @DisplayName("SCH-01 each instant of a cron expression starts a series, and overlapping series are merged")
    void shouldRepeatAtEachInstant() {
        RepeatedSendSchedule series =
                new RepeatedSendSchedule(SENT, SECOND, SECOND, 2, "*/30 * * * *", "UTC", CatchUpPolicy.ONE);
        assertThat(dueTexts(series, 5))
                .containsExactly(
                        "2026-11-24T10:00:01Z",
                        "2026-11-24T10:00:02Z",
                        "2026-11-24T10:00:03Z",
                        "2026-11-24T10:30:01Z",
                        "2026-11-24T10:30:02Z");
        RepeatedSendSchedule overlapping =
                new RepeatedSendSchedule(SENT, 0, 40 * SECOND, 2, "* * * * *", "UTC", CatchUpPolicy.ONE);
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
    @DisplayName("SCH-03 cron expressions use their time zone and the fields of Unix, and either day field matches")
    void shouldFollowCron() {
        assertThat(dueTexts(cron("0 9 * * MON-FRI", "Europe/Berlin", SENT), 4))
                .containsExactly(
                        "2026-11-25T08:00:00Z", "2026-11-26T08:00:00Z", "2026-11-27T08:00:00Z", "2026-11-30T08:00:00Z");
        assertThat(dueTexts(cron("0 0 1 * 0", "UTC", SENT), 3))
                .containsExactly("2026-11-29T00:00:00Z", "2026-12-01T00:00:00Z", "2026-12-06T00:00:00Z");
        assertThat(dueTexts(cron("0 12 29 2 *", "Asia/Kolkata", SENT), 1)).containsExactly("2028-02-29T06:30:00Z");
    }

    @Test
    @DisplayName("SCH-03 a time of day that a clock change skips is due right after the change")
    void shouldNotMissTheHourThatIsLeftOut() {
        long before = at("2026-03-28T12:00:00Z");
        assertThat(dueTexts(cron("30 2 * * *", "Europe/Berlin", before), 2))
                .containsExactly("2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z");
        assertThat(dueTexts(cron("0,15,30 2 29 3 *", "Europe/Berlin", before), 1))
                .as("once")
                .containsExactly("2026-03-29T01:00:00Z");
        assertThat(RepeatScheduleRule.ofRequest(cron("0,15,30 2 29 3 *", "Europe/Berlin", before))
                        .nextAfter(at("2026-03-29T01:00:00Z")))
                .isGreaterThan(at("2027-01-01T00:00:00Z"));
    }

    @Test
    @DisplayName("SCH-03 a time of day that a clock change repeats is due once, whenever a node asks")
    void shouldNotRepeatTheHourThatComesTwice() {
        RepeatedSendSchedule daily = cron("30 2 * * *", "Europe/Berlin", at("2026-10-24T12:00:00Z"));
        assertThat(dueTexts(daily, 2)).containsExactly("2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z");
        RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(daily);
        for (long now = at("2026-10-25T00:30:00Z"); now < at("2026-10-26T01:30:00Z"); now += 7 * MINUTE) {
            assertThat(rule.nextAfter(now)).as("%s", now).isEqualTo(at("2026-10-26T01:30:00Z"));
        }
    }

    @Test
    @DisplayName("SCH-03 expressions for every hour continue in even steps across clock changes")
    void shouldGoOnInEvenSteps() {
        for (String change : List.of("2026-03-29T00:10:00Z", "2026-10-24T23:10:00Z")) {
            List<Long> due = due(cron("*/30 * * * *", "Europe/Berlin", at(change)), 10);
            for (int i = 1; i < due.size(); i++) {
                assertThat(due.get(i) - due.get(i - 1)).isEqualTo(30 * MINUTE);
            }
        }
    }

    @Test
    @DisplayName("SCH-05 a due time that was not missed gets its copy with every catch-up policy")
    void shouldTakeTurns() {
        for (CatchUpPolicy catchUp : CatchUpPolicy.values()) {
            RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(catchingUp(every(0, MINUTE, 1), catchUp));
            assertThat(rule.dueCopy(SENT, SENT)).isEqualTo(new DueCopy(SENT, SENT + MINUTE));
            assertThat(rule.dueCopy(SENT + MINUTE, SENT + MINUTE + 3))
                    .isEqualTo(new DueCopy(SENT + MINUTE, Delivery.NEVER));
        }
    }

    @Test
    @DisplayName("SCH-05 by default the last missed due time gets a copy, and later due times stay unchanged")
    void shouldCatchUpOnce() {
        RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(every(0, HOUR, RepeatedSendSchedule.UNLIMITED));
        assertThat(rule.dueCopy(SENT + HOUR, SENT + 5 * HOUR + MINUTE + 1))
                .isEqualTo(new DueCopy(SENT + 5 * HOUR, SENT + 6 * HOUR));
        assertThat(rule.dueCopy(SENT + HOUR, SENT + 5 * HOUR + MINUTE))
                .as("the last copy is not yet late")
                .isEqualTo(new DueCopy(SENT + 4 * HOUR, SENT + 5 * HOUR));
        RepeatScheduleRule ended = RepeatScheduleRule.ofRequest(every(0, HOUR, 3));
        assertThat(ended.dueCopy(SENT + HOUR, SENT + 9 * HOUR)).isEqualTo(new DueCopy(SENT + 3 * HOUR, Delivery.NEVER));
        RepeatScheduleRule daily = RepeatScheduleRule.ofRequest(cron("0 12 * * *", "UTC", SENT));
        long noon = SENT + 2 * HOUR;
        assertThat(daily.dueCopy(noon, noon + 400 * DAY + HOUR))
                .isEqualTo(new DueCopy(noon + 400 * DAY, noon + 401 * DAY));
        RepeatScheduleRule yearly = RepeatScheduleRule.ofRequest(cron("0 12 29 2 *", "UTC", SENT));
        long leap = at("2028-02-29T12:00:00Z");
        assertThat(yearly.dueCopy(leap, at("2030-01-01T00:00:00Z")))
                .isEqualTo(new DueCopy(leap, at("2032-02-29T12:00:00Z")));
    }

    @Test
    @DisplayName("SCH-05 the last missed due time can lie within a series")
    void shouldCatchUpWithinSeries() {
        RepeatedSendSchedule series =
                new RepeatedSendSchedule(SENT, SECOND, 10 * MINUTE, 4, "0 * * * *", "UTC", CatchUpPolicy.ONE);
        RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(series);
        long due = rule.firstDue();
        assertThat(rule.dueCopy(due, SENT + 3 * HOUR + 25 * MINUTE))
                .isEqualTo(new DueCopy(SENT + 3 * HOUR + 20 * MINUTE + SECOND, SENT + 3 * HOUR + 30 * MINUTE + SECOND));
        assertThat(rule.dueCopy(due, SENT + 3 * HOUR + 55 * MINUTE))
                .isEqualTo(new DueCopy(SENT + 3 * HOUR + 40 * MINUTE + SECOND, SENT + 4 * HOUR + SECOND));
    }

    @Test
    @DisplayName("SCH-05 NONE skips due times missed by more than a minute, and ALL sends every copy")
    void shouldCatchUpAsWanted() {
        RepeatedSendSchedule hourly = every(0, HOUR, RepeatedSendSchedule.UNLIMITED);
        RepeatScheduleRule none = RepeatScheduleRule.ofRequest(catchingUp(hourly, CatchUpPolicy.NONE));
        assertThat(none.dueCopy(SENT, SENT + MINUTE)).isEqualTo(new DueCopy(SENT, SENT + HOUR));
        assertThat(none.dueCopy(SENT, SENT + MINUTE + 1)).isEqualTo(new DueCopy(Delivery.NEVER, SENT + HOUR));
        assertThat(none.dueCopy(SENT, SENT + 5 * HOUR + 1)).isEqualTo(new DueCopy(Delivery.NEVER, SENT + 5 * HOUR));
        assertThat(none.dueCopy(SENT, SENT + 5 * HOUR + MINUTE + 1))
                .isEqualTo(new DueCopy(Delivery.NEVER, SENT + 6 * HOUR));
        RepeatScheduleRule all = RepeatScheduleRule.ofRequest(catchingUp(hourly, CatchUpPolicy.ALL));
        assertThat(all.dueCopy(SENT, SENT + 5 * HOUR)).isEqualTo(new DueCopy(SENT, SENT + HOUR));
    }

    @Test
    @DisplayName("SCH-02 a sweep that is at most a minute late skips no copy, however short the period is")
    void shouldMakeEachCopyWhereItIsALittleLate() {
        RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(every(0, 100, RepeatedSendSchedule.UNLIMITED));
        assertThat(rule.dueCopy(SENT, SENT + MINUTE)).isEqualTo(new DueCopy(SENT, SENT + 100));
    }

    @Test
    @DisplayName("SCH-02 the last missed due time is a due time of the schedule, for any schedule")
    void shouldAgreeWithItself() {
        List<RepeatedSendSchedule> schedules = List.of(
                every(7, 100, 50),
                every(0, 333, RepeatedSendSchedule.UNLIMITED),
                cron("*/7 1-3 * * *", "America/St_Johns", at("2026-11-01T00:00:00Z")),
                new RepeatedSendSchedule(
                        SENT, 90 * MINUTE, 7 * MINUTE, 20, "15 * * * *", "Europe/Berlin", CatchUpPolicy.ONE));
        for (RepeatedSendSchedule schedule : schedules) {
            RepeatScheduleRule rule = RepeatScheduleRule.ofRequest(schedule);
            List<Long> due = due(schedule, 60);
            for (int i = 0; i + 1 < due.size(); i++) {
                long until = due.get(i + 1);
                for (long now : new long[] {due.get(i), (due.get(i) + until) / 2, until - 1}) {
                    long later = now + RepeatScheduleRule.MISSED_AFTER_MILLIS + 1;
                    assertThat(rule.dueCopy(due.get(0), later)).isEqualTo(new DueCopy(due.get(i), until));
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
    @DisplayName("SCH-06 a malformed cron expression, or one without a future instant, is rejected")
    void shouldRefuseCron(String expression) {
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepeatScheduleRule.ofRequest(cron(expression, "UTC", SENT)))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(BrokerErrorReason.INVALID_MESSAGE));
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
    @DisplayName("SCH-06 values outside their ranges are rejected")
    void shouldRefuseWhatIsOutOfRange(long lead, long period, int repeat, String cron) {
        RepeatedSendSchedule repeatSchedule = new RepeatedSendSchedule(
                SENT, lead, period, repeat, cron, cron == null ? null : "UTC", CatchUpPolicy.ONE);
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepeatScheduleRule.ofRequest(repeatSchedule))
                .satisfies(refused -> assertThat(refused.reason()).isEqualTo(BrokerErrorReason.INVALID_MESSAGE));
    }

    @Test
    @DisplayName("SCH-06 the limits themselves are accepted, and an unknown time zone is rejected by name")
    void shouldKnowItsLimits() {
        for (RepeatedSendSchedule allowed : List.of(
                every(RepeatScheduleRule.MAX_MILLIS, RepeatScheduleRule.MAX_MILLIS, Integer.MAX_VALUE),
                every(0, RepeatScheduleRule.MIN_PERIOD_MILLIS, RepeatedSendSchedule.UNLIMITED),
                new RepeatedSendSchedule(
                        SENT, 0, Duration.ofHours(1).toMillis(), 24, "0 * * * *", "UTC", CatchUpPolicy.ALL))) {
            assertThatCode(() -> RepeatScheduleRule.ofRequest(allowed)
                            .dueCopy(RepeatScheduleRule.ofRequest(allowed).firstDue(), at("2200-01-01T00:00:00Z")))
                    .doesNotThrowAnyException();
        }
        assertThatExceptionOfType(BrokerException.class)
                .isThrownBy(() -> RepeatScheduleRule.ofRequest(cron("0 * * * *", "Mars/Olympus", SENT)))
                .withMessageContaining("Mars/Olympus");
    }
}
