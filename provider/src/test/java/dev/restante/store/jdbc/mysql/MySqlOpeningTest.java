package dev.restante.store.jdbc.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.model.Delivery;
import dev.restante.model.StoredMessage;
import dev.restante.store.Change;
import dev.restante.store.Operation.MissedFencePolicy;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.JdbcStore;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.MySqlServer;
import dev.restante.testing.RequiresMySql;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("opening of a store on MySQL")
@RequiresMySql
@Tag("mysql-whole")
final class MySqlOpeningTest {

    private static final String SETTINGS = "SELECT CONCAT_WS(' ', @@transaction_isolation, @@innodb_lock_wait_timeout,"
            + " @@lock_wait_timeout, @@wait_timeout, @@autocommit)";

    private static JdbcStore open(String url) {
        return StoreOpener.open(new StoreLocation.Url(url, MySqlServer.USER, ""));
    }

    private static StoreException failure(String url) {
        return catchThrowableOfType(StoreException.class, () -> open(url).close());
    }

    @Test
    @DisplayName("the store rejects a data source whose connections do not report the rows that a batch found")
    void shouldRefuseUncountedBatches() {
        HikariConfig config = new HikariConfig();
        // The store does not check driver options in a MariaDB URL.
        config.setJdbcUrl(asMariaDb(MySqlServer.newEmptyDatabase()) + "&useAffectedRows=true");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            StoreException failure = catchThrowableOfType(
                    StoreException.class, () -> StoreOpener.open(new StoreLocation.ApplicationDataSource(pool)));
            assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
            assertThat(failure).hasMessageContaining("useAffectedRows");
        }
    }

    private static String asMariaDb(String url) {
        return url.replace("jdbc:mysql:", "jdbc:mariadb:");
    }

    @Test
    void shouldRefuseModes() {
        StoreException failure = failure(MySqlServer.newEmptyDatabase()
                + "&jdbcCompliantTruncation=false&sessionVariables=sql_mode='NO_ENGINE_SUBSTITUTION'");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining("STRICT_TRANS_TABLES");
    }

    @Test
    @DisplayName("the store rejects a connection encoding that would change texts")
    void shouldRefuseAnotherEncoding() {
        StoreException failure = failure(MySqlServer.newEmptyDatabase() + "&characterEncoding=ISO-8859-1");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining("characterEncoding");
    }

    @Test
    @DisplayName("the store rejects a MariaDB server at a MySQL URL, and a MySQL server at a MariaDB URL")
    void shouldRefuseTheOthersDriver() {
        assertThat(failure(MariaDbServer.newEmptyDatabase().replace("jdbc:mariadb:", "jdbc:mysql:")))
                .hasMessageContaining("MariaDB")
                .hasMessageContaining("jdbc:mariadb:");
        assertThat(failure(asMariaDb(MySqlServer.newEmptyDatabase()))).hasMessageContaining("MySQL");
    }

    @Test
    void shouldNameAMissingDatabase() {
        String url = MySqlServer.newEmptyDatabase();
        StoreException missing = failure(url.replaceAll("/test_\\d+", "/nowhere"));
        assertThat(missing.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(missing).hasMessageContaining("nowhere");
        assertThat(failure(url.replaceAll("/test_\\d+", "/"))).hasMessageContaining("names no database");
    }

    @Test
    void shouldCreateTheSchemaOnceWhenManyStartAtOnce() {
        String url = MySqlServer.newEmptyDatabase();
        List<CompletableFuture<JdbcStore>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(CompletableFuture.supplyAsync(() -> open(url)));
        }
        List<JdbcStore> stores = starts.stream().map(CompletableFuture::join).toList();
        assertThat(stores)
                .allSatisfy(store -> assertThat(store.entities().list()).isEmpty());
        stores.forEach(JdbcStore::close);
    }

    @Test
    @DisplayName("a node completes the tables that a killed node left incomplete")
    void shouldFinishWhatOthersBegan() throws SQLException {
        String url = MySqlServer.newDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM restante_schema");
            statement.execute("DROP TABLE restante_deleted_body, restante_large_body_retention, restante_delivery");
            // Columns of later migrations remain, because MySQL cannot add a column only if it is missing.
        }
        try (StoreFixture fixture = new StoreFixture(open(url))) {
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(1);
        }
    }

    @ParameterizedTest
    @DisplayName("the store does not close the data source of the application, and restores the session settings")
    @ValueSource(
            strings = {
                "jdbc:mysql:",
                "jdbc:mysql:&cachePrepStmts=true&useServerPrepStmts=true&rewriteBatchedStatements=true"
                        + "&elideSetAutoCommits=true&cacheServerConfiguration=true",
                "jdbc:mariadb:"
            })
    void shouldUseAGivenDataSource(String driverAndOptions) throws SQLException {
        String[] parts = driverAndOptions.split("(?=&)", 2);
        String options = parts.length == 1 ? "" : parts[1];
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(MySqlServer.newEmptyDatabase().replace("jdbc:mysql:", parts[0]) + options);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            String before = settings(pool).get(0);
            try (StoreFixture fixture =
                    new StoreFixture(StoreOpener.open(new StoreLocation.ApplicationDataSource(pool)))) {
                for (int i = 0; i < 5; i++) {
                    fixture.send();
                }
                assertThat(fixture.acquire(9)).hasSize(5);
                assertThat(fixture.store.capabilities().exclusive()).isFalse();
                StoreFixture.addPipelines(pool);
                assertThat(fixture.store.entities().delete(fixture.queue.id())).isTrue();
            }
            assertThat(settings(pool)).hasSizeGreaterThan(1).containsOnly(before);
        }
    }

    private static List<String> settings(HikariDataSource pool) throws SQLException {
        List<Connection> taken = new ArrayList<>();
        List<String> settings = new ArrayList<>();
        for (int i = 0; i < pool.getHikariPoolMXBean().getTotalConnections(); i++) {
            taken.add(pool.getConnection());
        }
        for (Connection connection : taken) {
            try (connection;
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(SETTINGS)) {
                row.next();
                settings.add(row.getString(1));
            }
        }
        return settings;
    }

    @Test
    @DisplayName("the server rejects a message above its size limit, and the rest of the batch is stored")
    void shouldRefuseWhatIsTooLarge() {
        try (StoreFixture fixture = new StoreFixture(open(MySqlServer.newDatabase()))) {
            Delivery small = fixture.shape().build();
            Delivery large = fixture.shape().build();
            List<OperationOutcome> outcomes = fixture.write(
                    StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, StoreFixture.enqueue(small)),
                    StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, ofZeros(large, 40 << 20)));
            assertThat(outcomes.get(0)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            assertThat(outcomes.get(1)).isInstanceOf(OperationOutcome.Failed.class);
            assertThat(fixture.storedIds()).containsExactly(small.id());
        }
    }

    /** Returns an enqueue with a body of zeros, each of which takes two bytes as text. */
    private static Change.Enqueue ofZeros(Delivery delivery, int bytes) {
        return new Change.Enqueue(
                new StoredMessage(delivery.id(), StoreFixture.message(1, "").header(), new byte[bytes]),
                List.of(delivery));
    }

    @Test
    @DisplayName("a writer whose idle session the server ended opens another session without an error")
    void shouldOpenAnotherSession() throws SQLException {
        String url = MySqlServer.newDatabase();
        try (StoreFixture fixture = new StoreFixture(open(url));
                Connection observer = DriverManager.getConnection(url);
                Statement statement = observer.createStatement()) {
            fixture.send();
            int sessions = sessions(statement);
            // The test waits until the server ends the idle session. The next send opens another session without an
            // error.
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
            while (sessions(statement) == sessions) {
                assertThat(System.nanoTime()).isLessThan(deadlineNanos);
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(100));
            }
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(2);
        }
    }

    private static int sessions(Statement statement) throws SQLException {
        try (ResultSet row =
                statement.executeQuery("SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE DB = DATABASE()")) {
            row.next();
            return row.getInt(1);
        }
    }
}
