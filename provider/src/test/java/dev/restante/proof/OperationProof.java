package dev.restante.proof;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerException.BrokerErrorReason;
import dev.restante.model.InDoubtOutcome;
import dev.restante.proof.CallFault.FaultKind;
import dev.restante.proof.ProofRun.FailedCompletion;
import dev.restante.proof.ProofRun.StoredEffect;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.testing.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/** Proof of one operation on its own store, with the node under test and, if the store is shared, another node. */
final class OperationProof implements AutoCloseable {
    /** Checked effect of a point. */
    private record CheckedPoint(String description, ProofRun run, StoredEffect effect) {}

    private static final Pattern PROCESSED = Pattern.compile("Messages processed before the failure: ([0-9]+)");

    private final ProofOperation operation;
    private final DataSource database;
    private final CallFaultDataSource source;
    private final boolean isShared;
    private final StoredRows rows;
    private final List<CheckedPoint> checked = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private int executions;
    private int missedPoints;
    private ProofNode node;
    private @Nullable ProofNode other;

    /**
     * Opens the nodes on an empty store.
     *
     * @param database a data source of the database without faults
     * @param source a data source of the same database with faults
     * @param isShared true if another node can use the store
     */
    OperationProof(ProofOperation operation, DataSource database, CallFaultDataSource source, boolean isShared) {
        this.operation = operation;
        this.database = database;
        this.source = source;
        this.isShared = isShared;
        this.rows = rowsOf(database, isShared);
        this.node = ProofNode.quiet(source);
        this.other = openOther();
    }

    /** Returns a reader of the rows. Only an embedded database keeps new messages in a table of their own. */
    static StoredRows rowsOf(DataSource database, boolean isShared) {
        return new StoredRows(database, !isShared);
    }

    private @Nullable ProofNode openOther() {
        return isShared ? ProofNode.answering(database) : null;
    }

    /** Returns the number of calls of an execution without faults, which must take effect. */
    int countCalls() {
        // The first execution may open connections.
        execute();
        return execute();
    }

    private int execute() {
        ProofRun run = prepare();
        source.count();
        run.call().run();
        int calls = source.calls();
        assertThat(run.effect().apply(rows).complete())
                .as("the operation takes effect")
                .isTrue();
        return calls;
    }

    private ProofRun prepare() {
        return operation.prepare().apply(node, "q" + ++executions);
    }

    /** Executes the operation with a fault, and checks what the node then tells and does. */
    void test(int call, CallFault fault) {
        ProofRun run = prepare();
        source.arm(call, fault);
        RuntimeException failure = catchFailure(run.call());
        String faultyCall = source.disarm();
        boolean interrupted = Thread.interrupted();
        if (faultyCall == null) {
            missedPoints++;
        }
        String point = fault + " at call " + call + ", " + faultyCall;
        try {
            if (fault.kind() == FaultKind.INTERRUPT && faultyCall != null) {
                assertThat(interrupted)
                        .as("the thread is interrupted afterwards")
                        .isTrue();
            }
            StoredEffect effect = check(run, failure);
            complete(run, effect, fault);
            node.sendAndReceive("other-1");
            if (other != null) {
                other.sendAndReceive("other-2");
            }
            checked.add(new CheckedPoint(point, run, run.effect().apply(rows)));
        } catch (AssertionError | RuntimeException e) {
            // Each failure is reported for its own point.
            close();
            node = ProofNode.quiet(source);
            other = openOther();
            failures.add(point + ": " + e + (failure == null ? "" : "; the caller was told: " + failure));
        }
    }

    /** Lets the caller or the node complete an operation that has not taken effect. */
    private void complete(ProofRun run, StoredEffect effect, CallFault fault) {
        switch (run.completion()) {
            case REPEATED_BY_CALLER -> {
                if (effect.done() == 0) {
                    repeat(run, fault);
                }
            }
            case REPEATED_BY_NODE -> {
                if (!effect.complete()) {
                    repeat(run, fault);
                }
            }
            case CONTINUED_BY_NODE ->
                Eventually.eventually(
                        "the node completes the operation",
                        () -> run.effect().apply(rows).complete());
        }
    }

    /** Repeats an operation, again and again while its caller is told to do so. */
    private void repeat(ProofRun run, CallFault fault) {
        Eventually.eventually("the operation is repeated", () -> {
            try {
                run.repeat().run();
                return true;
            } catch (BrokerException | StoreException told) {
                if (!mayRepeatAgain(run, fault, told)) {
                    throw told;
                }
                return false;
            }
        });
        assertThat(run.effect().apply(rows).complete())
                .as("the repeated operation takes effect")
                .isTrue();
    }

    /**
     * Returns whether a repetition may fail. After a silence, a request that the node had sent before can end with a
     * failure only now, of which each waiting caller is told. The node itself skips locked rows, as long as the server
     * has not noticed the end of a session.
     */
    private static boolean mayRepeatAgain(ProofRun run, CallFault fault, RuntimeException failure) {
        if (run.completion() == FailedCompletion.REPEATED_BY_NODE) {
            return failure instanceof StoreException told && told.kind() == StoreFailureKind.TRANSIENT;
        }
        return fault.isSilence()
                && failure instanceof BrokerException told
                && told.reason() == BrokerErrorReason.STORE_UNAVAILABLE;
    }

