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

/** Contract of commands, in which each test has its own empty store. */
abstract class CommandLineContract {

    final Run.CommandLineRunner prompt = new Run.CommandLineRunner();
    private SharedTestStore store;

    @TempDir
    Path directory;

    abstract SharedTestStore newStore() throws JMSException;

    @BeforeEach
    final void openStore() throws JMSException {
        store = newStore();
        prompt.with("RESTANTE_URL", store.url());
    }

    @AfterEach
    final void closeStore() throws JMSException {
        store.close();
    }

    final String url() {
        return store.url();
    }

    final Connection database() throws SQLException {
        return store.url().startsWith("jdbc:hsqldb")
                ? DriverManager.getConnection(store.url(), "SA", "")
                : DriverManager.getConnection(store.url());
    }

    /** Returns a new connection factory of the store. */
    final RestanteConnectionFactory application() {
        return SharedTestStore.factory(store.url());
    }
}
