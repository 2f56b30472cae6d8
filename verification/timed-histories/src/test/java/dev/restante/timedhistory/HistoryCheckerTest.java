package dev.restante.timedhistory;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("checker of histories with times")
final class HistoryCheckerTest {

    private static final String M = "in/1";
    private static final String LATER = "in/2";

    private static HistoryScript script() {
        return new HistoryScript();
    }

    private static void assertLegal(HistoryScript script) {
        assertThat(script.check().violations()).isEmpty();
    }

    private static void assertWrong(HistoryScript script, String beginning) {
        assertThat(script.check().violations()).singleElement().asString().startsWith(beginning);
    }

    @Test
    void shouldAllowAnOrdinaryHistory() {
        assertLegal(script().sent(0, 2, M)
                .received("a/1", 1, 3, M)
                .renewed("a/1", 4, 5, M)
                .completed("a/1", 6, 7, M)
                .sent(8, 9, LATER)
                .consumed("b/1", 8, 10, LATER));
    }

    // ---- what was sent is there ----

    @Test
    void shouldFindALostMessage() {
        assertWrong(script().sent(0, 2, M), "lost: in/1");
    }

    @Test
    void shouldFindALostMessageThatWasReceivedButNotRemoved() {
        assertWrong(script().sent(0, 2, M).received("a/1", 3, 4, M), "lost: in/1");
    }

    @Test
    void shouldAllowAMessageToBeGoneAfterAnUnreportedRemoval() {
        assertLegal(script().sent(0, 2, M).received("a/1", 3, 4, M).completing("a/1", 5, M));
    }

