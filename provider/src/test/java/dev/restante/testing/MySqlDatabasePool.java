package dev.restante.testing;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/**
 * JUnit extension that provides MySQL databases with an empty store of the current schema to tests that change only
 * rows. A database is used again after a test has succeeded and closed its connections.
 */
public final class MySqlDatabasePool implements TestInstancePreConstructCallback, AfterEachCallback {

    private static final DatabasePool POOL = new DatabasePool(
            MySqlServer::newDatabase, MySqlServer::drop, "ALTER TABLE restante_entity_id AUTO_INCREMENT = 1");

    /** Returns the JDBC URL of a database with an empty store of the current schema, for the duration of the test. */
    public static String borrow() {
        return POOL.borrow();
    }

    /** Begins the test before its instance is created, because fields of the instance may have a database, too. */
    @Override
    public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext test) {
        POOL.begin();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        POOL.end(test.getExecutionException().isEmpty());
    }
}
