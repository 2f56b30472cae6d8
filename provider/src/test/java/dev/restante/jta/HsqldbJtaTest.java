package dev.restante.jta;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("transactions with Narayana, on HSQLDB files")
final class HsqldbJtaTest extends JtaContract {

    @TempDir
    Path directory;

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }
}
