package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.FakeTime;
import dev.restante.testing.MachineClocks;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("the time of a node")
final class NodeTimeTest {

    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Duration BEAT = LEASE.dividedBy(3);
    private static final long HOUR_MILLIS = Duration.ofHours(1).toMillis();
    private static final long AHEAD_MILLIS = 40_000;

    private final MachineClocks machine = new MachineClocks();
    private final AtomicInteger suspicions = new AtomicInteger();
    private final AtomicInteger steps = new AtomicInteger();

    /** By how much the database's clock is ahead of the time that has really passed. */
    private long aheadMillis = AHEAD_MILLIS;

    /** The time that has really passed, suspensions included. */
    private long passedMillis;

    private LongSupplier answer = this::databaseMillis;
    private final NodeTime time = watched(NodeTime.measuring(machine, () -> answer.getAsLong(), LEASE));

    private NodeTime watched(NodeTime watched) {
        watched.onSuspicion(suspicions::incrementAndGet);
        watched.onStep(steps::incrementAndGet);
        return watched;
    }

    private long databaseMillis() {
        return FakeTime.START_MILLIS + passedMillis + aheadMillis;
    }

    private void pass(long millis) {
        passedMillis += millis;
        machine.pass(Duration.ofMillis(millis));
    }

    private void beat() {
        pass(BEAT.toMillis());
        long unused = time.measure();
    }

    /** Measures by an answer that takes a time there and a time back. */
    private void measure(long thereMillis, long backMillis) {
        answer = () -> {
            pass(thereMillis);
            long millis = databaseMillis();
            pass(backMillis);
            return millis;
        };
        long unused = time.measure();
        answer = this::databaseMillis;
    }

    private long errorMillis() {
        return time.millis() - databaseMillis();
    }

    @Nested
    @DisplayName("measurements")
    final class Measurements {

        @Test
        @DisplayName("TTL-01 an answer that was on its way for a second shifts nothing")
        void shouldDiscardSlowAnswers() {
            measure(1, 1);
            for (int beat = 0; beat < 20; beat++) {
                pass(BEAT.toMillis());
                measure(beat % 2 == 0 ? 1_100 : 0, beat % 2 == 0 ? 0 : 1_100);
                assertThat(errorMillis()).isZero();
            }
        }

        @Test
        @DisplayName("TTL-01 of several answers at the beginning the best one counts, whichever it is")
        void shouldTakeTheBestOfTheFirst() {
            measure(700, 0);
            assertThat(errorMillis()).isEqualTo(350);
            measure(0, 2);
            measure(90, 0);
            assertThat(errorMillis()).isBetween(-1L, 1L);
        }

        @Test
        @DisplayName("a clock that drifts is followed, also while all answers take their time")
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
        @DisplayName("a database whose clock can't be told from the wall clock shows the instants of that")
        void shouldBeOneClockWithTheWall() {
            aheadMillis = 1;
            measure(0, 1);
            pass(7);
            assertThat(time.millis()).isEqualTo(machine.wallMillis());
        }

