package dev.restante.samples.spring;

import dev.restante.testserver.TestMariaDb;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Test of the parts of Spring that depend on the database: templates and application transactions. */
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
    @DisplayName("application transactions")
    class JdbcTransactionProvider extends JdbcTransactionContract {
        @Override
        String storeUrl() {
            return STORE;
        }
    }
}
