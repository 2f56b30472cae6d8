package dev.restante.store.jdbc.mariadb;

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
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("opening of a store on MariaDB")
@RequiresMariaDb
final class MariaDbOpeningTest {

    private static final String SETTINGS = "SELECT CONCAT_WS(' ', @@tx_isolation, @@innodb_lock_wait_timeout,"
            + " @@lock_wait_timeout, @@idle_transaction_timeout, @@autocommit)";

    private static JdbcStore open(String url) {
        return StoreOpener.open(new StoreLocation.Url(url, MariaDbServer.USER, ""));
    }

    private static StoreException failure(String url) {
        return catchThrowableOfType(StoreException.class, () -> open(url).close());
    }

    @ParameterizedTest
    @DisplayName("the store rejects connections that do not report the rows that a batch found")
    @ValueSource(strings = {"useBulkStmts", "useAffectedRows"})
    void shouldRefuseUncountedBatches(String option) {
        StoreException failure = failure(MariaDbServer.newEmptyDatabase() + "&" + option + "=true");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining(option);
    }

    @ParameterizedTest
    @DisplayName("the store rejects an sql_mode that would change stored values")
    @CsvSource(
            delimiter = '|',
            value = {
                "NO_ENGINE_SUBSTITUTION | STRICT_TRANS_TABLES",
                "STRICT_TRANS_TABLES,EMPTY_STRING_IS_NULL | EMPTY_STRING_IS_NULL"
            })
    void shouldRefuseModes(String modes, String named) {
        StoreException failure =
                failure(MariaDbServer.newEmptyDatabase() + "&sessionVariables=sql_mode='" + modes + "'");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining(named);
    }

    @Test
    @DisplayName("the error says that a read-only server takes no changes")
    void shouldNameAReadOnlyServer() {
        StoreException failure = failure(MariaDbServer.newEmptyDatabase() + "&sessionVariables=tx_read_only=1");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(failure)
                .hasMessageContaining("The database is read-only")
                .hasMessageNotContaining("check that the database is running");
    }

    @Test
    @DisplayName("the store rejects a user with too few connections for a node, and names the required number")
    void shouldRefuseALowLimit() throws SQLException {
        String url = MariaDbServer.newEmptyDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE OR REPLACE USER few@'%' WITH MAX_USER_CONNECTIONS 3");
            statement.execute("GRANT ALL ON " + connection.getCatalog() + ".* TO few@'%'");
            try {
                StoreException failure = catchThrowableOfType(
                        StoreException.class, () -> StoreOpener.open(new StoreLocation.Url(url, "few", ""))
                                .close());
                assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
                assertThat(failure).hasMessageContaining("max_user_connections").hasMessageContaining("a node needs 8");
            } finally {
                statement.execute("DROP USER few@'%'");
            }
        }
    }

    @Test
    void shouldNameAMissingDatabase() {
        String url = MariaDbServer.newEmptyDatabase();
        StoreException missing = failure(url.replaceAll("/test_\\d+", "/nowhere"));
        assertThat(missing.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(missing).hasMessageContaining("nowhere");
        assertThat(failure(url.replaceAll("/test_\\d+", "/")))
                .hasMessageContaining("names no database")
                .hasMessageContaining("/DATABASE");
    }

    @Test
    @DisplayName("a URL can name several servers")
    void shouldOpenByOneOfSeveralServers() {
        String url = MariaDbServer.newDatabase().replace("mariadb://", "mariadb:sequential://127.0.0.1:1,");
        try (StoreFixture fixture = new StoreFixture(open(url))) {
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(1);
        }
    }

    @Test
    void shouldRefuseANewerSchema() throws SQLException {
        String url = MariaDbServer.newDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("INSERT INTO restante_schema (version, file) VALUES (99, 'V099')");
        }
        assertThat(failure(url)).hasMessageContaining("version 99").hasMessageContaining("newer");
    }

    @Test
    void shouldCreateTheSchemaOnceWhenManyStartAtOnce() {
        String url = MariaDbServer.newEmptyDatabase();
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
        String url = MariaDbServer.newDatabase();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM restante_schema");
            statement.execute("DROP TABLE restante_deleted_body, restante_large_body_retention, restante_delivery");
        }
        try (StoreFixture fixture = new StoreFixture(open(url))) {
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(1);
        }
    }

    @Test
    @DisplayName("the store does not close the data source of the application, and restores the session settings")
    void shouldUseAGivenDataSource() throws SQLException {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(MariaDbServer.newEmptyDatabase());
        try (HikariDataSource pool = new HikariDataSource(config)) {
            String before = settings(pool).get(0);
            try (StoreFixture fixture =
                    new StoreFixture(StoreOpener.open(new StoreLocation.ApplicationDataSource(pool)))) {
                fixture.send();
                assertThat(fixture.acquire(5)).hasSize(1);
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
        try (StoreFixture fixture = new StoreFixture(open(MariaDbServer.newDatabase()))) {
            Delivery small = fixture.shape().build();
            Delivery large = fixture.shape().build();
            Change.Enqueue tooLarge = new Change.Enqueue(
                    new StoredMessage(large.id(), StoreFixture.message(1, "").header(), new byte[20 << 20]),
                    List.of(large));
            List<OperationOutcome> outcomes = fixture.write(
                    StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, StoreFixture.enqueue(small)),
                    StoreFixture.operation(MissedFencePolicy.FAIL_OPERATION, tooLarge));
            assertThat(outcomes.get(0)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            assertThat(outcomes.get(1)).isInstanceOf(OperationOutcome.Failed.class);
            assertThat(fixture.storedIds()).containsExactly(small.id());
        }
    }
}
