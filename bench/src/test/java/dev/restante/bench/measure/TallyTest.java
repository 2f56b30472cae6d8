package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TallyTest {

    private final Tally tally = new Tally(10, 3);

    @BeforeEach
    void sendTwo() throws InterruptedException {
        tally.countSent(tally.acquireSequence());
        tally.countSent(tally.acquireSequence());
    }

    @Test
    void shouldDealAsManySequenceNumbersAsAllowed() throws InterruptedException {
        assertThat(tally.acquireSequence()).isEqualTo(2);
        assertThat(tally.acquireSequence()).isEqualTo(-1);
    }

    @Test
    void shouldAcceptWhatCameOnceEach() {
        tally.countReceived(0, 1);
        tally.countReceived(0, 0);

        assertThatCode(tally::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldReportALostMessage() {
        tally.countReceived(0, 0);

        assertThatIllegalStateException()
                .isThrownBy(tally::verify)
                .withMessageContaining("2 messages sent, 1 received");
    }

    @Test
    void shouldReportALossThatADuplicateHides() {
        tally.countReceived(0, 1);
        tally.countReceived(0, 1);

        assertThatIllegalStateException().isThrownBy(tally::verify).withMessageContaining("sequence numbers 1 and 2");
    }

    @Test
    void shouldReportAFailedThreadAndStopTheOthers() throws InterruptedException {
        tally.fail(new IllegalArgumentException("broken"));

        assertThat(tally.acquireSequence()).isEqualTo(-1);
        assertThatIllegalStateException().isThrownBy(tally::verify).withMessageContaining("broken");
    }

    @Test
    void shouldCountEachCopyApart() throws InterruptedException {
        Tally copies = new Tally(10, 3, 2);
        copies.countSent(copies.acquireSequence());
        copies.countReceived(0, 0);
        copies.countReceived(0, 0);

        assertThat(copies.receivedCount()).isEqualTo(2);
        assertThatIllegalStateException().isThrownBy(copies::verify).withMessageContaining("copy 1 of 2");
    }

    @Test
    void shouldAcceptOneOfEachCopy() throws InterruptedException {
        Tally copies = new Tally(10, 3, 2);
        copies.countSent(copies.acquireSequence());
        copies.countReceived(0, 0);
        copies.countReceived(1, 0);

        assertThatCode(copies::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldLetEachCopyTakeAPlace() throws InterruptedException {
        Tally copies = new Tally(3, 3, 2);
        copies.countSent(copies.acquireSequence());
        copies.countReceived(0, 0);

        assertThat(copies.acquireSequence()).isEqualTo(1);
    }

    @Test
    void shouldRefuseMoreCopiesThanMayBeOutstanding() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Tally(10, 3, 11));
    }

    @Test
    void shouldTakeLatenciesPartByPart() {
        tally.setMeasuring(true);
        tally.record(LatencyKind.SEND, 1_000);

        assertThat(tally.takeLatencies().get(LatencyKind.SEND).distribution()).isPresent();
        assertThat(tally.takeLatencies().get(LatencyKind.SEND).distribution()).isEmpty();
        assertThat(tally.distributions()).isEmpty();
    }

    @Test
    void shouldTellWhatFlows() {
        tally.countReceived(0, 1);

        assertThat(tally.flow()).isEqualTo(new Flow(2, 1, 1, 1));
        assertThat(tally.failure()).isEmpty();
        tally.fail(new IllegalStateException("lost"));
        assertThat(tally.failure()).isPresent();
    }
}
