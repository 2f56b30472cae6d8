package dev.restante.store.jdbc;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.Membership;
import dev.restante.store.OperationOutcome;
import dev.restante.store.jdbc.batch.JdbcApplicationConnection;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Contract tests of fencing tokens of rows that another node is changing. */
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class SharedStoreFenceContract {

    private static final int MANY = 40;

    /** Returns the JDBC URL of a new database with an empty store. */
    protected abstract String newDatabase() throws SQLException;

    protected abstract String user();

    /** Blocks until a session waits for a lock. */
    protected abstract void awaitLockWait(Connection observer) throws SQLException;

    @Test
    @DisplayName("TTL-18 a node can return all its deliveries while another node sets their expiry times")
    void shouldNotMissWhatItWaitedFor() throws Exception {
        String url = newDatabase();
        StoreFixture fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, user(), "")));
        try (Connection other = DriverManager.getConnection(url, user(), "")) {
            List<Delivery> acquired = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                acquired.add(fixture.sendAndAcquire());
            }
            other.setAutoCommit(false);
            setExpiryTimes(other, acquired);
            CompletableFuture<OperationOutcome> givenBack =
                    CompletableFuture.supplyAsync(() -> fixture.write(acquired.stream()
                            .map(delivery -> new Change.ReturnUndelivered(delivery.ref()))
                            .toArray(Change[]::new)));
            awaitLockWait(other);
            other.commit();
            assertThat(givenBack.get(30, TimeUnit.SECONDS)).isEqualTo(OperationOutcome.Applied.ALL_APPLIED);
        } finally {
            fixture.close();
        }
    }

    @Test
    @DisplayName("BEY-01 RCV-13 a dead node's delivery in an application transaction is released after the rollback")
    void shouldNotWaitForTheApplication() throws Exception {
        String url = newDatabase();
        StoreFixture fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, user(), "")));
        try (Connection application = DriverManager.getConnection(url, user(), "")) {
            Delivery kept = fixture.sendAndAcquire();
            Delivery removed = fixture.sendAndAcquire();
            application.setAutoCommit(false);
            assertThat(fixture.store
                            .applicationTransactions()
                            .complete(new JdbcApplicationConnection(application), new Change.Complete(removed.ref())))
                    .isTrue();
            Membership membership = fixture.store.membership();
            long dead = fixture.node.incarnation();
            membership.declareDead(Long.MIN_VALUE, Long.MAX_VALUE);

            assertThat(membership.releaseOfDead(dead, 10, NOW)).containsExactly(fixture.queue.id());
            assertThat(membership.releaseOfDead(dead, 10, NOW)).isEmpty();
            assertThat(membership.deadIncarnations()).containsExactly(dead);
            assertThat(owned(fixture)).containsExactly(removed.id()).doesNotContain(kept.id());

            application.rollback();
            assertThat(membership.releaseOfDead(dead, 10, NOW)).containsExactly(fixture.queue.id());
            assertThat(membership.releaseOfDead(dead, 10, NOW)).isEmpty();
            assertThat(membership.deadIncarnations()).isEmpty();
            assertThat(owned(fixture)).isEmpty();
        } finally {
            fixture.close();
        }
    }

    @Test
    @DisplayName("RCV-13 a node that renews its lease while another node checks it is not declared dead")
    void shouldLookAtTheLeaseAgain() throws Exception {
        String url = newDatabase();
        StoreFixture fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, user(), "")));
        try (Connection late = DriverManager.getConnection(url, user(), "");
                Statement renew = late.createStatement()) {
            long overdueAt = StoreFixture.NOW + 20_000;
            late.setAutoCommit(false);
            assertThat(renew.executeUpdate("UPDATE restante_node SET lease_until = " + (overdueAt + 10_000)
                            + " WHERE incarnation = " + fixture.node.incarnation()))
                    .isEqualTo(1);
            Membership membership = fixture.store.membership();
            CompletableFuture<List<Long>> declared =
                    CompletableFuture.supplyAsync(() -> membership.declareDead(Long.MIN_VALUE, overdueAt));
            awaitLockWait(late);
            late.commit();
            assertThat(declared.get(30, TimeUnit.SECONDS)).isEmpty();
            assertThat(membership.deadIncarnations()).isEmpty();
        } finally {
            fixture.close();
        }
    }

    private static List<Long> owned(StoreFixture fixture) {
        return fixture.stored().stream()
                .filter(delivery -> delivery.ref().owned())
                .map(Delivery::id)
                .toList();
    }

    private static void setExpiryTimes(Connection other, List<Delivery> acquired) throws SQLException {
        String ids = acquired.stream().map(Delivery::id).map(String::valueOf).collect(Collectors.joining(", "));
        try (Statement update = other.createStatement()) {
            assertThat(update.executeUpdate("UPDATE restante_delivery SET expires_at = 1 WHERE id IN (" + ids + ")"))
                    .isEqualTo(MANY);
        }
    }
}
