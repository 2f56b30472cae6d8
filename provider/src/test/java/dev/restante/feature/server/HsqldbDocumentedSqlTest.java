package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("SQL of the page about connection factories")
final class HsqldbDocumentedSqlTest {

    @TempDir
    Path directory;

    @Test
    @DisplayName("an HSQLDB database of an application with the documented settings can be the store")
    void shouldWorkAsDocumented() throws Exception {
        JDBCDataSource database = new JDBCDataSource();
        database.setUrl("jdbc:hsqldb:file:" + directory.resolve("application"));
        database.setUser("SA");
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String setting : DocumentedSqlContract.block("reference/factory.md", 0)
                    .lines()
                    .toList()) {
                statement.execute(setting);
            }
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database)) {
            assertThat(DocumentedSqlContract.sendAndReceive(factory, "hello")).isEqualTo("hello");
        } finally {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }
}
