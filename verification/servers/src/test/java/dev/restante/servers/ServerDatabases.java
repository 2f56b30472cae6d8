package dev.restante.servers;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** PostgreSQL server of the tests with the users of the documentation pages, {@code restante} and {@code shop}. */
final class ServerDatabases implements AutoCloseable {

    private static final AtomicInteger PAIRS = new AtomicInteger();

    private final EmbeddedPostgres server;

    private ServerDatabases(EmbeddedPostgres server) {
        this.server = server;
    }

    static ServerDatabases start() throws IOException, SQLException {
        EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("hba_file", accessRules().toString())
                .setServerConfig("max_connections", "300")
                .setServerConfig("max_prepared_transactions", "200")
                .setServerConfig("shared_buffers", "64MB")
                // These two settings have their production values; the embedded PostgreSQL turns them off by default.
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE ROLE restante LOGIN PASSWORD 'secret'");
            statement.execute("CREATE ROLE shop LOGIN PASSWORD 'secret'");
        }
        return new ServerDatabases(server);
    }

    /** Writes access rules that require a password from every user except the superuser, and returns the file. */
    private static Path accessRules() throws IOException {
        Path file = ApplicationServer.build().resolve("pg_hba.conf");
        Files.writeString(
                file,
                """
                host all postgres localhost trust
                host all all localhost scram-sha-256
                """);
        return file.toAbsolutePath();
    }

    /** Creates a database for messages and a database for the application. */
    DatabasePair newPair() throws SQLException {
        int number = PAIRS.incrementAndGet();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE messages" + number + " OWNER restante");
            statement.execute("CREATE DATABASE shop" + number + " OWNER shop");
        }
        String start = "jdbc:postgresql://localhost:" + server.getPort() + "/";
        DatabasePair pair = new DatabasePair(start + "messages" + number, start + "shop" + number);
        try (Connection connection = pair.shop();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE work (text VARCHAR(100))");
            statement.execute("CREATE TABLE received (text VARCHAR(100))");
        }
        return pair;
    }

    /** URLs of the message database and the application's database. */
    record DatabasePair(String messagesUrl, String shopUrl) {

        Connection shop() throws SQLException {
            return DriverManager.getConnection(shopUrl, "shop", "secret");
        }

        long count(String query) throws SQLException {
            try (Connection connection = shop();
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(query)) {
                result.next();
                return result.getLong(1);
            }
        }

        /** Returns the values of the first column of the query result. */
        List<String> column(String query) throws SQLException {
            List<String> values = new ArrayList<>();
            try (Connection connection = shop();
                    Statement statement = connection.createStatement();
                    ResultSet result = statement.executeQuery(query)) {
                while (result.next()) {
                    values.add(result.getString(1));
                }
            }
            return values;
        }

        /**
         * Starts to record the statement that ends each transaction with a new row in one of the tables. PostgreSQL
         * runs deferred triggers as part of that statement.
         */
        void watchEnds(String... tables) throws SQLException {
            try (Connection connection = shop();
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE ends (of_table text, statement text)");
                statement.execute(
                        """
                        CREATE FUNCTION keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
                        BEGIN INSERT INTO ends VALUES (TG_TABLE_NAME, current_query()); RETURN NULL; END $$
                        """);
                for (String table : tables) {
                    statement.execute("CREATE CONSTRAINT TRIGGER keep_end AFTER INSERT ON " + table
                            + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION keep_end()");
                }
            }
        }

        List<String> ends(String table) throws SQLException {
            return column("SELECT statement FROM ends WHERE of_table = '" + table + "'");
        }

        /** Returns the number of prepared transactions in the application's database. */
        long inDoubt() throws SQLException {
            return count("SELECT COUNT(*) FROM pg_prepared_xacts WHERE database = current_database()");
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