    @Test
    void shouldFindALostMessageAfterARefusedRemoval() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .completing("a/1", 5, M)
                        .refused(6),
                "lost: in/1");
    }

    @Test
    void shouldFindAMessageThatNobodySent() {
        assertWrong(script().left(M), "there, though all sends were refused");
    }

    @Test
    void shouldFindAMessageWhoseSendWasRefused() {
        assertWrong(script().sending(0, M).refused(1).left(M), "there, though all sends were refused");
    }

    @Test
    void shouldAllowBothResultsOfAnUnknownSend() {
        assertLegal(script().sending(0, M).unknown(1, "token"));
        assertLegal(script().sending(0, M).unknown(1, "token").left(M));
    }

    @Test
    void shouldHoldAQueriedOutcomeAgainstTheMessages() {
        assertWrong(script().sending(0, M).unknown(1, "token").ok(9), "lost: in/1");
        assertWrong(
                script().sending(0, M).unknown(1, "token").refused(9).left(M), "there, though all sends were refused");
    }

    @Test
    void shouldFindADoubledMessage() {
        assertWrong(script().sent(0, 2, M).left(M).left(M), "doubled: in/1 was found 2 times");
    }

    @Test
    void shouldFindATornSend() {
        assertWrong(script().sending(0, M, LATER).unknown(1, "token").left(M), "torn: only a part");
    }

    @Test
    void shouldFindATornMove() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .moving("a/1", 5, M, "out/1")
                        .left(M)
                        .left("out/1"),
                "torn: in/1 was left");
        assertWrong(
                script().sent(0, 2, M).received("a/1", 3, 4, M).moving("a/1", 5, M, "out/1"),
                "lost: in/1 was removed and nothing added");
    }

    // ---- removals ----

    @Test
    void shouldFindAMessageRemovedTwice() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .completed("a/1", 5, 9, M)
                        .receivedAgain("b/1", 6, 7, M)
                        .completed("b/1", 8, 9, M),
                "removed twice: in/1");
    }

    @Test
    void shouldFindAReceiveAfterACompletion() {
        HistoryScript removed = script().sent(0, 2, M).received("a/1", 3, 4, M).completed("a/1", 5, 6, M);
        assertWrong(removed.receivedAgain("b/1", 7, 8, M), "resurrected: in/1");
    }

    @Test
    void shouldAllowAReceiveThatBeganBeforeTheEndOfTheCompletion() {
        assertLegal(script().sent(0, 2, M)
                .received("a/1", 3, 4, M)
                .completed("a/1", 5, 8, M)
                .receivedAgain("b/1", 7, 9, M));
    }

    @Test
    void shouldFindAMessageThatWasLeftAfterItsCompletion() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .completed("a/1", 5, 6, M)
                        .left(M),
                "resurrected: in/1");
    }

    // ---- locks ----

    @Test
    void shouldFindTwoHoldersWhoseLocksSurelyOverlap() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .receivedAgain("b/1", 5, 6, M)
                        .renewed("a/1", 7, 8, M)
                        .completed("b/1", 9, 10, M),
                "locked by two at once: in/1");
    }

    @Test
    void shouldAllowASecondHolderIfTheFirstNeverUsedItsLockAgain() {
        assertLegal(script().sent(0, 2, M)
                .received("a/1", 3, 4, M)
                .receivedAgain("b/1", 5, 6, M)
                .completed("b/1", 9, 10, M));
    }

    @Test
    void shouldAllowTheSameSessionToReceiveAgain() {
        assertLegal(script().sent(0, 2, M)
                .received("a/1", 3, 4, M)
                .receivedAgain("b/1", 5, 6, M)
                .renewed("b/1", 7, 8, M)
                .receivedAgain("a/1", 9, 10, M)
                .completed("a/1", 11, 12, M));
    }

    @Test
    void shouldFindTwoFirstDeliveries() {
        assertWrong(
                script().sent(0, 2, M)
                        .received("a/1", 3, 4, M)
                        .received("b/1", 5, 6, M)
                        .completed("b/1", 7, 8, M),
                "received several times as if for the first time: in/1");
    }

    // ---- expiry ----

    @Test
    void shouldFindAReceiveAfterTheExpiry() {
        long expired = 2 + 100 + HistoryChecker.CLOCK_TOLERANCE_MILLIS;
        assertWrong(
                script().sentFor(100, 0, 2, M).consumed("a/1", expired + 1, expired + 2, M),
                "received after its expiry: in/1");
        assertLegal(script().sentFor(100, 0, 2, M).consumed("a/1", expired, expired + 2, M));
    }

    @Test
    void shouldAllowAnExpiredMessageToBeGone() {
        assertLegal(script().sentFor(100, 0, 2, M).sent(100, 101, LATER).left(LATER));
        assertWrong(script().sentFor(100, 0, 2, M).sent(98, 99, LATER).left(LATER), "lost: in/1");
    }

    // ---- order ----

    @Test
    void shouldFindAFirstReceiveAfterThatOfALaterMessage() {
        HistoryScript sent = script().sentInGroup(0, 2, "g", M).sentInGroup(3, 4, "g", LATER);
        assertWrong(
                sent.consumed("a/1", 5, 6, LATER).consumed("b/1", 7, 8, M), "out of order: in/1 was first received");
    }

    @Test
    void shouldAllowReceivesInOrderAndAtTheSameTime() {
        assertLegal(script().sentInGroup(0, 2, "g", M)
                .sentInGroup(3, 4, "g", LATER)
                .consumed("a/1", 5, 6, M)
                .consumed("a/1", 7, 8, LATER));
        assertLegal(script().sentInGroup(0, 2, "g", M)
                .sentInGroup(3, 4, "g", LATER)
                .consumed("a/1", 5, 9, M)
                .consumed("b/1", 7, 8, LATER));
    }

    @Test
    void shouldAllowAnyOrderOfDifferentGroups() {
        assertLegal(script().sentInGroup(0, 2, "g", M)
                .sentInGroup(3, 4, "h", LATER)
                .consumed("a/1", 5, 6, LATER)
                .consumed("a/1", 7, 8, M));
    }

    @Test
    void shouldFindARedeliveryAfterTheRemovalOfALaterMessage() {
        assertWrong(
                script().sentInGroup(0, 2, "g", M)
                        .sentInGroup(3, 4, "g", LATER)
                        .received("a/1", 5, 6, M)
                        .received("a/1", 7, 8, LATER)
                        .completed("a/1", 9, 10, LATER)
                        .receivedAgain("b/1", 11, 12, M)
                        .completed("b/1", 13, 14, M),
                "out of order: in/1 was received");
    }

    @Test
    void shouldAllowAWorkerToContinueAfterAnUnknownOutcome() {
        assertLegal(script().sentInGroup(0, 2, "g", M)
                .sentInGroup(3, 4, "g", LATER)
                .received("a/1", 5, 6, M)
                .completing("a/1", 7, M)
                .unknown(8, "token")
                .received("a/1", 9, 10, LATER)
                .completed("a/1", 11, 12, LATER)
                .receivedAgain("b/1", 13, 14, M)
                .left(M));
    }

    // ---- empty receives ----

    @Test
    void shouldFindAnEmptyReceiveBesideAnAvailableMessage() {
        assertWrong(
                script().opened("a/1", 0, 1, "in")
                        .sent(2, 3, M)
                        .receivedNothing("a/1", 4, 5, "in")
                        .consumed("a/1", 6, 7, M),
                "nothing received, though in/1");
        assertWrong(
                script().opened("a/1", 0, 1, "in")
                        .sent(2, 3, M)
                        .receivedNothing("a/1", 4, 5, "in")
                        .left(M),
                "nothing received, though in/1");
    }

    @Test
    void shouldAllowAnEmptyReceiveThatBeganBeforeTheEndOfTheSend() {
        assertLegal(script().opened("a/1", 0, 1, "in")
                .sent(2, 4, M)
                .receivedNothing("a/1", 3, 5, "in")
                .consumed("a/1", 6, 7, M));
    }

    @Test
    void shouldAllowAnEmptyReceiveIfAnotherSessionHadAConsumer() {
        assertLegal(script().opened("a/1", 0, 1, "in")
                .opened("b/1", 0, 1, "in")
                .sent(2, 3, M)
                .receivedNothing("a/1", 4, 5, "in")
                .consumed("a/1", 6, 7, M));
    }

    @Test
    void shouldNotExcuseAnEmptyReceiveWithAConsumerThatHadClosedBeforeTheSend() {
        assertWrong(
                script().opened("b/1", 0, 1, "in")
                        .closed("b/1", 2, 3, "in")
                        .opened("a/1", 4, 5, "in")
                        .sent(6, 7, M)
                        .receivedNothing("a/1", 8, 9, "in")
                        .consumed("a/1", 10, 11, M),
                "nothing received, though in/1");
    }

    @Test
    void shouldAllowAnEmptyReceiveWhileTheMessageIsHeld() {
        assertLegal(script().opened("a/1", 0, 1, "in")
                .sent(2, 3, M)
                .received("a/1", 4, 5, M)
                .receivedNothing("a/1", 6, 7, "in")
                .left(M));
    }

    @Test
    void shouldAllowAnEmptyReceiveBeforeAndSoonAfterTheDeliveryTime() {
        HistoryScript sent = script().opened("a/1", 0, 1, "in").sentWithDelay(500, 2, 3, M);
        assertLegal(sent.receivedNothing("a/1", 1_502, 1_503, "in").consumed("a/1", 1_600, 1_601, M));
    }

    @Test
    void shouldFindAnEmptyReceiveLongAfterTheDeliveryTime() {
        assertWrong(
                script().opened("a/1", 0, 1, "in")
                        .sentWithDelay(500, 2, 3, M)
                        .receivedNothing("a/1", 1_504, 1_505, "in")
                        .consumed("a/1", 1_600, 1_601, M),
                "nothing received, though in/1");
    }

    // ---- the rest ----

    @Test
    void shouldExemptWhatWasKnownBeforeALoss() {
        HistoryChecker.CheckedHistory checked =
                script().sent(0, 2, M).loss().sent(3, 4, LATER).left(LATER).check();
        assertThat(checked.violations()).isEmpty();
        assertThat(checked.exempt()).isEqualTo(1);
        assertThat(checked.lost()).isEqualTo(1);
        assertThat(checked.resurrected()).isZero();
    }

    @Test
    void shouldReportTheFailureOfAWorker() {
        assertWrong(script().failure("out of memory"), "failure of a: out of memory");
    }
}
