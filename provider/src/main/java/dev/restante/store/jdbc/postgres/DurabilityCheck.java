package dev.restante.store.jdbc.postgres;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Warns of settings with which a server confirms what it may yet lose. They are the operator's choice, so nothing is
 * refused.
 */
final class DurabilityCheck {

    private static final Logger LOGGER = LoggerFactory.getLogger(DurabilityCheck.class);

    private static final String SETTINGS = "SELECT COALESCE(current_setting('fsync', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_commit', TRUE), ''),"
            + " COALESCE(current_setting('synchronous_standby_names', TRUE), '')";

    private DurabilityCheck() {}

    static void warn(Connection connection, String where) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(SETTINGS)) {
            row.next();
            String commit = row.getString(2);
            if (row.getString(1).equals("off")) {
                LOGGER.warn("{} has fsync = off: its files may be damaged when its machine fails; set it to on", where);
            }
            if (commit.equals("off")) {
                LOGGER.warn(
                        "{} has synchronous_commit = off: what was sent may be lost when it fails; set it to on",
                        where);
            }
            if (commit.equals("local") && !row.getString(3).isEmpty()) {
                LOGGER.warn(
                        "{} has synchronous_commit = local: it does not wait for its synchronous standby, so what was sent"
                                + " may be lost with a failover; set it to on",
                        where);
            }
        }
    }
}
