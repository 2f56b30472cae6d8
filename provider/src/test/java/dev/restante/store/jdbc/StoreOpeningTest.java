package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.hsqldb.HsqldbInstances;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.ds.PGSimpleDataSource;

@DisplayName("opening of stores and error messages of failures")
final class StoreOpeningTest {

    @TempDir
    Path folder;

    private static StoreException failure(String url, String user, String password) {
        return catchThrowableOfType(
                StoreException.class, () -> StoreOpener.open(new StoreLocation.Url(url, user, password))
                        .close());
    }

    private String file() {
        return "jdbc:hsqldb:file:" + folder.resolve("store");
    }

    @Test
    void shouldNameAnUnknownDriver() {
        StoreException failure = failure("jdbc:nosuch:thing;password=secret", "SA", "secret");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining("jdbc:nosuch:thing").hasMessageNotContaining("secret");
    }

    @Test
    void shouldRefuseAnHsqldbServer() {
        assertThat(failure("jdbc:hsqldb:hsql://localhost/x", "SA", "")).hasMessageContaining("PostgreSQL");
    }

    @Test
    void shouldRefuseAQuestionMarkInTheNameOfAnHsqldbStore() throws IOException {
        assertThat(failure(file() + "?createStore=true", "SA", ""))
                .hasMessageContaining("question mark")
                .hasMessageContaining(file() + ";NAME=VALUE");
        assertThat(failure("jdbc:hsqldb:mem:a?b=c", "SA", "")).hasMessageContaining("jdbc:hsqldb:mem:a;NAME=VALUE");
        try (Stream<Path> made = Files.list(folder)) {
            assertThat(made).isEmpty();
        }
    }

    @Test
    void shouldNameAnUnreachableServer() {
        StoreException failure = failure("jdbc:postgresql://localhost:1/orders", "me", "secret");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(failure)
                .hasMessageContaining("localhost:1/orders")
                .hasMessageContaining("check that the database is running");
    }

    /**
     * Returns whether the database is open in this process. HSQLDB opens the files before it checks the credentials.
     */
    private boolean isOpenInThisProcess() {
        return HsqldbInstances.isOpen(file());
    }

    @Test
    void shouldLeaveNothingOpenAfterAReadOnlyAttempt() {
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
        StoreException failure = failure(file() + ";readonly=true", "SA", "");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining("read-only");
        assertThat(isOpenInThisProcess()).isFalse();
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
    }

    @Test
    void shouldOpenAnEmbeddedDatabaseOnce() throws SQLException {
        for (String url : List.of(file(), "jdbc:hsqldb:mem:once" + System.nanoTime())) {
            JDBCDataSource one = new JDBCDataSource();
            one.setUrl(url);
            one.setUser("SA");
            JDBCDataSource other = new JDBCDataSource();
            other.setUrl(url);
            other.setUser("SA");
            try (Connection connection = one.getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
                statement.execute("SET FILES WRITE DELAY FALSE");
                statement.execute("SET FILES LOG SIZE 0");
                statement.execute("SET FILES SPACE TRUE");
                try (JdbcStore store = StoreOpener.open(new StoreLocation.ApplicationDataSource(one))) {
                    assertThatThrownBy(() -> StoreOpener.open(new StoreLocation.ApplicationDataSource(other)))
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("already open");
                    assertThatThrownBy(() -> StoreOpener.open(new StoreLocation.Url(url, "SA", "")))
                            .isInstanceOf(StoreException.class)
                            .hasMessageContaining("already open");
                    assertThat(store.entities().list()).isEmpty();
                }
                StoreOpener.open(new StoreLocation.Url(url, "SA", "")).close();
                assertThat(statement.executeQuery("VALUES (1)").next())
                        .as("the application's database stays open")
                        .isTrue();
                statement.execute("SHUTDOWN");
            }
        }
    }

