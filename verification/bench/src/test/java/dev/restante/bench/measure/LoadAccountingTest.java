package dev.restante.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoadAccountingTest {

    private final LoadAccounting accounting = new LoadAccounting(10, 3);

    @BeforeEach
    void sendTwo() throws InterruptedException {
        accounting.countSent(accounting.nextSequence());
        accounting.countSent(accounting.nextSequence());
    }

    @Test
    void shouldDealAsManySequenceNumbersAsAllowed() throws InterruptedException {
        assertThat(accounting.nextSequence()).isEqualTo(2);
        assertThat(accounting.nextSequence()).isEqualTo(-1);
    }

    @Test
    void shouldAcceptWhatCameOnceEach() {
        accounting.countReceived(0, 1);
        accounting.countReceived(0, 0);

        assertThatCode(accounting::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldReportALostMessage() {
        accounting.countReceived(0, 0);

        assertThatIllegalStateException()
                .isThrownBy(accounting::verify)
                .withMessageContaining("2 messages sent, 1 received");
    }

    @Test
    void shouldReportALossThatADuplicateHides() {
        accounting.countReceived(0, 1);
        accounting.countReceived(0, 1);

        assertThatIllegalStateException()
                .isThrownBy(accounting::verify)
                .withMessageContaining("sequence numbers 1 and 2");
    }

    @Test
    void shouldReportAFailedThreadAndStopTheOthers() throws InterruptedException {
        accounting.fail(new IllegalArgumentException("broken"));

        assertThat(accounting.nextSequence()).isEqualTo(-1);
        assertThatIllegalStateException().isThrownBy(accounting::verify).withMessageContaining("broken");
    }

    @Test
    void shouldCountEachCopyApart() throws InterruptedException {
        LoadAccounting copies = new LoadAccounting(10, 3, 2);
        copies.countSent(copies.nextSequence());
        copies.countReceived(0, 0);
        copies.countReceived(0, 0);

        assertThat(copies.receivedCount()).isEqualTo(2);
        assertThatIllegalStateException().isThrownBy(copies::verify).withMessageContaining("copy 1 of 2");
    }

    @Test
    void shouldAcceptOneOfEachCopy() throws InterruptedException {
        LoadAccounting copies = new LoadAccounting(10, 3, 2);
        copies.countSent(copies.nextSequence());
        copies.countReceived(0, 0);
        copies.countReceived(1, 0);

        assertThatCode(copies::verify).doesNotThrowAnyException();
    }

    @Test
    void shouldLetEachCopyTakeAPlace() throws InterruptedException {
        LoadAccounting copies = new LoadAccounting(3, 3, 2);
        copies.countSent(copies.nextSequence());
        copies.countReceived(0, 0);

        assertThat(copies.nextSequence()).isEqualTo(1);
    }

    @Test
    void shouldRefuseMoreCopiesThanMayBeOutstanding() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LoadAccounting(10, 3, 11));
    }

    @Test
    void shouldTakeLatenciesPartByPart() {
        accounting.setMeasuring(true);
        accounting.record(LatencyKind.SEND, 1_000);

        assertThat(accounting.drainLatencies().get(LatencyKind.SEND).distribution())
                .isPresent();
        assertThat(accounting.drainLatencies().get(LatencyKind.SEND).distribution())
                .isEmpty();
        assertThat(accounting.distributions()).isEmpty();
    }

    @Test
    void shouldTellWhatFlows() {
        accounting.countReceived(0, 1);

        assertThat(accounting.flow()).isEqualTo(new FlowTotals(2, 1, 1, 1));
        assertThat(accounting.failure()).isEmpty();
        accounting.fail(new IllegalStateException("lost"));
        assertThat(accounting.failure()).isPresent();
    }
}
