package dev.restante.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Contract tests on TomEE, which has no recovery: after a crash, TomEE queries no resource for in-doubt branches. */
@DisplayName("TomEE")
final class TomEEIT extends ServerContract {

    @Override
    ApplicationServer create(
            DeploymentArchives archives,
            ServerDatabases.DatabasePair databases,
            ApplicationServer.AdapterConfiguration adapter)
            throws IOException {
        return new TomEEServer(archives, databases, adapter);
    }

    private InDoubtResolver administrator() {
        return new InDoubtResolver(store, databases);
    }

    @Override
    void resolveInDoubt() throws Exception {
        administrator().resolveByPrepareOrder();
    }

    @Override
    @Test
    @Order(9)
    @DisplayName("outbound work, end of the JVM at prepare and commit, decided by the administrator")
    void shouldRecoverOutboundWork() throws Exception {
        for (boolean commit : new boolean[] {true, false}) {
            String text = "outbound-" + commit;
            crash.requestHaltAt(commit ? "commit" : "prepare");
            // The crash resource commits first or prepares last, so the crash leaves all other branches prepared.
            post(text, String.valueOf(commit));
            inDoubtAfterStart(store, 1);
            administrator().resolveAll(commit);
            assertNothingInDoubt();
            assertThat(rows(text)).isEqualTo(commit ? 1 : 0);
            eventually(server, MESSAGE_TIMEOUT, () -> assertThat(store.messages("probe.kept"))
                    .isEqualTo(commit ? 1 : 0));
            store.drain("probe.kept");
        }
    }

    /**
     * Starts the server and checks that its start decides no branch. Marks the branches of the crash resource as
     * forgotten, because the administrator does not decide them.
     */
    private void inDoubtAfterStart(ServerStore of, int branches) throws Exception {
        server.start();
        assertThat(of.inDoubt()).isEqualTo(branches);
        assertThat(databases.inDoubt()).isOne();
        crash.inDoubt().forEach(branch -> crash.recordCompletion(branch, "forget"));
    }

    @Override
    @Test
    @Order(10)
    @DisplayName("inbound work, end of the JVM at prepare, decided by the administrator")
    void shouldRecoverInboundWork() throws Exception {
        String text = "inbound";
        crash.requestHaltAt("prepare");
        store.send("probe.in", text);
        server.awaitEnd();
        // One branch received a message, and the other branch sent a message.
        inDoubtAfterStart(store, 2);
        administrator().resolveByPrepareOrder();
        eventually(server, RECOVERY_TIMEOUT, () -> {
            assertThat(store.messages("probe.in")).isZero();
            assertNothingInDoubt();
        });
        assertThat(rows(text)).isOne();
        assertThat(store.drain("probe.out")).containsExactly(text);
    }

    @Override
    @Test
    @Order(10)
    @DisplayName(
            "inbound work through the server's data source, end of the JVM at prepare, decided by the administrator")
    void shouldRecoverWorkOfDataSource() throws Exception {
        try (ServerStore near = ServerStore.shopStore(databases)) {
            crash.requestHaltAt("prepare");
            near.send("probe.near", "near");
            server.awaitEnd();
            inDoubtAfterStart(near, 1);
            new InDoubtResolver(near, databases).resolveByPrepareOrder();
            eventually(server, RECOVERY_TIMEOUT, () -> {
                assertThat(near.inDoubt()).isZero();
                assertThat(near.messages("probe.near")).isZero();
                assertNothingInDoubt();
            });
        }
        assertThat(rows("near")).isOne();
    }
}
