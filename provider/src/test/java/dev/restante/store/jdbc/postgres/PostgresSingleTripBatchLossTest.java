package dev.restante.store.jdbc.postgres;

import static dev.restante.store.jdbc.StoreFixture.enqueue;
import static dev.restante.testing.Eventually.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.model.Delivery;
import dev.restante.store.BatchInDoubtException;
import dev.restante.store.Change;
import dev.restante.store.OperationOutcome;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.DatabaseProxy.CommitBreak;
import dev.restante.testing.DatabaseProxy.TrafficMode;
import dev.restante.testing.PostgresServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("failures of a single-trip batch on PostgreSQL")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSingleTripBatchLossTest {

    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_ATTEMPTS = 100;

    private final String directUrl = PostgresServer.newDatabase();
    private final DatabaseProxy proxy = new DatabaseProxy(directUrl);
    private final StoreFixture fixture =
            new StoreFixture(StoreOpener.open(new StoreLocation.Url(proxy.url(), PostgresServer.USER, "")));

    @BeforeEach
    void connect() {
        fixture.send();
    }

    @AfterEach
    void close() throws Exception {
        proxy.restore();
        fixture.close();
        proxy.close();
    }

    private Connection direct() throws SQLException {
        return DriverManager.getConnection(directUrl, PostgresServer.USER, "");
    }

    private CompletableFuture<OperationOutcome> writing(Delivery sent) {
        return CompletableFuture.supplyAsync(() -> fixture.write(enqueue(sent)));
    }

    @ParameterizedTest
    @EnumSource
    @DisplayName(
            "SND-09 a batch is in doubt if its COMMIT loses the connection, until the pipeline row shows the outcome")
    void shouldBeInDoubt(CommitBreak place) throws InterruptedException {
        Delivery sent = fixture.shape().build();
        CountDownLatch broken = proxy.breakCommitOf("body " + sent.id(), place, false);
        assertThat(catchThrowable(() -> fixture.write(enqueue(sent)))).isInstanceOf(BatchInDoubtException.class);
        assertThat(broken.await(30, TimeUnit.SECONDS))
                .as("the proxy has broken the connection")
                .isTrue();
        boolean committed = place == CommitBreak.AFTER_COMMIT;
        assertThat(fixture.writer.isCommitted(fixture.lastBatch())).isEqualTo(committed);
        assertThat(fixture.storedIds().contains(sent.id())).isEqualTo(committed);
    }

    private StoreException writtenOver(TrafficMode line, Delivery lost) {
        proxy.setExistingConnections(line);
        Throwable thrown = catchThrowable(() -> fixture.write(enqueue(lost)));
        assertThat(thrown).isInstanceOf(StoreException.class);
        return (StoreException) thrown;
    }

    @Test
    @DisplayName("SND-09 a batch on a lost connection that was idle before is certainly not written")
    void shouldAskAQuietConnection() {
        Delivery lost = fixture.shape().build();
        long sinceNanos = System.nanoTime();
        while (System.nanoTime() - sinceNanos < QUIET_NANOS) {
            Thread.onSpinWait();
        }
        StoreException failure = writtenOver(TrafficMode.RESET, lost);
        assertThat(failure).isNotInstanceOf(BatchInDoubtException.class);
        assertThat(failure.kind()).isEqualTo(StoreException.StoreFailureKind.UNAVAILABLE);
        Delivery next = fixture.send();
        assertThat(fixture.storedIds()).contains(next.id()).doesNotContain(lost.id());
    }

    @Test
    @DisplayName("SND-09 a batch is in doubt if the connection is lost right after an answer, and it is not written")
    void shouldNotAskABusyConnection() {
        StoreException failure = null;
        Delivery lost = null;
        // The loop repeats, because a pause of the test can exceed the time for which a connection counts as alive.
        for (int attempt = 1; attempt <= MAX_ATTEMPTS && !(failure instanceof BatchInDoubtException); attempt++) {
            lost = fixture.shape().build();
            fixture.send();
            failure = writtenOver(TrafficMode.RESET, lost);
            assertThat(failure instanceof BatchInDoubtException
                            || failure.kind() == StoreException.StoreFailureKind.UNAVAILABLE)
                    .isTrue();
            fixture.send();
        }
        assertThat(failure).isInstanceOf(BatchInDoubtException.class);
        assertThat(fixture.storedIds()).doesNotContain(requireNonNull(lost).id());
    }

    @Test
    @DisplayName("SND-01 a batch is not reported as written before the answer to its COMMIT arrives")
    void shouldWaitForTheAnswerToCommit() throws Exception {
        Delivery sent = fixture.shape().build();
        proxy.delayAnswersToCommit(Duration.ofHours(1));
        CompletableFuture<OperationOutcome> writing = writing(sent);
        try (Connection direct = direct();
                Statement select = direct.createStatement()) {
            eventually("the server has committed", () -> count(select, sent) == 1);
        }
        assertThat(writing).isNotDone();
        proxy.delayAnswersToCommit(Duration.ZERO);
        assertThat(writing.get(30, TimeUnit.SECONDS)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
    }

    private static int count(Statement select, Delivery delivery) throws SQLException {
        try (ResultSet rows =
                select.executeQuery("SELECT COUNT(*) FROM restante_delivery WHERE id = " + delivery.id())) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Test
    @DisplayName("SND-01 a batch is not reported as written while the server commits it")
    void shouldWaitForCommit() throws Exception {
        try (Connection direct = direct();
                Statement statement = direct.createStatement()) {
            statement.execute("CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS"
                    + " 'BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END'");
            statement.execute("CREATE CONSTRAINT TRIGGER wait_at_commit AFTER INSERT ON restante_delivery"
                    + " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION wait_at_commit()");
            direct.setAutoCommit(false);
            statement.execute("SELECT pg_advisory_xact_lock(1)");
            Delivery sent = fixture.shape().build();
            CompletableFuture<OperationOutcome> writing = writing(sent);
            PostgresLockWaits.awaitAny(direct);
            assertThat(writing).isNotDone();
            assertThat(count(statement, sent)).isZero();
            direct.commit();
            assertThat(writing.get(30, TimeUnit.SECONDS)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
            assertThat(fixture.storedIds()).contains(sent.id());
        }
    }

    @Test
    @DisplayName("RCV-14 a batch is not written if its node is declared dead while it waits for its pipeline row")
    void shouldNotPassAFenceThatFallsMeanwhile() throws Exception {
        Delivery acquired = fixture.sendAndAcquire();
        Delivery sent = fixture.shape().build();
        try (Connection direct = direct();
                Statement statement = direct.createStatement()) {
            direct.setAutoCommit(false);
            assertThat(statement.executeUpdate("UPDATE restante_pipeline SET alive = FALSE WHERE incarnation = "
                            + fixture.node.incarnation()))
                    .isPositive();
            CompletableFuture<OperationOutcome> writing = CompletableFuture.supplyAsync(
                    () -> fixture.write(enqueue(sent), new Change.Complete(acquired.ref())));
            PostgresLockWaits.awaitAny(direct);
            direct.commit();
            Throwable thrown = catchThrowable(() -> writing.get(30, TimeUnit.SECONDS));
            assertThat(thrown.getCause())
                    .isInstanceOfSatisfying(StoreException.class, fenced -> assertThat(fenced.kind())
                            .isEqualTo(StoreException.StoreFailureKind.FENCED));
        }
        assertThat(fixture.storedIds()).contains(acquired.id()).doesNotContain(sent.id());
    }
}
