package dev.restante.node.lease;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the failure detector")
final class FailureDetectorTest {

    private static final long LEASE = 15_000;
    private static final long JOINED = 1_000_000;

    private final FailureDetector failureDetector = new FailureDetector(LEASE, JOINED);
    private long now = JOINED;

    private void answersFor(long millis) {
        for (long left = millis; left > 0; left -= 5_000) {
            now += Math.min(left, 5_000);
            failureDetector.onAnswer(now);
        }
    }

    private void failsFor(long millis) {
        for (long left = millis; left > 0; left -= 1_000) {
            now += Math.min(left, 1_000);
            failureDetector.onFailure();
        }
    }

    /** Returns whether the detector declares a node dead that renewed its lease at this instant for the last time. */
    private boolean dead(long renewedAt) {
        FailureDetector.DeadLeaseRange deadRange = failureDetector.deadLeaseEnds();
        return renewedAt + LEASE >= deadRange.from() && renewedAt + LEASE < deadRange.before();
    }

    @Test
    @DisplayName("RCV-13 while the store answers, a node is dead as soon as its lease has expired, and not before")
    void shouldTakeLeasesAtTheirWord() {
        answersFor(60_000);
        assertThat(dead(now - LEASE - 1)).isTrue();
        assertThat(dead(now - LEASE)).isFalse();
        assertThat(dead(now - 1_000)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 after an outage of any length, only a node that stays away for another lease is declared dead")
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
    @DisplayName("RCV-13 no node is declared dead for a pause of the database in which heartbeats only wait")
    void shouldNotBlameNodesForAPause() {
        answersFor(60_000);
        long renewedAt = now - 4_900;
        now += 20_000;
        failureDetector.onAnswer(now);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(4_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(10_000);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 a node that renews with every heartbeat is not declared dead after a jump of the store clock")
    void shouldSurviveAJumpOfTheClock() {
        answersFor(60_000);
        long renewedAt = now - 4_900;
        now += 600_000;
        failureDetector.onAnswer(now);
        assertThat(dead(renewedAt)).isFalse();
        now -= 1_200_000;
        failureDetector.onAnswer(now);
        assertThat(dead(renewedAt)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 a node that has just joined waits for the rest of another node's lease")
    void shouldWaitForTheRestOfALease() {
        long renewedAt = JOINED - 6_000;
        answersFor(9_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(1);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 a lease that expired before a node joined gets a full lease more, in case of an outage")
    void shouldWaitAfterAnOutageBeforeItsTime() {
        long renewedAt = JOINED - 40_000;
        answersFor(14_900);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(100);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName("RCV-13 a node that has just joined leaves other nodes at least a fifth of a lease to renew")
    void shouldLookForAWhile() {
        long renewedAt = JOINED - LEASE + 10;
        answersFor(2_000);
        assertThat(dead(renewedAt)).isFalse();
        answersFor(1_000);
        assertThat(dead(renewedAt)).isTrue();
    }

    @Test
    @DisplayName(
            "RCV-13 after an outage, a node that has just joined waits a full lease before it declares a node dead")
    void shouldForgetItsBeginning() {
        long renewedAt = JOINED - 6_000;
        answersFor(5_000);
        failsFor(1_000);
        answersFor(10_000);
        assertThat(dead(renewedAt)).isFalse();
    }

    @Test
    @DisplayName("RCV-13 late heartbeats delay the detection of a dead node but do not prevent it")
    void shouldGoOnUnderLoad() {
        answersFor(5_000);
        long renewedAt = now;
        for (int beat = 0; beat < 3; beat++) {
            now += 9_000;
            failureDetector.onAnswer(now);
        }
        assertThat(dead(renewedAt)).isTrue();
    }
}
