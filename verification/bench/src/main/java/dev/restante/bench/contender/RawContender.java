package dev.restante.bench.contender;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;

/**
 * Contender that is a database used through plain JDBC, as an upper bound for all providers, and that opens its
 * {@link RawStore} (message tables).
 */
public record RawContender(String name, RawStoreOpener opener) implements Contender {

    public static RawContender hsqldb() {
        return new RawContender("raw", HsqldbRawStore::open);
    }

    public static RawContender postgresql() {
        return new RawContender("raw-postgresql", ServerRawStore::startPostgresql);
    }

    public static RawContender mariaDb() {
        return new RawContender("raw-mariadb", ServerRawStore::startMariaDb);
    }

    public RawStore open(Path directory) throws SQLException, IOException {
        return opener.open(directory);
    }

    public interface RawStoreOpener {
        RawStore open(Path directory) throws SQLException, IOException;
    }
}
