package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.FakeClock;
import dev.restante.testing.FakeMachineClocks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the store clock")
final class StoreClockTest {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration BEAT = LEASE.dividedBy(3);
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final long AHEAD_MILLIS = 40_000;

    private final FakeMachineClocks machine = new FakeMachineClocks();
    private final AtomicInteger suspicions = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();

    /** Lead of the database clock over the time that has really passed. */
    private long aheadMillis = AHEAD_MILLIS;

    /** Time that has really passed, including suspensions. */
    private long passedMillis;

    private LongSupplier answer = this::databaseMillis;
    private final StoreClock storeClock = watched(StoreClock.ofDatabase(machine, () -> answer.getAsLong(), LEASE));

    private StoreClock watched(StoreClock watched) {
        watched.onDisagreement(suspicions::incrementAndGet);
        watched.onStoreClockSet(steps::incrementAndGet);
        return watched;
    }

    private long databaseMillis() {
        return FakeClock.START_MILLIS + passedMillis + aheadMillis;
    }

    private void pass(long millis) {
        passedMillis += millis;
        machine.pass(Duration.ofMillis(millis));
    }

    private void beat() {
        pass(BEAT.toMillis());
        long unused = storeClock.measure();
    }

    /** Measures the database clock with the given transit times of the request and of the answer. */
    private void measure(long thereMillis, long backMillis) {
        answer = () -> {
            pass(thereMillis);
            long millis = databaseMillis();
            pass(backMillis);
            return millis;
        };
        long unused = storeClock.measure();
        answer = this::databaseMillis;
    }

    private long errorMillis() {
        return storeClock.storeMillis() - databaseMillis();
    }

    @Nested
    @DisplayName("measurements")
    final class Measurements {

        @Test
        @DisplayName("TTL-01 an answer that takes a second does not shift the store clock")
        void shouldDiscardSlowAnswers() {
            measure(1, 1);
            for (int beat = 0; beat < 20; beat++) {
                pass(BEAT.toMillis());
                measure(beat % 2 == 0 ? 1_100 : 0, beat % 2 == 0 ? 0 : 1_100);
                assertThat(errorMillis()).isZero();
            }
        }

        @Test
        @DisplayName("TTL-01 the most exact of the first answers counts, in whichever order they arrive")
        void shouldTakeTheBestOfTheFirst() {
            measure(700, 0);
            assertThat(errorMillis()).isEqualTo(350);
            measure(0, 2);
            measure(90, 0);
            assertThat(errorMillis()).isBetween(-1L, 1L);
        }

        @Test
        @DisplayName("the store clock follows a drifting database clock, even if all answers are slow")
        void shouldFollowDrift() {
            for (int beat = 0; beat < 1_000; beat++) {
                pass(BEAT.toMillis());
                aheadMillis += 1;
                measure(30, 0);
                assertThat(errorMillis()).isBetween(-40L, 40L);
            }
            assertThat(steps).hasValue(0);
        }

        @Test
        @DisplayName("a database clock indistinguishable from the wall clock shows the time of the wall clock")
        void shouldBeOneClockWithTheWall() {
            aheadMillis = 1;
            measure(0, 1);
            pass(7);
            assertThat(storeClock.storeMillis()).isEqualTo(machine.wallMillis());
        }

