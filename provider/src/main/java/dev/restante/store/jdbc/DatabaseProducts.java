package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.StoreFailureKind;
import dev.restante.store.jdbc.connect.JdbcUrls;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.mariadb.MariaDbProduct;
import dev.restante.store.jdbc.mysql.MySqlProduct;
import dev.restante.store.jdbc.postgres.PostgresProduct;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.util.List;

/**
 * List of the supported database products, and the choice of one by JDBC URL or by the name that the driver reports.
 */
final class DatabaseProducts {

    private static final String POSTGRESQL = "jdbc:postgresql:";
    private static final String MARIADB = "jdbc:mariadb:";
    private static final String MYSQL = "jdbc:mysql:";

    private final HsqldbProduct hsqldb;
    private final PostgresProduct postgres = new PostgresProduct();
    private final MariaDbProduct mariaDb = new MariaDbProduct();
    private final MySqlProduct mySql = new MySqlProduct();

    DatabaseProducts() {
        this(new HsqldbProduct());
    }

    /** Creates the list with an HSQLDB product that tests have tuned. */
    DatabaseProducts(HsqldbProduct hsqldb) {
        this.hsqldb = hsqldb;
    }

    private List<DatabaseProduct> all() {
        return List.of(hsqldb, postgres, mariaDb, mySql);
    }

    /**
     * Returns the product of a URL. An unknown URL, for example of a wrapping driver, counts as a server URL until
     * {@link #forProductName} determines the product.
     */
    DatabaseProduct forUrl(String url) {
        if (JdbcUrls.isHsqldb(url)) {
            return hsqldb;
        }
        if (url.startsWith(MYSQL)) {
            return mySql;
        }
        return url.startsWith(MARIADB) ? mariaDb : postgres;
    }

    /**
     * Returns the product of an open connection.
     *
     * @param name product name that the driver reports
     * @param databaseName name of the database in messages
     * @throws StoreException if the product is not supported
     */
    DatabaseProduct forProductName(String name, String databaseName) {
        return all().stream()
                .filter(product -> product.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StoreException(
                        StoreFailureKind.FATAL,
                        databaseName + " cannot be used: the database " + name
                                + " is not supported. Use HSQLDB, PostgreSQL, MariaDB or MySQL",
                        null));
    }

    /** Returns the remedy for a URL that no driver accepts. */
    String missingDriverHint(String url) {
        if (url.startsWith(POSTGRESQL) || url.startsWith(MARIADB) || url.startsWith(MYSQL)) {
            return "Add " + forUrl(url).driverArtifact() + " to the class path";
        }
        return "Use a URL that begins with jdbc:hsqldb:file:, jdbc:postgresql:, jdbc:mariadb: or"
                + " jdbc:mysql:, and add its driver to the class path";
    }
}
