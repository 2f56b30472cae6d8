package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.broker.BrokerException;
import dev.restante.store.StoreException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.sql.DataSource;
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

    private static final List<CallFault> LOSSES = List.of(CallFault.LOST_CALL, CallFault.LOST_ANSWER);
    private static final List<CallFault> SILENCES = List.of(CallFault.SILENCE_BEFORE, CallFault.SILENCE_AFTER);

    private final PointSelection points = new PointSelection(STEP);
    private final PointSelection silences = new PointSelection(SILENCE_STEP);

    /** Points whose call was not reached, because an execution had fewer calls. */
    private int missedPoints;

    /** Returns a data source whose connections all lead to one empty database. */
    abstract DataSource newDatabase() throws SQLException;

    /** Returns a data source whose connections all lead to one database without tables. */
    abstract DataSource newDatabaseWithoutTables() throws SQLException;

    /** Returns the faults with which this database product rejects calls. */
    abstract List<CallFault> rejections();

    abstract boolean isShared();

    @TestFactory
    Stream<DynamicTest> shouldTellTheTruth() {
        return ProofOperation.all(isShared()).map(operation -> dynamicTest(operation.name(), () -> prove(operation)));
    }

    private void prove(ProofOperation operation) throws SQLException {
        DataSource database = newDatabase();
        try (OperationProof proof =
                new OperationProof(operation, database, new CallFaultDataSource(database), isShared())) {
            int calls = proof.countCalls();
            points.select(CallFault.ON_EVERY_DATABASE, calls, proof::test);
            points.select(rejections(), calls, proof::test);
            silences.select(SILENCES, calls, proof::test);
            missedPoints += proof.missedPoints();
            proof.checkAtEnd();
        }
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
            node.sendAndReceive("q");
        } catch (RuntimeException e) {
            return Optional.of(point + ": " + e);
        }
        List<String> violations = StoreInvariants.violations(OperationProof.rowsOf(database, isShared()));
        return violations.isEmpty() ? Optional.empty() : Optional.of(point + ": " + violations);
    }

    @AfterAll
    void printPoints() {
        System.out.println(getClass().getSimpleName() + " has tested " + points + " points and " + silences
                + " silences, and has not reached " + missedPoints);
    }
}