        @Test
        @DisplayName("an instant that never comes stays Long.MAX_VALUE on every clock")
        void shouldKeepNever() {
            measure(0, 0);
            assertThat(storeClock.toStoreMillis(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(storeClock.waitMillisUntil(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(storeClock.waitMillisUntilMonotonic(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Nested
    @DisplayName("a machine whose clocks disagree")
    final class Disagreement {

        @ParameterizedTest(name = "wall clock set by {0} ms")
        @ValueSource(longs = {3_600_000, -3_600_000, 501, -501})
        @DisplayName("TTL-21 a change of the wall clock does not move store time, and the next reading notices it")
        void shouldNotFollowTheWall(long byMillis) {
            measure(0, 0);
            pass(1_000);
            machine.step(Duration.ofMillis(byMillis));
            assertThat(errorMillis()).isZero();
            assertThat(storeClock.clocksDisagree()).isTrue();
            assertThat(storeClock.isConfirmed()).isFalse();
            assertThat(suspicions).hasValue(1);
            assertThat(storeClock.waitMillisUntilMonotonic(storeClock.monotonicMillis()))
                    .isZero();

            assertThat(storeClock.measureConfirmedMillis()).isEqualTo(databaseMillis());
            assertThat(storeClock.isConfirmed()).isTrue();
            pass(1_000);
            assertThat(errorMillis()).isZero();
            assertThat(storeClock.isConfirmed()).isTrue();
            assertThat(steps).as("steps of the store clock").hasValue(0);
        }

        @ParameterizedTest(name = "wall clock set by {0} ms")
        @ValueSource(longs = {3_600_000, -3_600_000, 501, -501})
        @DisplayName("TTL-21 a measurement reports a change of the wall clock that no reading has noticed")
        void shouldNoticeWhileMeasuring(long byMillis) {
            measure(0, 0);
            machine.step(Duration.ofMillis(byMillis));
            measure(0, 0);
            assertThat(suspicions).hasValue(1);
            assertThat(storeClock.clocksDisagree()).isFalse();

            machine.step(Duration.ofMillis(byMillis));
            assertThat(storeClock.clocksDisagree()).isTrue();
            measure(0, 0);
            assertThat(suspicions).as("the reading has reported it").hasValue(2);
        }

        @Test
        @DisplayName("a change of the wall clock by at most 500 ms raises no suspicion")
        void shouldTolerateSmallSteps() {
            measure(0, 0);
            machine.step(Duration.ofMillis(-500));
            assertThat(storeClock.clocksDisagree()).isFalse();
            beat();
            machine.step(Duration.ofMillis(500));
            assertThat(storeClock.clocksDisagree()).isFalse();
            assertThat(suspicions).hasValue(0);
        }

        @Test
        @DisplayName("a thread that is descheduled between the readings of both clocks sees no disagreement")
        void shouldReadBothClocksAtOnce() {
            measure(0, 0);
            machine.deschedule(Duration.ofSeconds(2));
            assertThat(storeClock.clocksDisagree()).isFalse();
            machine.deschedule(Duration.ofSeconds(2));
            long unused = storeClock.monotonicMillis();
            passedMillis += 4_000;
            assertThat(errorMillis()).isZero();
        }

        @Test
        @DisplayName("TTL-21 after a suspension, confirmed time stands still until a heartbeat confirms the new time")
        void shouldNoticeASuspension() {
            measure(0, 0);
            long before = storeClock.storeMillis();
            passedMillis += HOUR_MILLIS;
            machine.suspend(Duration.ofHours(1));
            assertThat(storeClock.confirmedMillis()).isEqualTo(before);
            assertThat(storeClock.clocksDisagree()).isTrue();

            assertThat(storeClock.measureConfirmedMillis()).isEqualTo(before);
            assertThat(errorMillis()).isZero();
            beat();
            assertThat(storeClock.confirmedMillis()).isEqualTo(databaseMillis());
            assertThat(storeClock.isConfirmed()).isTrue();
        }

        @Test
        @DisplayName("a measurement during which a clock was set is void")
        void shouldIgnoreAnswersAcrossAStep() {
            measure(0, 0);
            answer = () -> {
                long millis = databaseMillis();
                passedMillis += HOUR_MILLIS;
                machine.suspend(Duration.ofHours(1));
                return millis;
            };
            assertThat(storeClock.measureConfirmedMillis()).isEqualTo(Long.MIN_VALUE);
            assertThat(storeClock.clocksDisagree()).isTrue();
        }

        @Test
        @DisplayName("a clock that a test moves is trusted at once, without asking the database")
        void shouldBelieveTestClocks() {
            FakeClock fake = new FakeClock();
            StoreClock moved = watched(StoreClock.ofDatabase(
                    fake,
                    () -> {
                        throw new AssertionError("asked");
                    },
                    LEASE));
            fake.advance(Duration.ofHours(1));
            assertThat(moved.measure()).isEqualTo(fake.storeMillis());
            assertThat(moved.measureConfirmedMillis()).isEqualTo(fake.storeMillis());
            assertThat(moved.isConfirmed()).isTrue();
        }
    }

    @Nested
    @DisplayName("changes of the database clock")
    final class DatabaseStep {

        @Test
        @DisplayName(
                "TTL-21 new messages use a clock set forward at once, due deliveries only after a heartbeat agrees")
        void shouldNotExpireByAClockSetForward() {
            measure(0, 0);
            aheadMillis += HOUR_MILLIS;
            beat();
            assertThat(errorMillis()).isZero();
            assertThat(storeClock.confirmedMillis()).isEqualTo(databaseMillis() - HOUR_MILLIS);
            assertThat(storeClock.isConfirmed()).isFalse();
            pass(1_000);
            assertThat(storeClock.measureConfirmedMillis())
                    .as("confirmed time before the next measurement")
                    .isEqualTo(databaseMillis() - HOUR_MILLIS);

            pass(BEAT.toMillis());
            assertThat(storeClock.measureConfirmedMillis()).isEqualTo(databaseMillis());
            assertThat(storeClock.isConfirmed()).isTrue();
            assertThat(steps)
                    .as("steps of the store clock: one when it was set and one when it was confirmed")
                    .hasValue(2);
        }

        @Test
        @DisplayName("TTL-21 a database clock set back counts at once for due deliveries")
        void shouldFollowAClockSetBack() {
            measure(0, 0);
            aheadMillis -= HOUR_MILLIS;
            beat();
            assertThat(errorMillis()).isZero();
            assertThat(storeClock.confirmedMillis()).isEqualTo(databaseMillis());
            assertThat(storeClock.isConfirmed())
                    .as("the store clock is confirmed")
                    .isFalse();
            beat();
            assertThat(storeClock.isConfirmed()).isTrue();
        }

        @Test
        @DisplayName("TTL-21 a clock that jumps forward for one heartbeat, as in a failover, makes no delivery due")
        void shouldForgetAMomentaryClock() {
            measure(0, 0);
            aheadMillis += HOUR_MILLIS;
            beat();
            aheadMillis -= HOUR_MILLIS;
            beat();
            assertThat(storeClock.confirmedMillis()).isEqualTo(databaseMillis());
            beat();
            assertThat(storeClock.isConfirmed()).isTrue();
            assertThat(errorMillis()).isZero();
        }

        @Test
        @DisplayName("VIS-01 a change of the database clock does not move the monotonic clock, which ends locks")
        void shouldKeepTheMonotonicClock() {
            measure(0, 0);
            long steady = storeClock.monotonicMillis();
            aheadMillis += HOUR_MILLIS;
            beat();
            beat();
            assertThat(storeClock.monotonicMillis()).isEqualTo(steady + 2 * BEAT.toMillis());
            assertThat(storeClock.toStoreMillis(storeClock.monotonicMillis())).isEqualTo(databaseMillis());
        }
    }

    @Nested
    @DisplayName("an embedded store")
    final class Local {

        private final StoreClock local = watched(StoreClock.ofWallClock(machine));

        private void minute() {
            machine.pass(Duration.ofMinutes(1));
            local.followWallClock();
        }

        @ParameterizedTest(name = "wall clock set by {0} ms")
        @ValueSource(longs = {3_600_000, -3_600_000})
        @DisplayName("TTL-21 a changed wall clock counts when two readings a minute apart agree")
        void shouldTakeTheWallOver(long byMillis) {
            minute();
            machine.step(Duration.ofMillis(byMillis));
            assertThat(local.storeMillis()).isEqualTo(machine.wallMillis() - byMillis);
            minute();
            assertThat(local.confirmedMillis()).isEqualTo(machine.wallMillis() - byMillis);
            minute();
            assertThat(local.confirmedMillis()).isEqualTo(machine.wallMillis());
            assertThat(local.isConfirmed()).isTrue();
            assertThat(steps).hasValue(1);
            assertThat(suspicions).hasValue(0);
        }

        @Test
        @DisplayName("a wall clock that is changed and restored within a minute does not move store time")
        void shouldIgnoreAMoment() {
            minute();
            machine.step(Duration.ofHours(1));
            minute();
            machine.step(Duration.ofHours(-1));
            minute();
            minute();
            assertThat(local.storeMillis()).isEqualTo(machine.wallMillis());
            assertThat(steps).hasValue(0);
        }

        @Test
        @DisplayName("the monotonic clock ignores the time of a suspension")
        void shouldOutliveASuspension() {
            long steady = local.monotonicMillis();
            machine.suspend(Duration.ofHours(1));
            assertThat(local.monotonicMillis()).isEqualTo(steady);
            minute();
            minute();
            assertThat(local.storeMillis()).isEqualTo(machine.wallMillis());
        }
    }
}
