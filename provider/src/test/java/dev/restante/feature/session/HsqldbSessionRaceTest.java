package dev.restante.feature.session;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("sessions with random interference, on embedded stores")
final class HsqldbSessionRaceTest extends SessionRaceContract {

    @Override
    int rounds() {
        return 4;
    }

    /**
     * Returns a store on disk or in memory. A commit on disk is slow enough for interference, and in memory many more
     * commits run.
     */
    @Override
    List<String> nodesOfANewStore(long seed, Path emptyDirectory) {
        String name = "races" + Long.toHexString(seed);
        return List.of(seed % 3 == 0 ? "jdbc:hsqldb:file:" + emptyDirectory.resolve(name) : "jdbc:hsqldb:mem:" + name);
    }
}
