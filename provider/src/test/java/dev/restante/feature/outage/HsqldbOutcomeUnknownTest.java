package dev.restante.feature.outage;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;

class HsqldbOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() throws SQLException {
        JDBCDataSource database = new JDBCDataSource();
        database.setUrl("jdbc:hsqldb:mem:" + UUID.randomUUID());
        database.setUser("SA");
        try (Connection first = database.getConnection();
                Statement statement = first.createStatement()) {
            statement.execute("SET DATABASE TRANSACTION CONTROL MVCC");
            statement.execute("SET FILES WRITE DELAY FALSE");
            statement.execute("SET FILES LOG SIZE 0");
        }
        return database;
    }
}
