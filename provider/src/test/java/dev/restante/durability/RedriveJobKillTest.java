package dev.restante.durability;

import static dev.restante.durability.RedriveJobFixture.DEAD_LETTERS;
import static dev.restante.durability.RedriveJobFixture.MESSAGES;
import static dev.restante.durability.RedriveJobFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("JVM with an embedded store that is killed during a redrive job")
final class RedriveJobKillTest {

    private static final int KILLS = 3;

    @TempDir
    Path directory;

    @Test
    @DisplayName("BEY-07 the count of a job is correct after each kill, and the next process continues the job")
    void shouldCountAndGoOn() throws Exception {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        try (RestanteConnectionFactory factory = RedriveJobFixture.newFactory(url)) {
            RedriveJobFixture.fill(factory);
        }
        long movedBefore = 0;
        for (int kill = 1; kill <= KILLS; kill++) {
            long told = RedriveJobFixture.killed(url, kill * 20L);
            try (RestanteConnectionFactory factory = RedriveJobFixture.newFactory(url);
                    RestanteAdmin admin = factory.admin()) {
                RedriveJobDescription job = admin.redriveJobs().list().get(0);
                if (kill < KILLS) {
                    // The cancelled job moves no further message, so that the messages can be compared with the count.
                    assertThat(admin.redriveJobs().cancel(job.id())).isTrue();
                } else {
                    Eventually.eventually(
                            "the redrive job ended",
                            () -> admin.redriveJobs()
                                            .get(job.id())
                                            .orElseThrow()
                                            .state()
                                    == RedriveJobDescription.RedriveJobState.DONE);
                }
                RedriveJobDescription over = admin.redriveJobs().get(job.id()).orElseThrow();
                List<Long> back = RedriveJobFixture.numbers(admin, QUEUE);
                List<Long> dead = RedriveJobFixture.numbers(admin, DEAD_LETTERS);
                assertThat(Collections.disjoint(back, dead)).isTrue();
                assertThat(back.size() + dead.size()).isEqualTo(MESSAGES);
                assertThat(over.moved()).isEqualTo(back.size() - movedBefore).isGreaterThanOrEqualTo(told);
                assertThat(over.total()).isEqualTo(MESSAGES - movedBefore);
                assertThat(over.skipped()).isZero();
                assertThat(over.requestedBy()).isEqualTo("the child");
                movedBefore = back.size();
            }
        }
        assertThat(movedBefore).isEqualTo(MESSAGES);
    }
}