        @Test
        @DisplayName("never is never, whichever clock is ahead")
        void shouldKeepNever() {
            measure(0, 0);
            assertThat(time.shown(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(time.realMillisUntil(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(time.realMillisUntilSteady(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        }
    }

    @Nested
    @DisplayName("a machine whose clocks disagree")
    final class Disagreement {

        @ParameterizedTest(name = "wall clock set by {0} ms")
        @ValueSource(longs = {3_600_000, -3_600_000, 501, -501})
        @DisplayName("TTL-21 a wall clock that is set moves no time, and is noticed by the next reading")
        void shouldNotFollowTheWall(long byMillis) {
            measure(0, 0);
            pass(1_000);
            machine.step(Duration.ofMillis(byMillis));
            assertThat(errorMillis()).isZero();
            assertThat(time.suspicious()).isTrue();
            assertThat(time.certain()).isFalse();
            assertThat(suspicions).hasValue(1);
            assertThat(time.realMillisUntilSteady(time.steadyMillis())).isZero();

            assertThat(time.measuredMillis()).isEqualTo(databaseMillis());
            assertThat(time.certain()).isTrue();
            pass(1_000);
            assertThat(errorMillis()).isZero();
            assertThat(time.certain()).isTrue();
            assertThat(steps).as("the store's clock was not set").hasValue(0);
        }

        @Test
        @DisplayName("a wall clock that is adjusted a little is not suspicious")
        void shouldTolerateSmallSteps() {
            measure(0, 0);
            machine.step(Duration.ofMillis(-500));
            assertThat(time.suspicious()).isFalse();
            beat();
            machine.step(Duration.ofMillis(500));
            assertThat(time.suspicious()).isFalse();
        }

        @Test
        @DisplayName("a thread that is descheduled between the readings of both clocks notices no difference")
        void shouldReadBothClocksAtOnce() {
            measure(0, 0);
            machine.deschedule(Duration.ofSeconds(2));
            assertThat(time.suspicious()).isFalse();
            machine.deschedule(Duration.ofSeconds(2));
            long unused = time.steadyMillis();
            passedMillis += 4_000;
            assertThat(errorMillis()).isZero();
        }

        @Test
        @DisplayName("TTL-21 after a suspension nothing is due by the monotonic clock, nor before a heartbeat confirms")
        void shouldNoticeASuspension() {
            measure(0, 0);
            long before = time.millis();
            passedMillis += HOUR_MILLIS;
            machine.suspend(Duration.ofHours(1));
            assertThat(time.certainMillis()).isEqualTo(before);
            assertThat(time.suspicious()).isTrue();

            assertThat(time.measuredMillis()).isEqualTo(before);
            assertThat(errorMillis()).isZero();
            beat();
            assertThat(time.certainMillis()).isEqualTo(databaseMillis());
            assertThat(time.certain()).isTrue();
        }

        @Test
        @DisplayName("an answer during which a clock was set says nothing")
        void shouldIgnoreAnswersAcrossAStep() {
            measure(0, 0);
            answer = () -> {
                long millis = databaseMillis();
                passedMillis += HOUR_MILLIS;
                machine.suspend(Duration.ofHours(1));
                return millis;
            };
            assertThat(time.measuredMillis()).isEqualTo(Long.MIN_VALUE);
            assertThat(time.suspicious()).isTrue();
        }

        @Test
        @DisplayName("a clock that a test moves deliberately is believed at once, and no database is asked")
        void shouldBelieveTestClocks() {
            FakeTime fake = new FakeTime();
            NodeTime moved = watched(NodeTime.measuring(
                    fake,
                    () -> {
                        throw new AssertionError("asked");
                    },
                    LEASE));
            fake.advance(Duration.ofHours(1));
            assertThat(moved.measure()).isEqualTo(fake.millis());
            assertThat(moved.measuredMillis()).isEqualTo(fake.millis());
            assertThat(moved.certain()).isTrue();
        }
    }

    @Nested
    @DisplayName("a database whose clock is set")
    final class DatabaseStep {

        @Test
        @DisplayName(
                "TTL-21 forward: it dates new messages at once, and nothing is due by it before a heartbeat agrees")
        void shouldNotExpireByAClockSetForward() {
            measure(0, 0);
            aheadMillis += HOUR_MILLIS;
            beat();
            assertThat(errorMillis()).isZero();
            assertThat(time.certainMillis()).isEqualTo(databaseMillis() - HOUR_MILLIS);
            assertThat(time.certain()).isFalse();
            pass(1_000);
            assertThat(time.measuredMillis()).as("too soon").isEqualTo(databaseMillis() - HOUR_MILLIS);

            pass(BEAT.toMillis());
            assertThat(time.measuredMillis()).isEqualTo(databaseMillis());
            assertThat(time.certain()).isTrue();
            assertThat(steps).as("once it was set, once it was confirmed").hasValue(2);
        }

        @Test
        @DisplayName("TTL-21 back: nothing is due by the former clock any more")
        void shouldFollowAClockSetBack() {
            measure(0, 0);
            aheadMillis -= HOUR_MILLIS;
            beat();
            assertThat(errorMillis()).isZero();
            assertThat(time.certainMillis()).isEqualTo(databaseMillis());
            assertThat(time.certain()).as("no node is declared dead by it").isFalse();
            beat();
            assertThat(time.certain()).isTrue();
        }

        @Test
        @DisplayName("TTL-21 for a moment, such as by a failover there and back: nothing is ever due by it")
        void shouldForgetAMomentaryClock() {
            measure(0, 0);
            aheadMillis += HOUR_MILLIS;
            beat();
            aheadMillis -= HOUR_MILLIS;
            beat();
            assertThat(time.certainMillis()).isEqualTo(databaseMillis());
            beat();
            assertThat(time.certain()).isTrue();
            assertThat(errorMillis()).isZero();
        }

        @Test
        @DisplayName("VIS-01 the steady clock, by which locks end, does not move")
        void shouldKeepTheSteadyClock() {
            measure(0, 0);
            long steady = time.steadyMillis();
            aheadMillis += HOUR_MILLIS;
            beat();
            beat();
            assertThat(time.steadyMillis()).isEqualTo(steady + 2 * BEAT.toMillis());
            assertThat(time.shown(time.steadyMillis())).isEqualTo(databaseMillis());
        }
    }

    @Nested
    @DisplayName("an embedded store")
    final class Local {

        private final NodeTime local = watched(NodeTime.local(machine));

        private void minute() {
            machine.pass(Duration.ofMinutes(1));
            local.followWallClock();
        }

        @ParameterizedTest(name = "wall clock set by {0} ms")
        @ValueSource(longs = {3_600_000, -3_600_000})
        @DisplayName("TTL-21 a wall clock that is set counts when two readings a minute apart agree")
        void shouldTakeTheWallOver(long byMillis) {
            minute();
            machine.step(Duration.ofMillis(byMillis));
            assertThat(local.millis()).isEqualTo(machine.wallMillis() - byMillis);
            minute();
            assertThat(local.certainMillis()).isEqualTo(machine.wallMillis() - byMillis);
            minute();
            assertThat(local.certainMillis()).isEqualTo(machine.wallMillis());
            assertThat(local.certain()).isTrue();
            assertThat(steps).hasValue(1);
            assertThat(suspicions).hasValue(0);
        }

        @Test
        @DisplayName("a wall clock that is set there and back within a minute moves nothing")
        void shouldIgnoreAMoment() {
            minute();
            machine.step(Duration.ofHours(1));
            minute();
            machine.step(Duration.ofHours(-1));
            minute();
            minute();
            assertThat(local.millis()).isEqualTo(machine.wallMillis());
            assertThat(steps).hasValue(0);
        }

        @Test
        @DisplayName("after a suspension the steady clock goes on where it was")
        void shouldOutliveASuspension() {
            long steady = local.steadyMillis();
            machine.suspend(Duration.ofHours(1));
            assertThat(local.steadyMillis()).isEqualTo(steady);
            minute();
            minute();
            assertThat(local.millis()).isEqualTo(machine.wallMillis());
        }
    }
}
