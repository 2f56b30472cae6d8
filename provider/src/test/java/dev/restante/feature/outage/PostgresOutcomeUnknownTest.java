package dev.restante.feature.outage;

import dev.restante.testing.PostgresServer;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

public class PostgresOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(PostgresServer.newDatabase());
        return database;
    }
}
