package dev.restante.samples.quickstart;

import dev.restante.samples.quickstart.LedgerEntry.JobOutcome;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Job outcomes at the end of the demo, with a check that they balance.
 *
 * @param entries all entries of the ledger
 * @param receipts the jobs whose send returned, as noted outside the store by the parent process
 * @param mailed the jobs with a mail; a job with two mails is contained twice
 * @param leftOver the number of messages that are still on their way
 */
record JobLedger(List<LedgerEntry> entries, Set<Integer> receipts, Collection<Integer> mailed, long leftOver) {

    long count(JobOutcome outcome) {
        return entries.stream().filter(entry -> entry.outcome() == outcome).count();
    }

    boolean balances() {
        return problems().isEmpty();
    }

    /** Returns the exit code of the program: 0 if the ledger balances, 1 if not. */
    int exitCode() {
        return balances() ? 0 : 1;
    }

    /**
     * Returns descriptions of all problems. The ledger balances if each accepted job has exactly one outcome, and each
     * late job exactly one mail.
     */
    List<String> problems() {
        Map<Integer, Map<JobOutcome, Integer>> jobs = new TreeMap<>();
        for (LedgerEntry entry : entries) {
            jobs.computeIfAbsent(entry.job(), id -> new EnumMap<>(JobOutcome.class))
                    .merge(entry.outcome(), 1, Integer::sum);
        }
        List<String> problems = new ArrayList<>();
        jobs.forEach((job, kinds) -> {
            int accepted = kinds.getOrDefault(JobOutcome.ACCEPTED, 0);
            int outcomes = kinds.values().stream().mapToInt(Integer::intValue).sum() - accepted;
            if (accepted != 1 || outcomes != 1) {
                problems.add("job " + job + " was accepted " + times(accepted) + " and has " + outcomes + " outcomes: "
                        + kinds);
            }
            long mails = mailed.stream().filter(job::equals).count();
            if (mails != kinds.getOrDefault(JobOutcome.ANSWERED_LATE, 0)) {
                problems.add("job " + job + " was mailed about " + times(mails) + ": " + kinds);
            }
        });
        Set<Integer> lost = new TreeSet<>(receipts);
        lost.removeAll(jobs.keySet());
        lost.forEach(
                job -> problems.add("job " + job + " is lost: its send returned, but the store has no record of it"));
        Set<Integer> invented = new TreeSet<>(mailed);
        invented.removeAll(jobs.keySet());
        invented.forEach(job -> problems.add("there is a mail about job " + job + ", which the front did not accept"));
        if (leftOver != 0) {
            problems.add(leftOver + " messages are still on their way");
        }
        return problems;
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    /** Returns the ledger as text for the user. */
    String text() {
        long outcomes = entries.size() - count(JobOutcome.ACCEPTED);
        StringBuilder text = new StringBuilder();
        text.append(line(
                "accepted", count(JobOutcome.ACCEPTED), receipts.size() + " receipts seen by the front's customers"));
        text.append(line("  done in time", count(JobOutcome.DONE_IN_TIME), "completed by a worker under peek-lock"));
        text.append(line(
                "  answered late",
                count(JobOutcome.ANSWERED_LATE),
                "TTLExpiredException; " + mailed.size() + " mails"));
        text.append(line("  poison", count(JobOutcome.POISON), "MaxDeliveryCountExceeded"));
        text.append(line("  malformed", count(JobOutcome.MALFORMED), Worker.MALFORMED));
        text.append(line("accounted for", outcomes, leftOver + " left over"));
        for (String problem : problems()) {
            text.append("  PROBLEM: ").append(problem).append('\n');
        }
        return text.append(balances() ? "The ledger balances." : "The ledger does NOT balance.")
                .toString();
    }

    private static String line(String name, long count, String remark) {
        return String.format(Locale.ROOT, "  %-18s %5d   %s%n", name, count, remark);
    }
}
