package dev.restante.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * Lends MariaDB databases with an empty store of the current schema to tests that care for nothing but their rows, and
 * lends them again when a test has succeeded and closed its connections.
 */
public final class LentMariaDb implements TestInstancePreConstructCallback, AfterEachCallback {

    private static final LentByServer LENT = new LentByServer(
            MariaDbServer::newDatabase, MariaDbServer::drop, "ALTER SEQUENCE restante_entity_id RESTART");

    /** The JDBC URL of a database with an empty store of the current schema, until the test is over. */
    public static String lend() {
        return LENT.lend();
    }

    /** Fields of the instance may have a database, too. */
    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext test) {
        LENT.begin();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        LENT.end(test.getExecutionException().isEmpty());
    }
}
