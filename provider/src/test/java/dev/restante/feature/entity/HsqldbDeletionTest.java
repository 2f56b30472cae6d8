package dev.restante.feature.entity;

import dev.restante.RestanteConnectionFactory;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("deletion of queues during sends, on HSQLDB")
final class HsqldbDeletionTest {

    @Test
    @Timeout(120)
    @DisplayName("SND-11 each message that is accepted during deletions of empty queues is found")
    void shouldLoseNothing(@TempDir Path directory) throws Exception {
        try (RestanteConnectionFactory factory =
                new RestanteConnectionFactory("jdbc:hsqldb:file:" + directory.resolve("store"))) {
            factory.setLingerDuration(Duration.ZERO);
            factory.setAutoCreateQueues(false);
            new DeletionStress(factory, factory).run(40);
        }
    }
}
