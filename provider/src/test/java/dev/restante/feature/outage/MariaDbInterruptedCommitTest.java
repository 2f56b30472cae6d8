package dev.restante.feature.outage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.FaultInjectingDataSource.BreakPoint;
import dev.restante.testing.MariaDbDatabasePool;
import dev.restante.testing.RequiresMariaDb;
import dev.restante.testing.SharedServer;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("a COMMIT that an administrator of MariaDB interrupts")
@ExtendWith(MariaDbDatabasePool.class)
@RequiresMariaDb
@Timeout(value = 3, unit = TimeUnit.MINUTES)
final class MariaDbInterruptedCommitTest extends OutcomeUnknownFixture {

    @Override
    DataSource empty() throws SQLException {
        return SharedServer.MARIADB.dataSource(MariaDbDatabasePool.borrow());
    }

    /** {@return a store timeout that is far longer than the query of the outcome} */
    @Override
    Duration storeTimeout() {
        return Duration.ofMinutes(1);
    }

    private static SQLException interrupted() {
        return new SQLException("Query execution was interrupted", "70100", 1317);
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-01 a node queries the outcome of an interrupted COMMIT, and sends the message once")
    void shouldSendOnce(BreakPoint place) throws Exception {
        CountDownLatch answered = database.answerCommitOf(BATCH, place, interrupted());
        send(queue, "once");
        assertThat(answered.getCount()).isZero();
        assertThat(drain("q")).containsExactly("once");
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName("SND-09 a node queries the outcome of an interrupted COMMIT, and creates the queue once")
    void shouldCreateOnce(BreakPoint place) throws Exception {
        try (RestanteAdmin admin = factory.admin()) {
            CountDownLatch answered = database.answerCommitOf(STEP, place, interrupted());
            assertThat(admin.createQueue("new", QueueOptions.defaults()).name()).isEqualTo("new");
            assertThat(answered.getCount()).isZero();
        }
    }
}
