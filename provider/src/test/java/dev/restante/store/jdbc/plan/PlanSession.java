package dev.restante.store.jdbc.plan;

import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** Kind of connection on which the store executes statements, with its settings. */
enum PlanSession {
    WRITER {
        @Override
        String[] settings() {
            return new PostgresDialect().writerSettings(LOCK_MILLIS);
        }
    },
    /**
     * Connection of a commit pipeline behind a transaction-mode pooler. Prepared statements and settings last for one
     * transaction.
     */
    POOLER {
        @Override
        void begin(Connection connection) throws SQLException {
            super.begin(connection);
            execute(connection, new PostgresDialect(true, false).batchSettings(LOCK_MILLIS));
        }

        @Override
        boolean keepsPlans() {
            return false;
        }

        @Override
        void end(Connection connection, String plan) throws SQLException {
            super.end(connection, plan);
            execute(connection, "DEALLOCATE " + plan);
        }
    },
    /** Connection of the internal pool. A generic plan is the worst plan that the server can choose. */
    READS {
        @Override
        String[] settings() {
            return new String[] {new PostgresDialect().connectionInitSql(LOCK_MILLIS), GENERIC};
        }
    },
    /** Connection of an application data source, whose settings last for one transaction. */
    APPLICATION_DATA_SOURCE {
        @Override
        String[] settings() {
            return new String[] {GENERIC};
        }

        @Override
        void begin(Connection connection) throws SQLException {
            super.begin(connection);
            execute(connection, new PostgresDialect().transactionSettings(LOCK_MILLIS));
        }
    },
    /** Connection of the application, with settings around each statement. */
    APPLICATION {
        @Override
        String[] settings() {
            return new String[] {GENERIC};
        }

        @Override
        void begin(Connection connection) throws SQLException {
            super.begin(connection);
            execute(connection, "SET LOCAL enable_seqscan = off");
        }
    };

    private static final long LOCK_MILLIS = 10_000;
    private static final String GENERIC = "SET plan_cache_mode = force_generic_plan";

    String[] settings() {
        return new String[0];
    }

    Connection connect(String url) throws SQLException {
        String separator = url.contains("?") ? "&" : "?";
        Connection connection =
                DriverManager.getConnection(url + separator + "preferQueryMode=simple", PostgresServer.USER, "");
        execute(connection, "SET statement_timeout = '5s'");
        execute(connection, settings());
        return connection;
    }

    void begin(Connection connection) throws SQLException {
        execute(connection, "BEGIN");
    }

    boolean keepsPlans() {
        return true;
    }

    void end(Connection connection, String plan) throws SQLException {
        execute(connection, "ROLLBACK");
    }

    private static void execute(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
