package dev.restante.feature.outage;

import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.Line;
import dev.restante.testing.PostgresServer;
import java.io.IOException;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A PostgreSQL that does not answer, in all the ways in which it may not. */
abstract class SilentStoreFixture {

    final String directUrl = PostgresServer.newDatabase();
    final DatabaseProxy proxy = new DatabaseProxy(directUrl);

    private final List<AutoCloseable> toClose = new ArrayList<>();

    /** How it does not answer. */
    enum Silence {
        DOWN {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.refuse();
            }
        },
        SILENT {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.fresh(Line.HOLD);
                test.proxy.existing(Line.HOLD);
            }
        },
        HALF_OPEN {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.existing(Line.SWALLOW);
            }
        },
        ANSWERS_LOST {
            @Override
            void begin(SilentStoreFixture test) {
                test.proxy.existing(Line.SWALLOW_ANSWERS);
            }
        },
        LOCKED {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                // What CREATE INDEX takes.
                test.keep("BEGIN; LOCK TABLE restante_delivery IN SHARE MODE");
            }
        },
        LOCKED_ALTOGETHER {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                test.keep("BEGIN; LOCK TABLE restante_delivery, restante_entity, restante_node, restante_pipeline");
            }
        },
        READ_ONLY {
            @Override
            void begin(SilentStoreFixture test) throws SQLException {
                test.readOnly(true);
            }
        };

        abstract void begin(SilentStoreFixture test) throws SQLException;

        /** Whether old connections alone are concerned, so that the silence may be over before anybody is told. */
        boolean passes() {
            return this == HALF_OPEN || this == ANSWERS_LOST;
        }
    }

    private void keep(String sql) throws SQLException {
        java.sql.Connection locking = DriverManager.getConnection(directUrl);
        toClose.add(locking);
        try (Statement statement = locking.createStatement()) {
            statement.execute(sql);
        }
    }

    private void readOnly(boolean on) throws SQLException {
        try (java.sql.Connection other = DriverManager.getConnection(directUrl);
                Statement statement = other.createStatement()) {
            String database = other.getCatalog();
            statement.execute("BEGIN; SET TRANSACTION READ WRITE; ALTER DATABASE " + database
                    + " SET default_transaction_read_only = " + on + "; COMMIT");
            if (on) {
                statement.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '" + database
                        + "' AND pid <> pg_backend_pid()");
            }
        }
    }

    void end() throws Exception {
        for (AutoCloseable each : toClose) {
            each.close();
        }
        toClose.clear();
        readOnly(false);
        proxy.restore();
    }

    @AfterEach
    final void close() throws IOException {
        proxy.close();
    }

    long connections() throws SQLException {
        try (java.sql.Connection direct = DriverManager.getConnection(directUrl);
                Statement statement = direct.createStatement();
                ResultSet row = statement.executeQuery(
                        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
