package dev.restante.store.jdbc.plan;

import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A kind of connection on which the store executes statements, with its settings. */
enum PlanSession {
    /** The connection of a pipeline. */
    WRITER {
        @Override
        String[] settings() {
            return new PostgresDialect().writerSettings(LOCK_MILLIS);
        }
    },
    /** The connection of a pipeline behind a pooler: nothing stays prepared, settings last for a transaction. */
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
    /** A connection of the pool; a generic plan is the worst that the server can choose. */
    READS {
        @Override
        String[] settings() {
            return new String[] {new PostgresDialect().connectionSettings(LOCK_MILLIS), GENERIC};
        }
    },
    /** A connection of a given data source, whose settings are those of a transaction. */
    GIVEN {
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
    /** A connection of the application, with the settings around each statement. */
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
