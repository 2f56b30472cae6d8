package dev.restante.feature.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Contract test of the SQL statements in docs/operations that create a store and give a node fewer rights. The names of
 * the pages are replaced, because other tests use the server, too.
 */
abstract class DocumentedSqlContract {

    /** User, schema and database of the owner of the tables. */
    static final String OWNER = "documented";

    static final String APPLICATION = "documented_application";
    static final String PASSWORD = "secret";

    private static final Path PAGES =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs");
    private static final Pattern BLOCK = Pattern.compile("```sql\\n(.*?)```", Pattern.DOTALL);

    /** Returns the URL of a database for an administrator of the server; null stands for any database. */
    abstract String administratorOf(@Nullable String database);

    abstract void createStore() throws Exception;

    abstract void restrictApplication() throws Exception;

    abstract List<String> cleaning();

    abstract String url(String user);

    /** Returns the text of a block of SQL on a page. */
    static String block(String page, int number) throws IOException {
        return BLOCK.matcher(Files.readString(PAGES.resolve(page)))
                .results()
                .skip(number)
                .findFirst()
                .orElseThrow()
                .group(1);
    }

    /** Returns the statements of a block of a page about operations, with the names of this test. */
    static List<String> statements(String page, int block) throws IOException {
        String sql = block("operations/" + page, block)
                .replaceAll("\\bapplication\\b", APPLICATION)
                .replaceAll("\\b(?:restante|messages)\\b", OWNER)
                .replace("'...'", "'" + PASSWORD + "'");
        return List.of(sql.split(";\\n"));
    }

    void execute(@Nullable String database, List<String> statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(administratorOf(database));
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @AfterEach
    void removeUsers() throws SQLException {
        execute(null, cleaning());
    }

    @Test
    @DisplayName("the documented statements create a store, and a user with fewer rights can send and receive")
    void shouldWorkAsDocumented() throws Exception {
        createStore();
        assertThatCode(() -> use(OWNER)).doesNotThrowAnyException();

        restrictApplication();
        assertThat(use(APPLICATION)).isEqualTo("hello");
    }

    private String use(String user) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url(user))) {
            return sendAndReceive(factory, "hello");
        }
    }

    /** Sends a text to a queue, and returns the text that it receives from the queue. */
    static String sendAndReceive(RestanteConnectionFactory factory, String text) {
        try (JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("q");
            context.createProducer().send(queue, text);
            return context.createConsumer(queue).receiveBody(String.class, 30_000);
        }
    }
}
