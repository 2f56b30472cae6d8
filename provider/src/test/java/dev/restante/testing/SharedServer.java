package dev.restante.testing;

import com.mysql.cj.jdbc.MysqlDataSource;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.mariadb.jdbc.MariaDbDataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Servers that nodes of a test can share, with the statements that differ between them. */
public enum SharedServer {
    POSTGRES(PostgresServer.USER) {
        @Override
        public String newDatabase() {
            return PostgresServer.newDatabase();
        }

        @Override
        public String newEmptyDatabase() {
            return PostgresServer.newEmptyDatabase();
        }

        @Override
        public DataSource dataSource(String url) {
            PGSimpleDataSource source = new PGSimpleDataSource();
            source.setUrl(url);
            source.setUser(PostgresServer.USER);
            return source;
        }

        @Override
        public String timeouts(int seconds) {
            return "&connectTimeout=" + seconds + "&loginTimeout=" + seconds + "&socketTimeout=" + seconds;
        }

        @Override
        public String withNodeName(String url, String name) {
            return url + "&ApplicationName=" + name;
        }

        /** Returns the lock that CREATE INDEX takes. */
        @Override
        String lockAgainstWritesStatement(List<String> tables) {
            return "BEGIN; LOCK TABLE " + String.join(", ", tables) + " IN SHARE MODE";
        }

        @Override
        String lockStatement(List<String> tables) {
            return "BEGIN; LOCK TABLE " + String.join(", ", tables);
        }

        @Override
        public void readOnly(String url, boolean on) throws SQLException {
            try (Connection other = DriverManager.getConnection(url);
                    Statement statement = other.createStatement()) {
                statement.execute("BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE " + other.getCatalog()
                        + " SET default_transaction_read_only = " + on + "; COMMIT");
            }
            if (on) {
                int unused = endSessions(url);
            }
        }

        @Override
        List<Long> sessions(Statement statement) throws SQLException {
            return numbers(
                    statement,
                    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()");
        }

        @Override
        void end(Statement statement, long session) throws SQLException {
            statement.execute("SELECT pg_terminate_backend(" + session + ", 10000)");
        }
    },

    MARIADB(MariaDbServer.USER) {
        @Override
        public String newDatabase() {
            return MariaDbServer.newDatabase();
        }

        @Override
        public String newEmptyDatabase() {
            return MariaDbServer.newEmptyDatabase();
        }

        @Override
        public DataSource dataSource(String url) throws SQLException {
            return new MariaDbDataSource(url);
        }
    },

    MYSQL(MySqlServer.USER) {
        @Override
        public String newDatabase() {
            return MySqlServer.newDatabase();
        }

        @Override
        public String newEmptyDatabase() {
            return MySqlServer.newEmptyDatabase();
        }

        @Override
        public DataSource dataSource(String url) {
            MysqlDataSource source = new MysqlDataSource();
            source.setUrl(url);
            return source;
        }
    };

    private static final int NO_SUCH_SESSION = 1094;

    private final String user;

    SharedServer(String user) {
        this.user = user;
    }

    /** Returns a user with all privileges and without a password. */
    public final String user() {
        return user;
    }

    /** Returns the JDBC URL of a new database with an empty store of the current schema. */
    public abstract String newDatabase();

    /** Returns the JDBC URL of a new database without tables. */
    public abstract String newEmptyDatabase();

    /** Returns a data source like an application's data source. */
    public abstract DataSource dataSource(String url) throws SQLException;

    /** Returns URL options that limit each wait for an answer on the connections. */
    public String timeouts(int seconds) {
        return "&connectTimeout=" + 1_000 * seconds + "&socketTimeout=" + 1_000 * seconds;
    }

    /** Returns a URL of the same database that identifies one of several nodes in this JVM. */
    public String withNodeName(String url, String name) {
        return url + "&node=" + name;
    }

    /** Opens a connection that prevents other sessions from changing tables until it is closed. */
    public final Connection lockTablesAgainstWrites(String url, String... tables) throws SQLException {
        return executed(url, lockAgainstWritesStatement(List.of(tables)));
    }

    /** Opens a connection that prevents other sessions from using tables until it is closed. */
    public final Connection lockTables(String url, String... tables) throws SQLException {
        return executed(url, lockStatement(List.of(tables)));
    }

    /** Returns the names of all tables of the store in a database. */
    public final String[] tables(String url) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url)) {
            DatabaseMetaData catalogue = connection.getMetaData();
            try (ResultSet rows = catalogue.getTables(
                    connection.getCatalog(), connection.getSchema(), "restante%", new String[] {"TABLE", "BASE TABLE"
                    })) {
                while (rows.next()) {
                    tables.add(rows.getString("TABLE_NAME").toLowerCase(Locale.ROOT));
                }
            }
        }
        return tables.toArray(String[]::new);
    }

    String lockAgainstWritesStatement(List<String> tables) {
        return "LOCK TABLES " + tables.stream().map(table -> table + " READ").collect(Collectors.joining(", "));
    }

    String lockStatement(List<String> tables) {
        return "LOCK TABLES " + tables.stream().map(table -> table + " WRITE").collect(Collectors.joining(", "));
    }

    private static Connection executed(String url, String sql) throws SQLException {
        Connection connection = DriverManager.getConnection(url);
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /** Makes the database read-only, which ends its sessions, or writable again. */
    public void readOnly(String url, boolean on) throws SQLException {
        throw new UnsupportedOperationException("other tests use the server");
    }

    /** Declares the last node that opened the store dead, as another node does after a lease has expired. */
    public final void declareLastNodeDead(String url) throws SQLException {
        try (Connection store = DriverManager.getConnection(url);
                Statement statement = store.createStatement()) {
            long last = numbers(statement, "SELECT MAX(incarnation) FROM restante_node")
                    .get(0);
            for (String table : List.of("node", "pipeline")) {
                statement.execute("UPDATE restante_" + table + " SET alive = FALSE WHERE incarnation = " + last);
            }
        }
    }

    /** Returns the number of other sessions of a database. */
    public final int sessions(String url) throws SQLException {
        try (Connection observer = DriverManager.getConnection(url);
                Statement statement = observer.createStatement()) {
            return sessions(statement).size();
        }
    }

    /** Ends all other sessions of a database and returns their number. */
    public final int endSessions(String url) throws SQLException {
        try (Connection administrator = DriverManager.getConnection(url);
                Statement statement = administrator.createStatement()) {
            List<Long> sessions = sessions(statement);
            for (long session : sessions) {
                end(statement, session);
            }
            return sessions.size();
        }
    }

    List<Long> sessions(Statement statement) throws SQLException {
        return numbers(
                statement,
                "SELECT id FROM information_schema.PROCESSLIST WHERE db = DATABASE() AND id <> CONNECTION_ID()");
    }

    void end(Statement statement, long session) throws SQLException {
        try {
            statement.execute("KILL " + session);
        } catch (SQLException e) {
            if (e.getErrorCode() != NO_SUCH_SESSION) {
                throw e;
            }
        }
    }

    private static List<Long> numbers(Statement statement, String query) throws SQLException {
        List<Long> numbers = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                numbers.add(rows.getLong(1));
            }
        }
        return numbers;
    }
}
