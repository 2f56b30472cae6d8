package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.mariadb.MariaDbDialect;
import dev.restante.store.jdbc.mariadb.ServerCheck;
import dev.restante.store.jdbc.product.DatabaseOpener;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Properties;
import java.util.concurrent.TimeUnit;

/**
 * Opener of a database on a MySQL server, which sets driver options and checks that the server's settings keep messages
 * safe.
 */
final class MySqlOpener implements DatabaseOpener {

    private final OpenRequest request;

    MySqlOpener(OpenRequest request) {
        this.request = request;
        DriverOptionCheck.check(request.url(), request.databaseName());
    }

    @Override
    public String url() {
        return request.url();
    }

    @Override
    public void addConnectionProperties(Properties properties) {
        String networkTimeout =
                String.valueOf(TimeUnit.SECONDS.toMillis(request.timeouts().networkTimeoutSeconds()));
        set(properties, "connectTimeout", networkTimeout);
        set(properties, "socketTimeout", networkTimeout);
        set(properties, "tcpKeepAlive", "true");
        // Binary values are part of the statement text.
        set(properties, "characterEncoding", "UTF-8");
        // One round trip for all rows of a batch requires statements as text.
        set(properties, "rewriteBatchedStatements", "true");
        set(properties, "useServerPrepStmts", "false");
        set(properties, "continueBatchOnError", "false");
        set(properties, "allowLoadLocalInfile", "false");
        set(properties, "connectionAttributes", "program_name:restante");
    }

    /** Sets a property that is not in the URL, because this driver would prefer the property. */
    private void set(Properties properties, String option, String value) {
        if (DriverOptionCheck.values(request.url(), option).isEmpty()) {
            properties.setProperty(option, value);
        }
    }

    @Override
    public Dialect onFirstConnection(Connection first, Connections opener) throws SQLException {
        MySqlServerKind.requireSupported(first, request.databaseName());
        ServerCheck.requireSettings(first, request.databaseName());
        ReplicationCheck.requireSafe(first, request.databaseName());
        ServerCheck.requireText(first, request.databaseName());
        // In a text, a byte may need two characters.
        long maxPacketBytes = ServerCheck.maxPacketBytes(first, request.databaseName()) / 2;
        return new MariaDbDialect(MySqlVariant.INSTANCE, request.fromApplication(), maxPacketBytes, null);
    }

    @Override
    public boolean afterMigration(Connection first) throws SQLException {
        ServerCheck.requireUpdateCounts(first, request.databaseName(), "useAffectedRows");
        return true;
    }
}
