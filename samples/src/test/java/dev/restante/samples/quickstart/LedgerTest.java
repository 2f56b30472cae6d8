package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.samples.quickstart.LedgerEntry.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The ledger")
class LedgerTest {

    private final List<LedgerEntry> entries = new ArrayList<>(List.of(
            new LedgerEntry(1, Kind.ACCEPTED),
            new LedgerEntry(2, Kind.ACCEPTED),
            new LedgerEntry(1, Kind.DONE_IN_TIME),
            new LedgerEntry(3, Kind.ACCEPTED),
            new LedgerEntry(4, Kind.ACCEPTED),
            new LedgerEntry(2, Kind.ANSWERED_LATE),
            new LedgerEntry(3, Kind.POISON),
            new LedgerEntry(4, Kind.MALFORMED)));

    private Ledger ledger() {
        return new Ledger(entries, Set.of(1, 2, 3, 4), List.of(2), 0);
    }

    private static void assertProblem(Ledger ledger, String problem) {
        assertThat(ledger.problems()).singleElement().asString().contains(problem);
        assertThat(ledger.balances()).isFalse();
        assertThat(ledger.exitCode()).isEqualTo(1);
        assertThat(ledger.text()).contains("PROBLEM: ", problem).endsWith("The ledger does NOT balance.");
    }

    @Test
    @DisplayName("balances when each accepted job has one outcome")
    void shouldBalance() {
        assertThat(ledger().problems()).isEmpty();
        assertThat(ledger().exitCode()).isZero();
        assertThat(ledger().text()).endsWith("The ledger balances.");
    }

    @Test
    @DisplayName("balances when a receipt was lost on its way")
    void shouldBalanceWithoutAReceipt() {
        assertThat(new Ledger(entries, Set.of(1, 2, 3), List.of(2), 0).balances())
                .isTrue();
    }

    @Test
    @DisplayName("does not balance when a job has no outcome")
    void shouldMissAnOutcome() {
        entries.add(new LedgerEntry(5, Kind.ACCEPTED));
        assertProblem(ledger(), "job 5 was accepted once and has 0 outcomes");
    }

    @Test
    @DisplayName("does not balance when a job has two outcomes")
    void shouldSeeASecondOutcome() {
        entries.add(new LedgerEntry(1, Kind.POISON));
        assertProblem(ledger(), "job 1 was accepted once and has 2 outcomes");
    }

    @Test
    @DisplayName("does not balance when an outcome is recorded twice")
    void shouldSeeADouble() {
        entries.add(new LedgerEntry(1, Kind.DONE_IN_TIME));
        assertProblem(ledger(), "job 1 was accepted once and has 2 outcomes");
    }

    @Test
    @DisplayName("does not balance when a job was never accepted")
    void shouldSeeAnInventedJob() {
        entries.add(new LedgerEntry(6, Kind.DONE_IN_TIME));
        assertProblem(ledger(), "job 6 was accepted 0 times");
    }

    @Test
    @DisplayName("does not balance when a send returned and the store knows nothing of it")
    void shouldSeeALostJob() {
        assertProblem(new Ledger(entries, Set.of(4, 5), List.of(2), 0), "job 5 is lost");
    }

    @Test
    @DisplayName("does not balance when a customer was not mailed, or twice")
    void shouldCountMails() {
        assertProblem(new Ledger(entries, Set.of(), List.of(), 0), "job 2 was mailed about 0 times");
        assertProblem(new Ledger(entries, Set.of(), List.of(2, 2), 0), "job 2 was mailed about 2 times");
        assertProblem(new Ledger(entries, Set.of(), List.of(2, 9), 0), "a mail about job 9");
    }

    @Test
    @DisplayName("does not balance when messages are left over")
    void shouldSeeLeftOvers() {
        assertProblem(new Ledger(entries, Set.of(), List.of(2), 3), "3 messages are still on their way");
    }
}
