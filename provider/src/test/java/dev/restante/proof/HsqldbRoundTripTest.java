package dev.restante.proof;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

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

    @Test
    @DisplayName("BEY-04 RCV-19 an unconfirmed release is reported, and the message becomes available later")
    void shouldContinueAReleaseAfterASilence() {
        ProofOperation operation = AdministrationOperations.all().stream()
                .filter(each -> each.name().equals("break lock"))
                .findFirst()
                .orElseThrow();
        DataSource database = newDatabase();
        try (OperationProof proof =
                new OperationProof(operation, database, new CallFaultDataSource(database), isShared())) {
            proof.test(proof.countCalls(), CallFault.SILENCE_BEFORE);
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
