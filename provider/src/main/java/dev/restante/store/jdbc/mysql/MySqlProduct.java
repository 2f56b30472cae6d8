package dev.restante.store.jdbc.mysql;

import dev.restante.store.jdbc.database.FailureCodes;
import dev.restante.store.jdbc.mariadb.MariaDbProduct;
import dev.restante.store.jdbc.product.DatabaseOpener;

/**
 * Factory that opens stores on MySQL 8 and later, which several nodes can share. Creates the same statements, readers
 * and signals as for MariaDB.
 */
public final class MySqlProduct extends MariaDbProduct {

    @Override
    public String name() {
        return MySqlVariant.INSTANCE.name();
    }

    @Override
    public String driverArtifact() {
        return "com.mysql:mysql-connector-j";
    }

    @Override
    public FailureCodes failureCodes() {
        return MySqlVariant.INSTANCE.failureCodes();
    }

    @Override
    public DatabaseOpener open(DatabaseOpener.OpenRequest request) {
        return new MySqlOpener(request);
    }
}
