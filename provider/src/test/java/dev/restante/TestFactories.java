package dev.restante;

import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.MachineClock;
import dev.restante.socket.ConnectionLostException;
import dev.restante.socket.ConnectionRejectedException;
import dev.restante.socket.RemoteCall;
import dev.restante.socket.RemoteCallTable;
import dev.restante.socket.RemoteNode;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Helper that creates factories with the clock of a test, for tests of other packages. */
public final class TestFactories {

    private TestFactories() {}

    /** Returns a factory whose node ends at once with its last user, and whose lease outlasts every test. */
    public static RestanteConnectionFactory create(String url, MachineClock clock) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(url);
        made.setLingerDuration(Duration.ZERO);
        made.setLeaseDuration(Duration.ofDays(100_000));
        made.machineClock(clock);
        return made;
    }

    public static void timeSource(RestanteConnectionFactory factory, MachineClock clock) {
        factory.machineClock(clock);
    }

    /** Returns an administration through the local socket of the embedded store of a factory. */
    public static RestanteAdmin throughSocket(RestanteConnectionFactory factory) throws JMSException {
        RestanteAdmin keepsItOpen = factory.admin();
        try {
            RemoteNode node = RemoteNode.connect(
                    Path.of(factory.getUrl().substring("jdbc:hsqldb:file:".length())),
                    StoreTakeover.login(Credentials.DEFAULT),
                    factory.getStoreTimeout());
            return new RestanteAdmin(
                    RemoteCallTable.proxyFor((call, arguments) -> made(node, call, arguments)),
                    new ExceptionTranslation(RestanteExceptionFactory.INSTANCE),
                    () -> NodeAccess.bounded(factory.getStoreTimeout()),
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
