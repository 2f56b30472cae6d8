package dev.restante.spring.boot;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.Console;
import dev.restante.console.ConsoleSettings;
import dev.restante.spring.RestanteStore;
import jakarta.jms.JMSException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Console of the application's store, closed with the application, which logs the actions of its users. */
public final class ApplicationConsole implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final RestanteAdmin admin;
    private final Console console;
    private final boolean hasAccounts;

    ApplicationConsole(RestanteStore store, ConsoleSettings settings) throws JMSException {
        this.admin = store.restanteConnectionFactory().admin();
        this.console = new Console(admin, settings, LOG::info);
        this.hasAccounts = !settings.accounts().isEmpty();
    }

    Console console() {
        return console;
    }

    boolean hasAccounts() {
        return hasAccounts;
    }

    @Override
    public void close() {
        console.close();
        admin.close();
    }
}
