package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.proof.CallFaultDataSource.CallTraffic;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.LifoConnectionPool;
import dev.restante.testing.SharedServer;
import dev.restante.testing.WireCut;
import dev.restante.testing.WireCut.CutPlace;
import dev.restante.testing.WireCut.PassedBytes;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
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
 * Each operation of a node of a shared store, whose connection is cut inside a call. A proxy cuts the connection in the
 * middle of each request message and after it, and after each answer message. So the server executes only some
 * statements of the call, or the client gets only some of the answers. The calls are those of several statements, and
 * each COMMIT. After each cut the same must hold as in {@link RoundTripContract}.
 *
 * <p>Only every n-th cut is tested, where n is the system property {@code restante.proof.cut.step}.
 */
@Tag("proof")
@TestInstance(Lifecycle.PER_CLASS)
abstract class MessageCutContract {

    private static final int STEP = Integer.getInteger("restante.proof.cut.step", 1);

    private final SharedServer server;
    private final PointSelection cuts = new PointSelection(STEP);
    private int missedCuts;

    MessageCutContract(SharedServer server) {
        this.server = server;
    }

    @Test
    @DisplayName("a commit whose connection is cut inside a call")
    void shouldTellTheTruthAboutACommit() throws SQLException, IOException {
        prove(SendOperations.all().stream()
                .filter(operation -> operation.name().equals("commit again"))
                .findFirst()
                .orElseThrow());
    }

    @TestFactory
    @Tag("proof-server")
    Stream<DynamicTest> shouldTellTheTruth() {
        return ProofOperation.all(true).map(operation -> dynamicTest(operation.name(), () -> prove(operation)));
    }

    private void prove(ProofOperation operation) throws SQLException, IOException {
        String url = server.newDatabase();
        DataSource database = LifoConnectionPool.of(server.dataSource(url));
        try (DatabaseProxy proxy = new DatabaseProxy(url)) {
            LifoConnectionPool throughProxy = LifoConnectionPool.of(server.dataSource(proxy.url()));
            CallFaultDataSource source = new CallFaultDataSource(throughProxy, proxy);
            try (OperationProof proof = new OperationProof(operation, database, source, true)) {
                int unused = proof.countCalls();
                List<CallTraffic> calls = source.traffic();
                assertThat(calls).as("calls through the proxy").isNotEmpty();
                for (CallTraffic call : calls) {
                    for (CutPlace place : places(call)) {
                        cuts.select(call.call(), CallFault.cut(place), proof::test);
                    }
                }
                missedCuts += proof.missedPoints();
                proof.checkAtEnd();
            } finally {
                throughProxy.closeIdle();
            }
        }
    }

    /** Returns the places of a call at which a cut differs from a lost call and a lost answer. */
    private static List<CutPlace> places(CallTraffic call) {
        List<CutPlace> places = new ArrayList<>();
        WireCut messages = call.messages();
        if (messages.statements() > 1 || call.description().startsWith("commit")) {
            for (int request = 1; request <= messages.requests(); request++) {
                places.add(new CutPlace(false, request, PassedBytes.HALF));
                if (request < messages.requests()) {
                    places.add(new CutPlace(false, request, PassedBytes.ALL));
                }
            }
            for (int answer = 1; answer < messages.answers(); answer++) {
                places.add(new CutPlace(true, answer, PassedBytes.ALL));
            }
        }
        return places;
    }

    @AfterAll
    void printCuts() {
        System.out.println(
                getClass().getSimpleName() + " has tested " + cuts + " cuts, and has not reached " + missedCuts);
    }
}
