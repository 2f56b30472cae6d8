package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("RCV-19 SND-09 operations with a fault at a call to HSQLDB")
final class HsqldbRoundTripTest extends RoundTripContract {

    private static final AtomicInteger DATABASES = new AtomicInteger();

    @Override
    DataSource newDatabase() {
        JDBCDataSource database = new JDBCDataSource();
        database.setUrl("jdbc:hsqldb:mem:proof" + DATABASES.incrementAndGet()
                + ";hsqldb.tx=mvcc;hsqldb.write_delay=false;hsqldb.log_size=0");
        database.setUser("SA");
        return database;
    }

    @Override
    DataSource newDatabaseWithoutTables() {
        return newDatabase();
    }

    @ParameterizedTest(name = "BEY-04 SND-09 {0} tells the truth after a silence at call {1}")
    @CsvSource({
        // The release of the message is not confirmed in time.
        "break lock, 2",
        // The end of the attempt that only looks for the subscription is not confirmed.
        "subscribe, 7",
        // The caller waits for a commit that another thread executes.
        "send to a topic, 6",
        // The commit of the body, not of the message, is not confirmed.
        "send a large body, 8"
    })
    void shouldTellTheTruthAfterASilence(String name, int call) {
        ProofOperation operation = ProofOperation.all(isShared())
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
        DataSource database = newDatabase();
        try (OperationProof proof =
                new OperationProof(operation, database, new CallFaultDataSource(database), isShared())) {
            assertThat(proof.countCalls()).isGreaterThan(call);
            proof.test(call, CallFault.SILENCE_AFTER);
            assertThat(proof.missedPoints()).isZero();
            proof.checkAtEnd();
        }
    }

    @Override
    List<CallFault> rejections() {
        return List.of(CallFault.rejection("40001", 0), CallFault.rejection("40502", 0));
    }

    @Override
    boolean isShared() {
        return false;
    }
}
