package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testing.FakeTime;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the time of a node")
final class NodeTimeTest {

    private static final Duration BEAT = Duration.ofSeconds(5);
    private static final long AHEAD_MILLIS = 40_000;

    private final FakeTime local = new FakeTime();
    private final NodeTime time = new NodeTime(local);

    /** The store's clock, which is ahead of the local one, at an instant between question and answer. */
    private void measure(long thereMillis, long backMillis) {
        time.measure(() -> {
            local.advance(Duration.ofMillis(thereMillis));
            long storeMillis = local.millis() + AHEAD_MILLIS;
            local.advance(Duration.ofMillis(backMillis));
            return storeMillis;
        });
    }

    private long errorMillis() {
        return time.millis() - local.millis() - AHEAD_MILLIS;
    }

    @Test
    @DisplayName("TTL-01 an answer that was on its way for a second shifts nothing")
    void shouldDiscardSlowAnswers() {
        measure(1, 1);
        for (int beat = 0; beat < 20; beat++) {
            local.advance(BEAT);
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
        long[] ahead = {AHEAD_MILLIS};
        for (int beat = 0; beat < 1_000; beat++) {
            local.advance(BEAT);
            ahead[0] += 1;
            time.measure(() -> {
                local.advance(Duration.ofMillis(30));
                return local.millis() + ahead[0];
            });
            assertThat(time.millis() - local.millis() - ahead[0]).isBetween(-40L, 40L);
        }
    }

    @Test
    @DisplayName("a clock that was set is believed at once, also by a slow answer")
    void shouldNoticeClocksThatWereSet() {
        measure(1, 1);
        time.measure(() -> {
            local.advance(Duration.ofMillis(800));
            return local.millis() + AHEAD_MILLIS - 3_600_000;
        });
        assertThat(errorMillis() + 3_600_000).isBetween(-400L, 400L);
        local.advance(Duration.ofHours(1));
        measure(400, 400);
        assertThat(errorMillis()).isZero();
    }

    @Test
    @DisplayName("a local clock that was set back between question and answer says nothing")
    void shouldIgnoreNegativeRoundTrips() {
        measure(1, 1);
        measure(0, -5_000);
        assertThat(errorMillis()).isZero();
    }

    @Test
    @DisplayName("never is never on both clocks, whichever of them is ahead")
    void shouldKeepNever() {
        for (long aheadMillis : new long[] {AHEAD_MILLIS, -AHEAD_MILLIS}) {
            NodeTime node = new NodeTime(local);
            node.measure(() -> local.millis() + aheadMillis);
            assertThat(node.toStoreTime(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
            assertThat(node.realMillisUntil(Long.MAX_VALUE)).isEqualTo(Long.MAX_VALUE);
        }
    }
}
