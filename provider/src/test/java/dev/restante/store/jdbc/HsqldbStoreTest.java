package dev.restante.store.jdbc;

import dev.restante.store.Store;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the store on HSQLDB")
final class HsqldbStoreTest extends StoreSuite {

    @TempDir
    Path folder;

    @Override
    Store openEmpty() {
        return StoreOpener.open(new StoreLocation.Url(url(), "SA", ""));
    }

    @Override
    Connection connect() throws SQLException {
        return DriverManager.getConnection(url(), "SA", "");
    }

    private String url() {
        return "jdbc:hsqldb:file:" + folder.resolve("store");
    }
}
