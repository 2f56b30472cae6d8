package dev.restante.store.jdbc.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warning about PostgreSQL settings with which the server confirms commits that it may still lose; the administrator
 * may want these settings.
 */
final class DurabilityCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(DurabilityCheck.class);

    private static final String SETTINGS = "SELECT COALESCE(current_setting('fsync', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_commit', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_standby_names', TRUE), '')";

    private DurabilityCheck() {}

    static void warn(Connection connection, String databaseName) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            String commit = row.getString(2);
            if (row.getString(1).equals("off")) {
                LOGGER.warn(
                        "{} has fsync = off. Its files may be damaged if its machine fails. Set fsync to on.",
                        databaseName);
            }
            if (commit.equals("off")) {
                LOGGER.warn(
                        "{} has synchronous_commit = off. Sent messages may be lost if"
                                + " the server fails. Set synchronous_commit to on.",
                        databaseName);
            }
            if (commit.equals("local") && !row.getString(3).isEmpty()) {
                LOGGER.warn(
                        "{} has synchronous_commit = local, so it does not wait for its synchronous standby. Sent"
                                + " messages may be lost in a failover. Set synchronous_commit to on.",
                        databaseName);
            }
        }
    }
}
