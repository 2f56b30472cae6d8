package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.broker.BranchException;
import dev.restante.broker.BranchException.BranchErrorReason;
import dev.restante.broker.BrokerException;
import dev.restante.model.Entity;
import dev.restante.model.InDoubtOutcome;
import dev.restante.proof.CallFault.FaultKind;
import dev.restante.proof.ProofRun.StoredEffect;
import dev.restante.store.StoreException;
import dev.restante.testing.Eventually;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Each operation of a node, with each fault at each call to the database. After each of these points:
 *
 * <ul>
 *   <li>What the caller was told is true: done, not done, or unknown with a token that answers truly.
 *   <li>A caller that was told that nothing was done can repeat the operation with success.
 *   <li>The node sends and receives, and on a shared store another node does.
 * </ul>
 *
 * <p>After all points of an operation the nodes close, the effects must be the same, and {@link StoreInvariants} must
 * hold. Only every n-th point is tested, where n is the system property {@code restante.proof.step}.
 */
@Tag("proof")
@TestInstance(Lifecycle.PER_CLASS)
abstract class RoundTripContract {

    private static final int STEP = Integer.getInteger("restante.proof.step", 1);

    /** Every n-th point of a silent database is tested; 0 for none. Each takes as long as the store timeout. */
    private static final int SILENCE_STEP = Integer.getInteger("restante.proof.silence.step", 0);

    private static final Pattern PROCESSED = Pattern.compile("Messages processed before the failure: ([0-9]+)");

    private static final List<CallFault> LOSSES = List.of(CallFault.LOST_CALL, CallFault.LOST_ANSWER);
    private static final List<CallFault> SILENCES = List.of(CallFault.SILENCE_BEFORE, CallFault.SILENCE_AFTER);

    private final PointSelection points = new PointSelection(STEP);
    private final PointSelection silences = new PointSelection(SILENCE_STEP);

    /** Points whose call was not reached, because an execution had fewer calls. */
    private int missedPoints;

    /** Points of one kind, of which every n-th is tested. */
    private static final class PointSelection {
        private final int step;
        private int possible;
        private int tested;

        /** Creates a selection of every n-th point; 0 for none. */
        PointSelection(int step) {
            this.step = step;
        }

        /** Calls a test for each selected pair of a fault and a call. */
        void select(List<CallFault> faults, int calls, PointTest test) throws SQLException {
            for (CallFault fault : faults) {
                for (int call = 1; call <= calls; call++) {
                    if (step > 0 && possible++ % step == 0) {
                        tested++;
                        test.test(call, fault);
                    }
                }
            }
        }

        @Override
        public String toString() {
            return tested + " of " + possible;
        }
    }

    private interface PointTest {
        void test(int call, CallFault fault) throws SQLException;
    }

    /** Returns a data source whose connections all lead to one empty database. */
    abstract DataSource newDatabase() throws SQLException;

    /** Returns a data source whose connections all lead to one database without tables. */
    abstract DataSource newDatabaseWithoutTables() throws SQLException;

    /** Returns the faults with which this database product rejects calls. */
    abstract List<CallFault> rejections();

    abstract boolean isShared();

    /** Returns a reader of the rows. Only an embedded database keeps new messages in a table of their own. */
    private StoredRows rowsOf(DataSource database) {
        return new StoredRows(database, !isShared());
    }

    @TestFactory
    Stream<DynamicTest> shouldTellTheTruth() {
        return Stream.of(
                        SendOperations.all(),
                        SettlementOperations.all(),
                        FeatureOperations.all(),
                        AdministrationOperations.all(),
                        TopicOperations.all(),
                        BranchOperations.all(),
                        isShared() ? MembershipOperations.all() : List.<ProofOperation>of())
                .flatMap(List::stream)
                .map(operation -> dynamicTest(operation.name(), () -> {
                    try (OperationProof proof = new OperationProof(operation)) {
                        proof.run();
                    }
                }));
    }

    @Test
    @DisplayName("a store opens after a fault at a call of its creation or of all its upgrades")
    void shouldOpenAgain() throws SQLException {
        CallFaultDataSource counting = new CallFaultDataSource(newDatabaseWithoutTables());
        counting.count();
        ProofNode.quiet(counting).close();
        int calls = counting.calls();
        List<String> failures = new ArrayList<>();
        // A new database of a server takes time.
        PointSelection openings = new PointSelection(isShared() ? 10 * STEP : STEP);
        openings.select(LOSSES, calls, (call, fault) -> openAgain(call, fault).ifPresent(failures::add));
        System.out.println(getClass().getSimpleName() + " has opened stores at " + openings + " points");
        assertThat(failures).as(calls + " calls").isEmpty();
    }

