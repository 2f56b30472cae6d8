package dev.restante.samples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.samples.quickstart.LedgerEntry.JobOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Job ledger")
class JobLedgerTest {

    private final List<LedgerEntry> entries = new ArrayList<>(List.of(
            new LedgerEntry(1, JobOutcome.ACCEPTED),
            new LedgerEntry(2, JobOutcome.ACCEPTED),
            new LedgerEntry(1, JobOutcome.DONE_IN_TIME),
            new LedgerEntry(3, JobOutcome.ACCEPTED),
            new LedgerEntry(4, JobOutcome.ACCEPTED),
            new LedgerEntry(2, JobOutcome.ANSWERED_LATE),
            new LedgerEntry(3, JobOutcome.POISON),
            new LedgerEntry(4, JobOutcome.MALFORMED)));

    private JobLedger ledger() {
        return new JobLedger(entries, Set.of(1, 2, 3, 4), List.of(2), 0);
    }

    private static void assertProblem(JobLedger ledger, String problem) {
        assertThat(ledger.problems()).singleElement().asString().contains(problem);
        assertThat(ledger.balances()).isFalse();
        assertThat(ledger.exitCode()).isEqualTo(1);
        assertThat(ledger.text()).contains("PROBLEM: ", problem).endsWith("The ledger does NOT balance.");
    }

    @Test
    @DisplayName("the ledger balances if each accepted job has one outcome")
    void shouldBalance() {
        assertThat(ledger().problems()).isEmpty();
        assertThat(ledger().exitCode()).isZero();
        assertThat(ledger().text()).endsWith("The ledger balances.");
    }

    @Test
    @DisplayName("the ledger balances if a receipt was lost")
    void shouldBalanceWithoutAReceipt() {
        assertThat(new JobLedger(entries, Set.of(1, 2, 3), List.of(2), 0).balances())
                .isTrue();
    }

    @Test
    @DisplayName("the ledger does not balance if a job has no outcome")
    void shouldMissAnOutcome() {
        entries.add(new LedgerEntry(5, JobOutcome.ACCEPTED));
        assertProblem(ledger(), "job 5 was accepted once and has 0 outcomes");
    }

    @Test
    @DisplayName("the ledger does not balance if a job has two outcomes")
    void shouldSeeASecondOutcome() {
        entries.add(new LedgerEntry(1, JobOutcome.POISON));
        assertProblem(ledger(), "job 1 was accepted once and has 2 outcomes");
    }

    @Test
    @DisplayName("the ledger does not balance if an outcome is recorded twice")
    void shouldSeeADouble() {
        entries.add(new LedgerEntry(1, JobOutcome.DONE_IN_TIME));
        assertProblem(ledger(), "job 1 was accepted once and has 2 outcomes");
    }

    @Test
    @DisplayName("the ledger does not balance if it has an outcome of a job that was never accepted")
    void shouldSeeAnInventedJob() {
        entries.add(new LedgerEntry(6, JobOutcome.DONE_IN_TIME));
        assertProblem(ledger(), "job 6 was accepted 0 times");
    }

    @Test
    @DisplayName("the ledger does not balance if the store has no entry for a job with a receipt")
    void shouldSeeALostJob() {
        assertProblem(new JobLedger(entries, Set.of(4, 5), List.of(2), 0), "job 5 is lost");
    }

    @Test
    @DisplayName("the ledger does not balance if a late job has no mail or two mails, or another job has a mail")
    void shouldCountMails() {
        assertProblem(new JobLedger(entries, Set.of(), List.of(), 0), "job 2 was mailed about 0 times");
        assertProblem(new JobLedger(entries, Set.of(), List.of(2, 2), 0), "job 2 was mailed about 2 times");
        assertProblem(new JobLedger(entries, Set.of(), List.of(2, 9), 0), "a mail about job 9");
    }

    @Test
    @DisplayName("the ledger does not balance if messages are left over")
    void shouldSeeLeftOvers() {
        assertProblem(new JobLedger(entries, Set.of(), List.of(2), 3), "3 messages are still on their way");
    }
}
