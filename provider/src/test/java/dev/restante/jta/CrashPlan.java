package dev.restante.jta;

import dev.restante.jta.WatchedResource.Call;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * How one transaction of two resources goes, and where its JVM is killed.
 *
 * @param partner what takes part besides Restante
 * @param restanteFirst whether Restante prepares and ends its branch before the partner
 * @param commit what the application wants
 * @param atRestante whether the step is one of Restante or of the partner
 * @param call the call of the step
 * @param place where in the call
 */
record CrashPlan(
        Partner.Kind partner, boolean restanteFirst, boolean commit, boolean atRestante, Call call, Place place) {

    /** Where in a call. */
    enum Place {
        BEFORE,
        /** While the call works, or soon after it: the child does not wait for its end. */
        DURING,
        AFTER
    }

    /** What becomes of the transaction. */
    enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        /** All or nothing. */
        EITHER
    }

    private static final List<Call> COMMITTING = List.of(Call.START, Call.END, Call.PREPARE, Call.COMMIT);
    private static final List<Call> ROLLING_BACK = List.of(Call.START, Call.END, Call.ROLLBACK);

    private static List<CrashPlan> all(Partner.Kind partner) {
        List<CrashPlan> plans = new ArrayList<>();
        for (boolean restanteFirst : new boolean[] {true, false}) {
            for (boolean commit : new boolean[] {true, false}) {
                for (boolean atRestante : new boolean[] {true, false}) {
                    for (Call call : commit ? COMMITTING : ROLLING_BACK) {
                        for (Place place : Place.values()) {
                            plans.add(new CrashPlan(partner, restanteFirst, commit, atRestante, call, place));
                        }
                    }
                }
            }
        }
        return plans;
    }

    /**
     * All that a story includes in random order, but every other one, as long as there are such, is about prepare or
     * commit.
     */
    static List<CrashPlan> shuffled(Partner.Kind partner, CrashStory story, Random random) {
        List<CrashPlan> plans = all(partner);
        plans.removeIf(plan -> !story.includes(plan));
        Collections.shuffle(plans, random);
        Deque<CrashPlan> decisive = new ArrayDeque<>();
        Deque<CrashPlan> others = new ArrayDeque<>();
        plans.forEach(plan -> (plan.isDecisive() ? decisive : others).add(plan));
        List<CrashPlan> mixed = new ArrayList<>();
        while (!decisive.isEmpty() || !others.isEmpty()) {
            Stream.of(decisive, others).filter(queue -> !queue.isEmpty()).forEach(queue -> mixed.add(queue.remove()));
        }
        return mixed;
    }

    private boolean isDecisive() {
        return call == Call.PREPARE || call == Call.COMMIT;
    }

    /**
     * The decision is made when the transaction manager has logged it, after the last call of prepare and before the
     * first one of commit.
     */
    Outcome outcome() {
        if (!commit) {
            return Outcome.ROLLED_BACK;
        }
        if (call == Call.COMMIT) {
            return Outcome.COMMITTED;
        }
        if (place == Place.DURING) {
            return Outcome.EITHER;
        }
        return Outcome.ROLLED_BACK;
    }

    /** As arguments of a child. */
    List<String> arguments() {
        return List.of(
                partner.name(),
                Boolean.toString(restanteFirst),
                Boolean.toString(commit),
                Boolean.toString(atRestante),
                call.name(),
                place.name());
    }

    /** From the arguments of a child, from an index on. */
    static CrashPlan of(String[] arguments, int from) {
        return new CrashPlan(
                Partner.Kind.valueOf(arguments[from]),
                Boolean.parseBoolean(arguments[from + 1]),
                Boolean.parseBoolean(arguments[from + 2]),
                Boolean.parseBoolean(arguments[from + 3]),
                Call.valueOf(arguments[from + 4]),
                Place.valueOf(arguments[from + 5]));
    }
}
