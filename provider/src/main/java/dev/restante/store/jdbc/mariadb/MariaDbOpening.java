package dev.restante.store.jdbc.mariadb;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.product.DatabaseOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The opening of a database on a MariaDB server. */
final class MariaDbOpening implements DatabaseOpening {

    private final Request database;

    MariaDbOpening(Request database) {
        this.database = database;
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public void configure(Properties properties) {
        String silence =
                String.valueOf(TimeUnit.SECONDS.toMillis(database.timeouts().silenceSeconds()));
        properties.setProperty("connectTimeout", silence);
        properties.setProperty("socketTimeout", silence);
        properties.setProperty("tcpKeepAlive", "true");
        properties.setProperty("transactionIsolation", "READ-COMMITTED");
        // Statements stay prepared in the server, and what they carry is not turned into text.
        properties.setProperty("useServerPrepStmts", "true");
        properties.setProperty("allowLocalInfile", "false");
    }

    @Override
    public void prepare(JdbcDriver driver, Properties properties) {}

    @Override
    public Dialect connected(Connection first, Connections others) throws SQLException {
        ServerCheck.check(first, database.where());
        return new MariaDbDialect(database.given(), ServerCheck.mostBytesAtOnce(first, database.where()));
    }

    @Override
    public void migrated(Connection first) throws SQLException {
        ServerCheck.requireCounts(first, database.where(), "useBulkStmts and useAffectedRows");
    }

    @Override
    public Upkeep upkeep(Database opened) {
        return Upkeep.NONE;
    }

    @Override
    public void close(Connections others) {}

    @Override
    public void abandon() {}
}
