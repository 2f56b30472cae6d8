package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.connect.JdbcDriver;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.database.Upkeep;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.mariadb.ServerCheck;
import dev.restante.store.jdbc.product.DatabaseOpening;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/** The opening of a database on a MySQL server. */
final class MySqlOpening implements DatabaseOpening {

    private final Request database;

    MySqlOpening(Request database) {
        this.database = database;
        DriverOptions.check(database.url(), database.where());
    }

    @Override
    public String url() {
        return database.url();
    }

    @Override
    public void configure(Properties properties) {
        String silence =
                String.valueOf(TimeUnit.SECONDS.toMillis(database.timeouts().silenceSeconds()));
        set(properties, "connectTimeout", silence);
        set(properties, "socketTimeout", silence);
        set(properties, "tcpKeepAlive", "true");
        // Bytes are read as text.
        set(properties, "characterEncoding", "UTF-8");
        // The rows of a batch in one round trip, for which they have to be text.
        set(properties, "rewriteBatchedStatements", "true");
        set(properties, "useServerPrepStmts", "false");
        set(properties, "continueBatchOnError", "false");
        set(properties, "allowLoadLocalInfile", "false");
        set(properties, "connectionAttributes", "program_name:restante");
    }

    /** This driver would prefer what it is given beside the URL. */
    private void set(Properties properties, String option, String value) {
        if (DriverOptions.values(database.url(), option).isEmpty()) {
            properties.setProperty(option, value);
        }
    }

    @Override
    public void prepare(JdbcDriver driver, Properties properties) {}

    @Override
    public Dialect connected(Connection first, Connections others) throws SQLException {
        ServerKind.requireSupported(first, database.where());
        ServerCheck.settings(first, database.where());
        Replication.check(first, database.where());
        ServerCheck.requireText(first, database.where());
        // As text, a byte may take two.
        long mostBytes = ServerCheck.mostBytesAtOnce(first, database.where()) / 2;
        return new MariaDbDialect(MySqlIdiom.INSTANCE, database.given(), mostBytes, null);
    }

    @Override
    public boolean migrated(Connection first) throws SQLException {
        ServerCheck.requireCounts(first, database.where(), "useAffectedRows");
        return true;
    }

    @Override
    public Upkeep upkeep(Database opened) {
        return Upkeep.none(opened.dialect());
    }

    @Override
    public void close(Connections others) {}

    @Override
    public void abandon() {}
}
