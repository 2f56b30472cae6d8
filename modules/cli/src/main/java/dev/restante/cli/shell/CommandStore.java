package dev.restante.cli.shell;

import dev.restante.EmbeddedStoreRescue;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.api.ErrorCodes;
import dev.restante.option.LocalAccess;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Access to the store for one run of a command: administration and JMS connections.
 *
 * <p>In a shared store, the command joins as a node, prefetches nothing unless it receives, and leaves at the end. If
 * another process has an embedded store open, the command administers the store through that process. Otherwise the
 * command opens the store, and hands it over as soon as an application wants it. Reads create no missing entity, and
 * only {@code --create-store} creates a missing store.
 */
public final class CommandStore implements AutoCloseable {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(10);

    /** Part of the message of a rejected call because another process has the store open. */
    private static final String STORE_IN_USE_TEXT = "already open";

    private final RestanteConnectionFactory factory;
    private final RestanteAdmin admin;

    private CommandStore(RestanteConnectionFactory factory, RestanteAdmin admin) {
        this.factory = factory;
        this.admin = admin;
    }

    /**
     * Opens the store.
     *
     * @param mayCreate true if sends and receives create missing queues and topics
     */
    static CommandStore open(CommandContext context, boolean mayCreate) throws CommandException, JMSException {
        StoreAddress address = StoreAddress.of(context);
        if (address.isShared()) {
            context.useSharedStore();
        }
        RestanteConnectionFactory factory = factory(context, address);
        factory.setAutoCreateQueues(mayCreate);
        factory.setAutoCreateTopics(mayCreate);
        try {
            return new CommandStore(factory, factory.admin());
        } catch (JMSException refused) {
            throw withRemedy(address, refused);
        }
    }

    /** Copies the undamaged content of an embedded store into a new store. */
    public static EmbeddedStoreRescue.RescueResult rescue(CommandContext context, Path to)
            throws CommandException, JMSException {
        StoreAddress address = StoreAddress.of(context);
        if (!address.isFile()) {
            throw CommandException.usage("only an embedded store in files (jdbc:hsqldb:file:...) can be rescued");
        }
        return EmbeddedStoreRescue.rescue(address.url(), address.user(), address.password(), to);
    }

    private static RestanteConnectionFactory factory(CommandContext context, StoreAddress address)
            throws CommandException {
        try {
            RestanteConnectionFactory factory = new RestanteConnectionFactory();
            factory.setStoreTimeout(STORE_TIMEOUT);
            factory.setLocalAccess(LocalAccess.TOOL);
            factory.setUrl(address.url());
            Duration storeTimeout = context.options().storeTimeout();
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
            factory.setCreateStore(context.options().createStore());
            return factory;
        } catch (IllegalArgumentException e) {
            throw new CommandException(ExitCode.USAGE, "the store cannot be used: " + FailureReporter.reason(e), e);
        }
    }

    private static CommandException withRemedy(StoreAddress address, JMSException refused) throws JMSException {
        boolean unavailable = ErrorCodes.STORE_UNAVAILABLE.equals(refused.getErrorCode());
        String text = FailureReporter.reason(refused);
        if (unavailable && address.isFile() && text.contains(STORE_IN_USE_TEXT)) {
            return new CommandException(
                    ExitCode.STORE_UNREACHABLE,
                    text + ". While the application runs, administer the store in the application: in code"
                            + " (RestanteAdmin) or through its management beans (jmx=true).",
                    refused);
        }
        throw refused;
    }

    private static CommandException administrationOnly(JMSException refused) throws JMSException {
        String text = FailureReporter.reason(refused);
        if (ErrorCodes.STORE_UNAVAILABLE.equals(refused.getErrorCode()) && text.contains(STORE_IN_USE_TEXT)) {
            return new CommandException(
                    ExitCode.STORE_UNREACHABLE,
                    "send, receive and import cannot use an embedded store that an application has open. Commands"
                            + " that browse and administer can use it: " + text,
                    refused);
        }
        throw refused;
    }

    public RestanteAdmin admin() {
        return admin;
    }

    /**
     * Returns a connection, which is not started, and which ends with the store.
     *
     * @throws CommandException if another process has the store open, because only administration is possible then
     */
    public Connection connect(@Nullable String clientId) throws JMSException, CommandException {
        Connection connection;
        try {
            connection = factory.createConnection();
        } catch (JMSException refused) {
            throw administrationOnly(refused);
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
