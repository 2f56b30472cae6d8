package dev.restante.feature.lastvalue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("concurrent sends of last values on HSQLDB")
final class HsqldbLastValueRaceTest extends LastValueRaceContract {

    @TempDir
    Path folder;

    @Override
    List<String> newStoreUrls() {
        return List.of("jdbc:hsqldb:file:" + folder.resolve("store"));
    }
}
