package dev.restante;

import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.error.ExceptionTranslation;
import dev.restante.model.MachineClock;
import dev.restante.socket.Call;
import dev.restante.socket.Calls;
import dev.restante.socket.ConnectionLostException;
import dev.restante.socket.RefusedException;
import dev.restante.socket.RemoteNode;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Factories with a test's clock, for tests of other packages. */
public final class TestFactories {

    private TestFactories() {}

    /** A factory whose node ends at once with its last user, and whose lease outlives every test. */
    public static RestanteConnectionFactory create(String url, MachineClock clock) {
        RestanteConnectionFactory made = new RestanteConnectionFactory(url);
        made.setLingerDuration(Duration.ZERO);
        made.setLeaseDuration(Duration.ofDays(100_000));
        made.machineClock(clock);
        return made;
    }

    /** Gives a factory a test's clock. */
    public static void timeSource(RestanteConnectionFactory factory, MachineClock clock) {
        factory.machineClock(clock);
    }

    /** An administration of a factory's store, which is an embedded one in files, through its local socket. */
    public static RestanteAdmin throughSocket(RestanteConnectionFactory factory) throws JMSException {
        RestanteAdmin keepsItOpen = factory.admin();
        try {
            RemoteNode node = RemoteNode.reach(
                    Path.of(factory.getUrl().substring("jdbc:hsqldb:file:".length())),
                    HeldStore.login(Credentials.DEFAULT),
                    factory.getStoreTimeout());
            return new RestanteAdmin(
                    Calls.madeBy((call, arguments) -> made(node, call, arguments)),
                    new ExceptionTranslation(MadeExceptions.INSTANCE),
                    () -> NodeAccess.bounded(factory.getStoreTimeout()),
                    () -> {
                        node.close();
                        keepsItOpen.close();
                    });
        } catch (RefusedException refused) {
            throw new AssertionError(refused);
        }
    }

    private static @Nullable Object made(RemoteNode node, Call call, @Nullable Object[] arguments) {
        try {
            return node.make(call, arguments);
        } catch (RefusedException | ConnectionLostException e) {
            throw new AssertionError(e);
        }
    }
}
