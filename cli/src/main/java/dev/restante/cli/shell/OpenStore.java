package dev.restante.cli.shell;

import dev.restante.LocalAccess;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteRescue;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The store for one run of a command. On a shared store this is one more node among those of the applications: it joins
 * for the run, fetches nothing unless the command receives, and leaves in order. An embedded store is administered in
 * the process that has it, if there is one; else it is opened here, and given up as soon as an application wants it.
 * What does not exist is not created by looking at it.
 */
public final class OpenStore implements AutoCloseable {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(10);

    /** In the text of a refusal because another process has the store. */
    private static final String IS_HELD = "open already";

    private final RestanteConnectionFactory factory;
    private final RestanteAdmin admin;

    private OpenStore(RestanteConnectionFactory factory, RestanteAdmin admin) {
        this.factory = factory;
        this.admin = admin;
    }

    /**
     * Opens it.
     *
     * @param mayCreate whether queues and topics come into being by use
     */
    static OpenStore open(Shell shell, boolean mayCreate) throws CommandFailure, JMSException {
        StoreAddress address = StoreAddress.of(shell);
        RestanteConnectionFactory factory = factory(shell, address);
        factory.setAutoCreateQueues(mayCreate);
        factory.setAutoCreateTopics(mayCreate);
        try {
            return new OpenStore(factory, factory.admin());
        } catch (JMSException refused) {
            throw remedied(address, refused);
        }
    }

    /**
     * Takes what is whole of a store with damaged files into a new one.
     *
     * @param to the path of the new one
     */
    public static RestanteRescue.Result rescue(Shell shell, Path to) throws CommandFailure, JMSException {
        StoreAddress address = StoreAddress.of(shell);
        if (!address.isFile()) {
            throw CommandFailure.usage("only an embedded store in files can be rescued, jdbc:hsqldb:file:...");
        }
        return RestanteRescue.rescue(address.url(), address.user(), address.password(), to);
    }

    private static RestanteConnectionFactory factory(Shell shell, StoreAddress address) throws CommandFailure {
        try {
            RestanteConnectionFactory factory = new RestanteConnectionFactory();
            factory.setStoreTimeout(STORE_TIMEOUT);
            factory.setLocalAccess(LocalAccess.TOOL);
            factory.setUrl(address.url());
            Duration storeTimeout = shell.options().storeTimeout();
            if (storeTimeout != null) {
                factory.setStoreTimeout(storeTimeout);
            }
            if (address.user() != null) {
                factory.setUser(address.user());
                if (address.password() != null) {
                    factory.setPassword(address.password());
                }
            }
            factory.setLingerDuration(Duration.ZERO);
            factory.setShutdownHook(false);
            factory.setJmx(false);
            factory.setCreateStore(shell.options().createStore());
            return factory;
        } catch (IllegalArgumentException e) {
            throw new CommandFailure(ExitCode.USAGE, "the store can't be used: " + Failures.reason(e), e);
        }
    }

    private static CommandFailure remedied(StoreAddress address, JMSException refused) throws JMSException {
        boolean unavailable = ErrorCodes.STORE_UNAVAILABLE.equals(refused.getErrorCode());
        String text = Failures.reason(refused);
        if (unavailable && address.isFile() && text.contains(IS_HELD)) {
            return new CommandFailure(
                    ExitCode.STORE_UNREACHABLE,
                    text + ". While its application runs, that application administers it: in code (RestanteAdmin) or"
                            + " through its management beans (jmx=true)",
                    refused);
        }
        throw refused;
    }

    private static CommandFailure sharedOnlyForAdministration(JMSException refused) throws JMSException {
        String text = Failures.reason(refused);
        if (ErrorCodes.STORE_UNAVAILABLE.equals(refused.getErrorCode()) && text.contains(IS_HELD)) {
            return new CommandFailure(
                    ExitCode.STORE_UNREACHABLE,
                    "send, receive and import need an embedded store for themselves, and an application has this one; what"
                            + " looks and administers works meanwhile: " + text,
                    refused);
        }
        throw refused;
    }

    /** Its administration. */
    public RestanteAdmin admin() {
        return admin;
    }

    /**
     * A connection, not started yet; closed with the store.
     *
     * @throws CommandFailure if another process has the store: what that lets others do is administration
     */
    public Connection connect(@Nullable String clientId) throws JMSException, CommandFailure {
        Connection connection;
        try {
            connection = factory.createConnection();
        } catch (JMSException refused) {
            throw sharedOnlyForAdministration(refused);
        }
        if (clientId != null) {
            connection.setClientID(clientId);
        }
        return connection;
    }

    @Override
    public void close() throws JMSException {
        admin.close();
        factory.close();
    }
}
