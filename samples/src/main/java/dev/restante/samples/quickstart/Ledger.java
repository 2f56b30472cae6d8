package dev.restante.samples.quickstart;

import dev.restante.samples.quickstart.LedgerEntry.Kind;
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
 * The ledger at the end, and whether it balances.
 *
 * @param entries all of them
 * @param receipts jobs whose send returned, as noted outside of the store by a process that was not killed
 * @param mailed jobs for which there is a mail; a job with two mails is in there twice
 * @param leftOver messages that are still somewhere on their way
 */
record Ledger(List<LedgerEntry> entries, Set<Integer> receipts, Collection<Integer> mailed, long leftOver) {

    long count(Kind kind) {
        return entries.stream().filter(entry -> entry.kind() == kind).count();
    }

    boolean balances() {
        return problems().isEmpty();
    }

    /** What the program ends with: 0 if it balances, 1 if not. */
    int exitCode() {
        return balances() ? 0 : 1;
    }

    /**
     * What is wrong, in words; empty if each accepted job has exactly one outcome, and each late one exactly one mail.
     */
    List<String> problems() {
        Map<Integer, Map<Kind, Integer>> jobs = new TreeMap<>();
        for (LedgerEntry entry : entries) {
            jobs.computeIfAbsent(entry.job(), id -> new EnumMap<>(Kind.class)).merge(entry.kind(), 1, Integer::sum);
        }
        List<String> problems = new ArrayList<>();
        jobs.forEach((job, kinds) -> {
            int accepted = kinds.getOrDefault(Kind.ACCEPTED, 0);
            int outcomes = kinds.values().stream().mapToInt(Integer::intValue).sum() - accepted;
            if (accepted != 1 || outcomes != 1) {
                problems.add("job " + job + " was accepted " + times(accepted) + " and has " + outcomes + " outcomes: "
                        + kinds);
            }
            long mails = mailed.stream().filter(job::equals).count();
            if (mails != kinds.getOrDefault(Kind.ANSWERED_LATE, 0)) {
                problems.add("job " + job + " was mailed about " + times(mails) + ": " + kinds);
            }
        });
        Set<Integer> lost = new TreeSet<>(receipts);
        lost.removeAll(jobs.keySet());
        lost.forEach(
                job -> problems.add("job " + job + " is lost: its send returned, and the store knows nothing of it"));
        Set<Integer> invented = new TreeSet<>(mailed);
        invented.removeAll(jobs.keySet());
        invented.forEach(job -> problems.add("there is a mail about job " + job + ", which nobody accepted"));
        if (leftOver != 0) {
            problems.add(leftOver + " messages are still on their way");
        }
        return problems;
    }

    private static String times(long count) {
        return count == 1 ? "once" : count + " times";
    }

    /** For people. */
    String text() {
        long outcomes = entries.size() - count(Kind.ACCEPTED);
        StringBuilder text = new StringBuilder();
        text.append(
                line("accepted", count(Kind.ACCEPTED), receipts.size() + " receipts seen by the front's customers"));
        text.append(line("  done in time", count(Kind.DONE_IN_TIME), "completed by a worker under peek-lock"));
        text.append(
                line("  answered late", count(Kind.ANSWERED_LATE), "TTLExpiredException; " + mailed.size() + " mails"));
        text.append(line("  poison", count(Kind.POISON), "MaxDeliveryCountExceeded"));
        text.append(line("  malformed", count(Kind.MALFORMED), Worker.MALFORMED));
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
