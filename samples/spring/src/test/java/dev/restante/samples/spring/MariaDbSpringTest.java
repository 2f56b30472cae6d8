package dev.restante.samples.spring;

import dev.restante.testserver.TestMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The part that differs by the database: transactions of the application, and the application as a whole. */
@DisplayName("Spring on MariaDB")
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class MariaDbSpringTest {

    private static final String STORE = TestMariaDb.newDatabase() + "?user=" + TestMariaDb.USER;

    @Nested
    @DisplayName("templates")
    class Templates extends TemplateContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }

    @Nested
    @DisplayName("transactions of the application")
    class JdbcTransactions extends JdbcTransactionContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }
}
