package dev.restante.cli;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.nio.file.Path;
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

    /** Another factory of the store. */
    final RestanteConnectionFactory application() {
        return HeldStore.factory(store.url());
    }
}