    /** Returns a description of the failure, or empty for none. */
    private Optional<String> openAgain(int call, CallFault fault) throws SQLException {
        DataSource database = newDatabaseWithoutTables();
        CallFaultDataSource source = new CallFaultDataSource(database);
        source.arm(call, fault);
        try {
            ProofNode.quiet(source).close();
        } catch (BrokerException | StoreException refused) {
            // The next attempt must succeed.
        }
        String point = fault + " at call " + call + ", " + source.disarm();
        try (ProofNode node = ProofNode.quiet(database)) {
            sendAndReceive(node, "q");
        } catch (RuntimeException e) {
            return Optional.of(point + ": " + e);
        }
        List<String> violations = StoreInvariants.violations(rowsOf(database));
        return violations.isEmpty() ? Optional.empty() : Optional.of(point + ": " + violations);
    }

    private static void sendAndReceive(ProofNode sender, String name) {
        Entity queue = sender.broker.queueAdministration().queue(name, true);
        sender.send(queue, "x");
        sender.broker.settler().complete(sender.receive(queue, 1));
    }

    @AfterAll
    void printPoints() {
        System.out.println(getClass().getSimpleName() + " has tested " + points + " points and " + silences
                + " silences, and has not reached " + missedPoints);
    }

    /** Checked effect of a point. */
    private record CheckedPoint(String description, ProofRun run, StoredEffect effect) {}

    /** Proof of one operation on its own store, with the node under test and, if the store is shared, another node. */
    private final class OperationProof implements AutoCloseable {
        private final ProofOperation operation;
        private final DataSource database;
        private final CallFaultDataSource source;
        private final StoredRows rows;
        private final List<CheckedPoint> checked = new ArrayList<>();
        private final List<String> failures = new ArrayList<>();
        private int executions;
        private ProofNode node;
        private @Nullable ProofNode other;

        OperationProof(ProofOperation operation) throws SQLException {
            this.operation = operation;
            this.database = newDatabase();
            this.source = new CallFaultDataSource(database);
            this.rows = rowsOf(database);
            this.node = ProofNode.quiet(source);
            this.other = openOther();
        }

        private @Nullable ProofNode openOther() {
            return isShared() ? ProofNode.answering(database) : null;
        }

        void run() throws SQLException {
            int calls = countCalls();
            points.select(CallFault.ON_EVERY_DATABASE, calls, this::test);
            points.select(rejections(), calls, this::test);
            silences.select(SILENCES, calls, this::test);
            checkAtEnd();
            assertThat(failures).as(calls + " calls").isEmpty();
        }

        /** Returns the number of calls of an execution without faults, which must take effect. */
        private int countCalls() {
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

        private void test(int call, CallFault fault) {
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
                if (effect.done() == 0 || (run.repeatedByNode() && !effect.complete())) {
                    run.repeat().run();
                    assertThat(run.effect().apply(rows).complete())
                            .as("the repeated operation takes effect")
                            .isTrue();
                }
                sendAndReceive(node, "other-1");
                if (other != null) {
                    sendAndReceive(other, "other-2");
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
                assertThat(effect.complete())
                        .as("told: done; stored: " + effect)
                        .isTrue();
                return effect;
            }
            if (failure instanceof BrokerException told && told.outcomeToken() != null) {
                return checkUnknown(run, told.outcomeToken());
            }
            if (failure instanceof BranchException told && told.reason() == BranchErrorReason.IN_DOUBT) {
                run.call().run();
                StoredEffect effect = run.effect().apply(rows);
                assertThat(effect.complete()).as("repeated; stored: " + effect).isTrue();
                return effect;
            }
            StoredEffect effect = run.effect().apply(rows);
            if (run.repeatedByNode()) {
                return effect;
            }
            assertThat(failure).isNotInstanceOf(StoreException.class);
            if (failure instanceof PartialEffectException told) {
                assertThat(effect.done()).as("cancelled").isEqualTo((int) told.processed());
                return effect;
            }
            Matcher processed = PROCESSED.matcher(String.valueOf(failure.getMessage()));
            int told = processed.find() ? Integer.parseInt(processed.group(1)) : 0;
            assertThat(effect.done()).as("told: not done, or in part").isEqualTo(told);
            return effect;
        }

        private StoredEffect checkUnknown(ProofRun run, String token) {
            AtomicReference<InDoubtOutcome> outcome = new AtomicReference<>(InDoubtOutcome.UNDECIDED);
            Eventually.eventually("the outcome is known", () -> {
                outcome.set(node.broker.commitOutcome(token));
                return outcome.get() != InDoubtOutcome.UNDECIDED;
            });
            StoredEffect effect = run.effect().apply(rows);
            switch (outcome.get()) {
                case COMMITTED -> assertThat(effect.done()).as("committed").isPositive();
                case NOT_COMMITTED ->
                    assertThat(effect.complete()).as("not committed").isFalse();
                default -> fail("the outcome of " + token + " is " + outcome.get());
            }
            return effect;
        }

        /** Closes the nodes, and checks all effects again. */
        private void checkAtEnd() {
            close();
            // A new node removes what the closed nodes could not remove.
            ProofNode.quiet(database).close();
            for (CheckedPoint point : checked) {
                if (point.run().lasting() && !point.run().effect().apply(rows).equals(point.effect())) {
                    failures.add(point.description() + " has lost its effect");
                }
            }
            failures.addAll(StoreInvariants.violations(rows));
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
}
