package dev.restante.jta;

import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("the end of participation in the moves of expired messages, on a store in files")
final class HsqldbExpiryParticipationEndTest extends ExpiryParticipationEndContract {

    @TempDir
    Path directory;

    @Override
    String newStoreUrl() {
        return "jdbc:hsqldb:file:" + directory.resolve("store");
    }
}
