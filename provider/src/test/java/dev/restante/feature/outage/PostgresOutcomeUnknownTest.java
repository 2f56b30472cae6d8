package dev.restante.feature.outage;

import dev.restante.testing.lent.LentDatabases;
import javax.sql.DataSource;
import org.junit.jupiter.api.extension.ExtendWith;
import org.postgresql.ds.PGSimpleDataSource;

@ExtendWith(LentDatabases.class)
public class PostgresOutcomeUnknownTest extends OutcomeUnknownSuite {

    @Override
    DataSource empty() {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(LentDatabases.lend());
        return database;
    }
}
