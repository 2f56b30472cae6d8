package dev.restante.jta;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("expiry participants, on HSQLDB files")
final class HsqldbExpiryParticipationTest extends ExpiryParticipationContract {

    @TempDir
    Path directory;

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }
}
