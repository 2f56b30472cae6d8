package dev.restante.jta;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the end of an expiry participation, on HSQLDB files")
final class HsqldbExpiryParticipationEndTest extends ExpiryParticipationEndContract {

    @TempDir
    Path directory;

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }
}
