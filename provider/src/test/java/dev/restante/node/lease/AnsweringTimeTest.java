package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the time in which the store has answered")
final class AnsweringTimeTest {

    private static final long LEASE = 15_000;
    private static final long JOINED = 1_000_000;

    private final AnsweringTime answering = new AnsweringTime(LEASE, JOINED);
    private long now = JOINED;

    private void answersFor(long millis) {
        for (long left = millis; left > 0; left -= 5_000) {
            now += Math.min(left, 5_000);
            answering.answered(now);
        }
    }

    private void failsFor(long millis) {
        for (long left = millis; left > 0; left -= 1_000) {
            now += Math.min(left, 1_000);
            answering.failed();
        }
    }

    /** Whether a node is dead that renewed its lease for the last time at an instant. */
    private boolean dead(long renewedAt) {
        AnsweringTime.Ends ends = answering.ofDead();
        return renewedAt + LEASE >= ends.from() && renewedAt + LEASE < ends.before();
    }

    @Test
    @DisplayName("RCV-13 while the store answers, a node is dead as soon as its lease is over, and not before")
    void shouldTakeLeasesAtTheirWord() {
        answersFor(60_000);
        assertThat(dead(now - LEASE - 1)).isTrue();
        assertThat(dead(now - LEASE)).isFalse();
        assertThat(dead(now - 1_000)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 an outage, however long, makes nobody dead; who does not come back is dead a lease after it")
    void shouldNotBlameNodesForAnOutage() {
        for (long outage : new long[] {1_000, 14_000, 20_000, 3_600_000}) {
            answersFor(60_000);
            long renewedAt = now - 4_900;
            failsFor(outage);
            answersFor(14_900);
            assertThat(dead(renewedAt)).as("after " + outage).isFalse();
            answersFor(5_200);
            assertThat(dead(renewedAt)).as("after " + outage).isTrue();
            assertThat(dead(now - 100)).isFalse();
        }
    }

    @Test
    @DisplayName("RCV-13 the same for an outage in which a heartbeat waited, and failed not: the database was paused")
    void shouldNotBlameNodesForAPause() {
        answersFor(60_000);
        long renewedAt = now - 4_900;
        now += 20_000;
        answering.answered(now);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(4_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(10_000);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName(
            "RCV-13 a store's clock that jumps ahead makes nobody dead who renews within the interval of heartbeats")
    void shouldSurviveAJumpOfTheClock() {
        answersFor(60_000);
        long renewedAt = now - 4_900;
        now += 600_000;
        answering.answered(now);
        assertThat(dead(renewedAt)).isFalse();
        now -= 1_200_000;
        answering.answered(now);
        assertThat(dead(renewedAt)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 a node that has just joined waits for what remains of a lease")
    void shouldWaitForTheRestOfALease() {
        long renewedAt = JOINED - 6_000;
        answersFor(9_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(1);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 a lease that was over when a node joined may have ended in an outage: it gets a full one more")
    void shouldWaitAfterAnOutageBeforeItsTime() {
        long renewedAt = JOINED - 40_000;
        answersFor(14_900);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(100);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 a lease that ends just after a node joined leaves time to renew it")
    void shouldLookForAWhile() {
        long renewedAt = JOINED - LEASE + 10;
        answersFor(2_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(1_000);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 an outage after a node has joined ends what it could take at its word")
    void shouldForgetItsBeginning() {
        long renewedAt = JOINED - 6_000;
        answersFor(5_000);
        failsFor(1_000);
        answersFor(10_000);
        assertThat(dead(renewedAt)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 heartbeats that are late now and then delay a death, and prevent none")
    void shouldGoOnUnderLoad() {
        answersFor(5_000);
        long renewedAt = now;
        for (int beat = 0; beat < 3; beat++) {
            now += 9_000;
            answering.answered(now);
        }
        assertThat(dead(renewedAt)).isTrue();
    }
}
