package dev.restante.runtime;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.model.CallTimeBudget;
import dev.restante.model.SaturatingTime;
import dev.restante.socket.ConnectionLostException;
import dev.restante.socket.ConnectionRejectedException;
import dev.restante.socket.RemoteCall;
import dev.restante.socket.RemoteCallTable;
import dev.restante.socket.RemoteNode;
import dev.restante.store.commit.PipelineSettings;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Helper that opens administrations through the local socket of a store, for tests of other packages. */
public final class SocketAdministration {

    private SocketAdministration() {}

    /** Returns an administration through the local socket of the embedded store of a factory. */
    public static RestanteAdmin open(RestanteConnectionFactory factory) throws JMSException {
        RestanteAdmin keepsItOpen = factory.admin();
        try {
            RemoteNode node = RemoteNode.connect(
                    Path.of(factory.getUrl().substring("jdbc:hsqldb:file:".length())),
                    Credentials.DEFAULT.socketLogin(),
                    factory.getStoreTimeout());
            return new RestanteAdmin(
                    RemoteCallTable.proxyFor((call, arguments) -> made(node, call, arguments)),
                    () -> CallTimeBudget.start(
                            PipelineSettings.maxWaitNanos(SaturatingTime.toNanos(factory.getStoreTimeout()))),
                    () -> {
                        node.close();
                        keepsItOpen.close();
                    });
        } catch (ConnectionRejectedException rejected) {
            throw new AssertionError(rejected);
        }
    }

    private static @Nullable Object made(RemoteNode node, RemoteCall call, @Nullable Object[] arguments) {
        try {
            return node.call(call, arguments);
        } catch (ConnectionRejectedException | ConnectionLostException e) {
            throw new AssertionError(e);
        }
    }
}
