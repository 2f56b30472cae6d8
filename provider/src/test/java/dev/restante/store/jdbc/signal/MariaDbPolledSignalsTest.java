package dev.restante.store.jdbc.signal;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.testing.MariaDbServer;
import dev.restante.testing.RequiresMariaDb;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.OptionalLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.mariadb.jdbc.MariaDbDataSource;

@DisplayName("signals between nodes through rows of MariaDB")
@RequiresMariaDb
final class MariaDbPolledSignalsTest extends PolledSignalsContract {

    @Override
    DataSource store() throws SQLException {
        return new MariaDbDataSource(MariaDbServer.newDatabase());
    }

    @Override
    Dialect dialect() {
        return new MariaDbDialect(true, 1 << 20, null);
    }

    @Override
    String endSession() {
        return "KILL CONNECTION %d";
    }

    @Override
    String otherSessions() {
        return "SELECT ID FROM information_schema.PROCESSLIST WHERE DB = DATABASE() AND ID <> CONNECTION_ID()";
    }

    @Override
    String lockTable(String table) {
        return "LOCK TABLES " + table + " WRITE";
    }

    @Override
    OptionalLong statements(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW GLOBAL STATUS LIKE 'Questions'")) {
            row.next();
            return OptionalLong.of(row.getLong(2));
        }
    }
}
