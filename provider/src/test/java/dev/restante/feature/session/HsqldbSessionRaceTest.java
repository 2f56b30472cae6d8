package dev.restante.feature.session;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DisplayName;

@DisplayName("sessions under meddling, on embedded stores")
final class HsqldbSessionRaceTest extends SessionRaceContract {

    @Override
    int rounds() {
        return 4;
    }

    /** On disk a commit takes long enough for others to come in between; in memory there are many more of them. */
    @Override
    List<String> nodesOfANewStore(long seed, Path emptyDirectory) {
        String name = "races" + Long.toHexString(seed);
        return List.of(seed % 3 == 0 ? "jdbc:hsqldb:file:" + emptyDirectory.resolve(name) : "jdbc:hsqldb:mem:" + name);
    }
}
