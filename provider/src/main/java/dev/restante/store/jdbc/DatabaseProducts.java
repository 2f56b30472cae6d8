package dev.restante.store.jdbc;

import dev.restante.store.StoreException;
import dev.restante.store.StoreException.Kind;
import dev.restante.store.jdbc.connect.UrlText;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.mariadb.MariaDbProduct;
import dev.restante.store.jdbc.mysql.MySqlProduct;
import dev.restante.store.jdbc.postgres.PostgresProduct;
import dev.restante.store.jdbc.product.DatabaseProduct;
import java.util.List;

/** The database products that a store can be in: the one place where one of them is chosen. */
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

    /** With one that tests have tuned. */
    DatabaseProducts(HsqldbProduct hsqldb) {
        this.hsqldb = hsqldb;
    }

    private List<DatabaseProduct> all() {
        return List.of(hsqldb, postgres, mariaDb, mySql);
    }

    /**
     * That of a URL. One that says nothing, as that of a driver that wraps another, is taken for one of a server, until
     * {@link #named} knows better.
     */
    DatabaseProduct ofUrl(String url) {
        if (UrlText.isHsqldb(url)) {
            return hsqldb;
        }
        if (url.startsWith(MYSQL)) {
            return mySql;
        }
        return url.startsWith(MARIADB) ? mariaDb : postgres;
    }

    /**
     * That of an open connection.
     *
     * @param name as the driver says it
     * @param where names the database in messages
     * @throws StoreException if it is none of them
     */
    DatabaseProduct named(String name, String where) {
        return all().stream()
                .filter(product -> product.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new StoreException(
                        Kind.FATAL,
                        where + " can't be used: the database " + name
                                + " is not supported; use HSQLDB, PostgreSQL, MariaDB or MySQL",
                        null));
    }

    /** What to do where no driver accepts a URL. */
    String remedy(String url) {
        if (url.startsWith(POSTGRESQL) || url.startsWith(MARIADB) || url.startsWith(MYSQL)) {
            return "put " + ofUrl(url).driver() + " on the class path";
        }
        return "use a URL that begins with jdbc:hsqldb:file:, jdbc:postgresql:, jdbc:mariadb: or jdbc:mysql:, and put its driver on the class path";
    }
}
