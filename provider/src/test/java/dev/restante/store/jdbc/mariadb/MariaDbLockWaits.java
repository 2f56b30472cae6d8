package dev.restante.store.jdbc.mariadb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Queries for transactions that wait for locks. */
public final class MariaDbLockWaits {

    private static final String COUNT =
            "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";

    private MariaDbLockWaits() {}

    /**
     * Returns the number of transactions of the server that wait for locks. The server updates this number only after a
     * tenth of a second without such a query.
     */
    public static long count(Connection observer) throws SQLException {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(150));
        try (Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(COUNT)) {
            row.next();
            return row.getLong(1);
        }
    }
}
