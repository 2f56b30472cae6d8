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
 * Plan of a transaction with two resources, and of the place where its JVM is killed.
 *
 * @param partner the kind of the participant besides Restante
 * @param restanteFirst true if Restante prepares and ends its branch before the partner
 * @param commit true if the application commits, false if it rolls back
 * @param atRestante true if the step belongs to Restante, false if it belongs to the partner
 * @param call the call of the step
 * @param place the place within the call
 */
record CrashPlan(
        Partner.Kind partner, boolean restanteFirst, boolean commit, boolean atRestante, Call call, Place place) {

    enum Place {
        BEFORE,
        /** During the call or soon after it, because the child does not wait for the end of the call. */
        DURING,
        AFTER
    }

    enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        /** Commit or rollback of the whole transaction. */
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
     * Returns all plans that a story includes, in random order. Plans for prepare or commit alternate with other plans
     * as long as both exist.
     */
    static List<CrashPlan> shuffled(Partner.Kind partner, CrashScenario story, Random random) {
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
     * Returns the expected outcome. The transaction manager decides when it writes its log, after the last prepare and
     * before the first commit.
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

    /** Returns the plan as arguments of a child process. */
    List<String> arguments() {
        return List.of(
                partner.name(),
                Boolean.toString(restanteFirst),
                Boolean.toString(commit),
                Boolean.toString(atRestante),
                call.name(),
                place.name());
    }

    /** Returns the plan from the arguments of a child process, beginning at an index. */
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
