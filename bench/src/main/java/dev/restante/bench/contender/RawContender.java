package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * A database through plain JDBC with one writer thread: what no provider on top of it can exceed.
 *
 * @param opener creates the database in an empty directory
 */
public record RawContender(String name, Opener opener) implements Contender {

    /** On HSQLDB, embedded. */
    public static RawContender hsqldb() {
        return new RawContender("raw", HsqldbRawStore::open);
    }

    /** On a PostgreSQL server. */
    public static RawContender postgresql() {
        return new RawContender("raw-postgresql", ServerRawStore::startPostgresql);
    }

    /** On a MariaDB server. */
    public static RawContender mariaDb() {
        return new RawContender("raw-mariadb", ServerRawStore::startMariaDb);
    }

    /** Creates the database in an empty directory. */
    public RawStore open(Path directory) throws SQLException, IOException {
        return opener.open(directory);
    }

    /** Creates a database. */
    public interface Opener {
        RawStore open(Path directory) throws SQLException, IOException;
    }
}
