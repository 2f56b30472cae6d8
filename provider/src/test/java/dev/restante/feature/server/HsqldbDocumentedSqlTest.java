package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.List;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("SQL of the page about connection factories")
final class HsqldbDocumentedSqlTest {

    private static final Path PAGE =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs/reference/factory.md");

    @TempDir
    Path directory;

    @Test
    @DisplayName("an HSQLDB database of an application with the documented settings can be the store")
    void shouldWorkAsDocumented() throws Exception {
        JDBCDataSource database = new JDBCDataSource();
        database.setUrl("jdbc:hsqldb:file:" + directory.resolve("application"));
        database.setUser("SA");
        List<String> lines = Files.readAllLines(PAGE);
        List<String> settings = lines.subList(lines.indexOf("```sql") + 1, lines.size());
        try (Connection connection = database.getConnection();
                Statement statement = connection.createStatement()) {
            for (String setting : settings.subList(0, settings.indexOf("```"))) {
                statement.execute(setting);
            }
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database);
                JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("q");
            context.createProducer().send(queue, "hello");
            assertThat(context.createConsumer(queue).receiveBody(String.class, 30_000))
                    .isEqualTo("hello");
        } finally {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SHUTDOWN");
            }
        }
    }
}
