package dev.restante.cli;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Commands on an empty store of their own. */
abstract class CommandLineContract {

    final Run.Prompt prompt = new Run.Prompt();
    private HeldStore store;

    @TempDir
    Path directory;

    /** An empty store. */
    abstract HeldStore newStore() throws JMSException;

    @BeforeEach
    final void openStore() throws JMSException {
        store = newStore();
        prompt.with("RESTANTE_URL", store.url());
    }

    @AfterEach
    final void closeStore() throws JMSException {
        store.close();
    }

    /** The store's URL. */
    final String url() {
        return store.url();
    }

    /** A connection to the store's database. */
    final Connection database() throws SQLException {
        return store.url().startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(store.url(), "SA", "")
                : DriverManager.getConnection(store.url());
    }

    /** Another factory of the store. */
    final RestanteConnectionFactory application() {
        return HeldStore.factory(store.url());
    }
}
