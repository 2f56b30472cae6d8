package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.JMSContext;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("Connection pool of a node for an application pool with short-lived logins")
class NodeConnectionPoolTest {

    private static final String USERS = "SELECT usename FROM pg_stat_activity"
            + " WHERE datname = current_database() AND application_name = 'restante'";

    private final String url = TestPostgres.newDatabase();
    private final String bare = url.replaceFirst("user=[^&]*&?", "");
    private final Tokens tokens = new Tokens();

    /** Pool that an application extends for the access tokens of a cloud. */
    private static final class Tokens extends HikariDataSource {

        private volatile String user = "token_nobody";

        @Override
        public Credentials getCredentials() {
            return Credentials.of(user, "");
        }
    }

    @BeforeEach
    void create() throws SQLException {
        tokens.setJdbcUrl(bare);
        execute("DROP ROLE IF EXISTS token_one", "DROP ROLE IF EXISTS token_two");
        execute("CREATE ROLE token_one LOGIN SUPERUSER", "CREATE ROLE token_two LOGIN SUPERUSER");
    }

    @AfterEach
    void drop() throws SQLException {
        tokens.close();
        execute(
                "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename LIKE 'token%'",
                "DROP OWNED BY token_one, token_two", "DROP ROLE token_one", "DROP ROLE token_two");
    }

    private void execute(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private Set<String> users() throws SQLException {
        Set<String> users = ConcurrentHashMap.newKeySet();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(USERS)) {
            while (rows.next()) {
                users.add(rows.getString(1));
            }
        }
        return users;
    }

    private RestanteStore store(Supplier<DataSource> dataSource) {
        return RestanteStore.create(
                new StorePlacement.InDataSource("pool"),
                TransactionMode.SEPARATE,
                name -> dataSource.get(),
                options -> {});
    }

    @Test
    @DisplayName("the pool asks for the login at each new connection, and continues after the login has changed")
    void shouldAskAgain() throws Exception {
        tokens.user = "token_one";
        try (RestanteStore store = store(() -> tokens)) {
            try (JMSContext context = store.connectionFactory().createContext()) {
                context.createProducer().send(context.createQueue("q"), "a");
                assertThat(users()).containsExactly("token_one");
                tokens.user = "token_two";
                execute("ALTER ROLE token_one NOLOGIN");
                execute("SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity WHERE usename = 'token_one'");
                context.createProducer().send(context.createQueue("q"), "b");
                assertThat(users()).containsExactly("token_two");
            }
        }
    }

    @Test
    @DisplayName("the pool fails immediately if the database rejects the login")
    void shouldTellARejection() throws Exception {
        try (RestanteStore store = store(() -> tokens)) {
            assertThatThrownBy(() -> store.connectionFactory().createContext())
                    .hasMessageContaining("rejects the user or password");
        }
    }
}
