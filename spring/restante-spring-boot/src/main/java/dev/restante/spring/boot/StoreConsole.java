package dev.restante.spring.boot;

import dev.restante.admin.RestanteAdmin;
import dev.restante.console.Console;
import dev.restante.console.ConsoleSettings;
import dev.restante.spring.RestanteStore;
import jakarta.jms.JMSException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The console of the store of an application, until that ends. What is done there is logged. */
public final class StoreConsole implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger("dev.restante.console");

    private final RestanteAdmin admin;
    private final Console console;
    private final boolean hasAccounts;

    StoreConsole(RestanteStore store, ConsoleSettings settings) throws JMSException {
        this.admin = store.factory().admin();
        this.console = new Console(admin, settings, LOG::info);
        this.hasAccounts = !settings.accounts().isEmpty();
    }

    Console console() {
        return console;
    }

    /** True if anybody has an account of the console itself. */
    boolean hasAccounts() {
        return hasAccounts;
    }

    @Override
    public void close() {
        console.close();
        admin.close();
    }
}