    @Test
    void shouldNameWrongCredentialsAndReleaseTheLock() {
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
        StoreException failure = failure(file(), "SA", "wrong");
        assertThat(isOpenInThisProcess()).isFalse();
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure)
                .hasMessageContaining(file())
                .hasMessageContaining("password")
                .hasMessageNotContaining("wrong");
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
    }

    @Test
    void shouldNameAMissingDatabase() {
        String url = PostgresServer.newEmptyDatabase().replaceAll("/test_\\d+", "/nowhere");
        StoreException failure = failure(url, PostgresServer.USER, "");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining("nowhere");
    }

    @Test
    void shouldRefuseAReadOnlyDatabase() throws SQLException {
        String url = PostgresServer.newEmptyDatabase();
        String separator = url.contains("?") ? "&" : "?";
        StoreException failure =
                failure(url + separator + "options=-c%20default_transaction_read_only=on", PostgresServer.USER, "");
        // A standby is also read-only until it becomes the primary.
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(failure)
                .hasMessageContaining("read-only")
                .hasMessageContaining("The database is read-only")
                .hasMessageNotContaining("check that the database is running");
    }

    @Test
    @DisplayName("the error names a folder without write permission as the reason")
    void shouldNameAReadOnlyFolder() throws IOException {
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        try {
            assumeThat(Files.isWritable(folder))
                    .as("the test does not run as root")
                    .isFalse();
            StoreException failure = failure(file(), "SA", "");
            assertThat(failure)
                    .hasMessageContaining("the directory is writable")
                    .hasMessageNotContaining("check that the database is running");
        } finally {
            Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    @DisplayName("the error names a file that cannot be written, with the folder as a possible reason")
    void shouldNameAFileThatCantBeWritten() throws IOException {
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
        // A link to a missing folder stops all users, including root.
        Files.createSymbolicLink(folder.resolve("store.log"), folder.resolve("missing/store.log"));
        StoreException failure = failure(file(), "SA", "");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.UNAVAILABLE);
        assertThat(failure)
                .hasMessageContaining("store.log")
                .hasMessageContaining("the directory is writable")
                .hasMessageNotContaining("check that the database is running");
    }

    @Test
    @DisplayName(
            "the error for a damaged store mentions a missing lock file, because another process may use the store")
    void shouldSayThatTheLockFileWasMissing() throws IOException {
        StoreOpener.open(new StoreLocation.Url(file(), "SA", "")).close();
        Files.delete(folder.resolve("store.script"));
        assertThat(failure(file(), "SA", ""))
                .hasMessageContaining("restore a backup")
                .hasMessageNotContaining("lock file");
        Files.delete(folder.resolve("store.lock"));
        assertThat(failure(file(), "SA", ""))
                .hasMessageContaining("The lock file of the store was missing")
                .hasMessageContaining("End that process");
    }

    @Test
    void shouldNameAFolderThatCantBeMade() throws IOException {
        Path plain = Files.writeString(folder.resolve("plain"), "no folder");
        StoreException failure = failure("jdbc:hsqldb:file:" + plain.resolve("store"), "SA", "");
        assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
        assertThat(failure).hasMessageContaining(plain.toString());
    }

    @Test
    void shouldRefuseANewerSchema() throws SQLException {
        String postgres = PostgresServer.newEmptyDatabase();
        for (String[] place : List.of(new String[] {file(), "SA"}, new String[] {postgres, PostgresServer.USER})) {
            StoreOpener.open(new StoreLocation.Url(place[0], place[1], "")).close();
            try (Connection connection = DriverManager.getConnection(place[0], place[1], "");
                    Statement statement = connection.createStatement()) {
                statement.execute("INSERT INTO restante_schema (version, file) VALUES (99, 'V099')");
                if (place[1].equals("SA")) {
                    statement.execute("SHUTDOWN");
                }
            }
            StoreException failure = failure(place[0], place[1], "");
            assertThat(failure.kind()).isEqualTo(StoreFailureKind.FATAL);
            assertThat(failure).hasMessageContaining("version 99").hasMessageContaining("newer");
            assertThat(isOpenInThisProcess()).isFalse();
        }
    }

    @Test
    void shouldCreateTheSchemaOnceWhenManyStartAtOnce() {
        String url = PostgresServer.newEmptyDatabase();
        List<CompletableFuture<JdbcStore>> starts = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            starts.add(CompletableFuture.supplyAsync(
                    () -> StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""))));
        }
        List<JdbcStore> stores = starts.stream().map(CompletableFuture::join).toList();
        assertThat(stores)
                .allSatisfy(store -> assertThat(store.entities().list()).isEmpty());
        stores.forEach(JdbcStore::close);
    }

    @Test
    @DisplayName("the store uses the data source of the application and does not close it")
    void shouldUseAGivenDataSource() throws SQLException {
        PGSimpleDataSource dataSource = new PGSimpleDataSource();
        dataSource.setUrl(PostgresServer.newEmptyDatabase());
        dataSource.setUser(PostgresServer.USER);
        try (StoreFixture fixture =
                new StoreFixture(StoreOpener.open(new StoreLocation.ApplicationDataSource(dataSource)))) {
            fixture.send();
            assertThat(fixture.acquire(5)).hasSize(1);
            assertThat(fixture.store.capabilities().exclusive()).isFalse();
        }
        dataSource.getConnection().close();
    }

    @Test
    @DisplayName("the store requires safe settings of an HSQLDB data source, and does not shut it down")
    void shouldCheckAGivenHsqldb() throws SQLException {
        JDBCDataSource dataSource = new JDBCDataSource();
        dataSource.setURL("jdbc:hsqldb:mem:given");
        dataSource.setUser("SA");
        StoreException failure = catchThrowableOfType(
                StoreException.class, () -> StoreOpener.open(new StoreLocation.ApplicationDataSource(dataSource)));
        assertThat(failure).hasMessageContaining("SET DATABASE TRANSACTION CONTROL MVCC");
        try (Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES LOG SIZE 0");
        }
        try (StoreFixture fixture =
                new StoreFixture(StoreOpener.open(new StoreLocation.ApplicationDataSource(dataSource)))) {
            fixture.send();
        }
        try (Connection connection = dataSource.getConnection()) {
            assertThat(connection.isValid(1)).isTrue();
        }
    }

    @Test
    void shouldOpenInMemory() {
        StoreLocation location = new StoreLocation.Url("jdbc:hsqldb:mem:fresh", "SA", "");
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(location))) {
            fixture.send();
            fixture.store.maintain();
            assertThat(fixture.store.capabilities().exclusive()).isTrue();
        }
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(location))) {
            assertThat(fixture.stored()).isEmpty();
        }
    }
}
