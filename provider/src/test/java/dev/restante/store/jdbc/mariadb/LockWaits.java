package dev.restante.store.jdbc.mariadb;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Who waits for locks. */
public final class LockWaits {

    private static final String COUNT =
            "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT'";

    private LockWaits() {}

    /** How many transactions of the server do. It looks again only if nobody has asked for a tenth of a second. */
    public static long count(Connection observer) throws SQLException {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(150));
        try (Statement statement = observer.createStatement();
                ResultSet row = statement.executeQuery(COUNT)) {
            row.next();
            return row.getLong(1);
        }
    }
}
