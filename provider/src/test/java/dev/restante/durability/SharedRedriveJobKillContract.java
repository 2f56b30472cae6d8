package dev.restante.durability;

import static dev.restante.durability.RedriveJobFixture.DEAD_LETTERS;
import static dev.restante.durability.RedriveJobFixture.MESSAGES;
import static dev.restante.durability.RedriveJobFixture.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import dev.restante.testing.SharedServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract test of a node on a shared store that is killed during a redrive job, and of another node. */
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class SharedRedriveJobKillContract {

    /** Query that reads the count and the arrived messages in one statement, and therefore at one moment. */
    private static final String UNCOUNTED =
            """
            SELECT (SELECT COUNT(*) FROM restante_delivery d WHERE d.entity <> j.source_id) - j.moved
            FROM restante_redrive_job j""";

    private final SharedServer server;

    SharedRedriveJobKillContract(SharedServer server) {
        this.server = server;
    }

    @Test
    @DisplayName(
            "BEY-07 another node continues the job, its count is always correct, and each message moves exactly once")
    void shouldGoOnElsewhere() throws Exception {
        String url = server.newDatabase();
        try (RestanteConnectionFactory factory = RedriveJobFixture.newFactory(url);
                RestanteAdmin admin = factory.admin();
                Connection database = DriverManager.getConnection(url, server.user(), "")) {
            RedriveJobFixture.fill(factory);
            long told = RedriveJobFixture.killed(url, 100);
            RedriveJobDescription job = admin.redriveJobs().list().get(0);
            assertThat(job.state()).isEqualTo(RedriveJobDescription.RedriveJobState.RUNNING);
            assertThat(job.moved()).isBetween(told, MESSAGES - 1L);
            Eventually.eventually("the redrive job ended", () -> {
                assertThat(uncounted(database)).isZero();
                return admin.redriveJobs().get(job.id()).orElseThrow().state()
                        == RedriveJobDescription.RedriveJobState.DONE;
            });
            RedriveJobDescription done = admin.redriveJobs().get(job.id()).orElseThrow();
            assertThat(done.moved()).isEqualTo(MESSAGES);
            assertThat(done.total()).isEqualTo(MESSAGES);
            assertThat(done.skipped()).isZero();
            assertThat(RedriveJobFixture.numbers(admin, QUEUE)).hasSize(MESSAGES);
            assertThat(RedriveJobFixture.numbers(admin, DEAD_LETTERS)).isEmpty();
        }
    }

    private static long uncounted(Connection database) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet row = statement.executeQuery(UNCOUNTED)) {
            row.next();
            return row.getLong(1);
        }
    }
}