    private static @Nullable RuntimeException catchFailure(Runnable call) {
        try {
            call.run();
            return null;
        } catch (BrokerException | BranchException | PartialEffectException | StoreException e) {
            return e;
        }
    }

    /** Checks that the store has the effect of which the caller was told. */
    private StoredEffect check(ProofRun run, @Nullable RuntimeException failure) {
        if (failure == null) {
            StoredEffect effect = run.effect().apply(rows);
            assertThat(effect.complete()).as("told: done; stored: " + effect).isTrue();
            return effect;
        }
        if (failure instanceof BrokerException told && isUnknown(told)) {
            assertThat(told.outcomeToken()).as("token of the unknown outcome").isNotNull();
            return checkUnknown(run, told, requireNonNull(told.outcomeToken()));
        }
        if (failure instanceof BranchException told && told.reason() == BranchErrorReason.IN_DOUBT) {
            Eventually.eventually("the outcome of the branch is known", () -> isKnownToRepeatedCall(run));
            StoredEffect effect = run.effect().apply(rows);
            assertThat(effect.complete()).as("repeated; stored: " + effect).isTrue();
            return effect;
        }
        StoredEffect effect = run.effect().apply(rows);
        if (run.completion() == FailedCompletion.REPEATED_BY_NODE) {
            return effect;
        }
        assertThat(failure).as("nothing is in doubt").hasMessageNotContaining("outcome token");
        assertThat(failure).isNotInstanceOf(StoreException.class);
        if (run.completion() == FailedCompletion.CONTINUED_BY_NODE) {
            assertThat(failure).hasMessageContaining("become available when it answers");
            return effect;
        }
        if (failure instanceof PartialEffectException told) {
            assertThat(effect.done()).as("cancelled").isEqualTo((int) told.processed());
            return effect;
        }
        assertThat(effect.done()).as("told: not done, or in part").isEqualTo(processed(failure));
        return effect;
    }

    private static boolean isUnknown(@Nullable RuntimeException failure) {
        return failure instanceof BrokerException told && told.reason() == BrokerErrorReason.OUTCOME_UNKNOWN;
    }

    /** Repeats a call about a branch, which returns the true result as soon as the outcome is known. */
    private static boolean isKnownToRepeatedCall(ProofRun run) {
        try {
            run.call().run();
            return true;
        } catch (BranchException told) {
            return switch (told.reason()) {
                case IN_DOUBT, UNAVAILABLE -> false;
                // The first call has decided the branch.
                case HEURISTICALLY_COMMITTED, PROTOCOL_ERROR -> true;
                default -> throw told;
            };
        }
    }

    /** Returns the number of messages that are processed according to a failure. */
    private static int processed(RuntimeException failure) {
        Matcher processed = PROCESSED.matcher(String.valueOf(failure.getMessage()));
        return processed.find() ? Integer.parseInt(processed.group(1)) : 0;
    }

    /** Checks the answer to the question about the outcome, which is that of the last transaction. */
    private StoredEffect checkUnknown(ProofRun run, BrokerException failure, String token) {
        AtomicReference<InDoubtOutcome> outcome = new AtomicReference<>(InDoubtOutcome.UNDECIDED);
        Eventually.eventually("the outcome is known", () -> {
            outcome.set(node.broker.commitOutcome(token));
            return outcome.get() != InDoubtOutcome.UNDECIDED;
        });
        StoredEffect effect = run.effect().apply(rows);
        switch (outcome.get()) {
            case COMMITTED ->
                assertThat(effect.done())
                        .as("committed")
                        .isGreaterThanOrEqualTo(run.severalCalls() ? 0 : Math.max(1, processed(failure)));
            case NOT_COMMITTED -> assertThat(effect.done()).as("not committed").isEqualTo(processed(failure));
            default -> fail("the outcome of " + token + " is " + outcome.get());
        }
        return effect;
    }

    /** Returns the number of points whose call was not reached, because an execution had fewer calls. */
    int missedPoints() {
        return missedPoints;
    }

    /** Closes the nodes, checks all effects again, and fails if any check has failed. */
    void checkAtEnd() {
        close();
        // A new node removes what the closed nodes could not remove.
        ProofNode.quiet(database).close();
        for (CheckedPoint point : checked) {
            if (point.run().lasting() && !point.run().effect().apply(rows).equals(point.effect())) {
                failures.add(point.description() + " has lost its effect");
            }
        }
        failures.addAll(StoreInvariants.violations(rows));
        assertThat(failures).isEmpty();
    }

    @Override
    public void close() {
        boolean unused = source.disarm() != null;
        node.close();
        if (other != null) {
            other.close();
        }
    }
}
