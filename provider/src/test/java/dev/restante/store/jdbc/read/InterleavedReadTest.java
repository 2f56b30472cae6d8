package dev.restante.store.jdbc.read;

import static dev.restante.store.jdbc.StoreFixture.NOW;
import static dev.restante.store.jdbc.StoreFixture.annotations;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.DeliveryReader;
import dev.restante.store.jdbc.StoreFixture;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.ApplicationConnectionSource;
import dev.restante.store.jdbc.connect.ApplicationPool;
import dev.restante.store.jdbc.connect.ConnectionTimeLimits;
import dev.restante.store.jdbc.connect.NonTransactionalExecutor;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.store.jdbc.database.Database;
import dev.restante.store.jdbc.database.DatabaseMaintenance;
import dev.restante.store.jdbc.database.Dialect;
import dev.restante.store.jdbc.hsqldb.HsqldbDialect;
import dev.restante.store.jdbc.hsqldb.HsqldbProduct;
import dev.restante.store.jdbc.postgres.PostgresDialect;
import dev.restante.store.jdbc.postgres.PostgresProduct;
import dev.restante.store.jdbc.product.DatabaseProduct;
import dev.restante.testing.PostgresServer;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("changes at any query during the browsing of a queue")
final class InterleavedReadTest {

    private static final String HSQLDB = "jdbc:hsqldb:mem:interleaved-reads";

    @Test
    @DisplayName("browsing on HSQLDB shows a changing delivery either as before or as after the change")
    void shouldReadConsistentlyOnHsqldb() {
        interleaveAll(HSQLDB, "SA", new HsqldbDialect(), new HsqldbProduct(), 11);
    }

    @Test
    @DisplayName("browsing on PostgreSQL shows a changing delivery either as before or as after the change")
    void shouldReadConsistentlyOnPostgres() {
        interleaveAll(
                PostgresServer.newDatabase(), PostgresServer.USER, new PostgresDialect(), new PostgresProduct(), 3);
    }

    private static void interleaveAll(String url, String user, Dialect dialect, DatabaseProduct product, int least) {
        try (StoreFixture fixture = new StoreFixture(StoreOpener.open(new StoreLocation.Url(url, user, "")))) {
            Reads reads = new Reads(
                    fixture, new InterleavingDataSource(url, user), dialect, product.keyedReader(dialect), least);
            reads.interleave(
                    () -> fixture.sendAndAcquire(noted(fixture)),
                    acquired -> new Change.Release(acquired.ref(), 1, 0, annotations("released")),
                    true);
            reads.interleave(
                    () -> fixture.sendAndAcquire(noted(fixture)),
                    acquired -> new Change.Move(
                            acquired.ref(),
                            fixture.queue.deadLetterQueueId(),
                            fixture.newId(),
                            NOW,
                            Delivery.NEVER,
                            annotations("dead")),
                    false);
            reads.interleave(() -> fixture.send(noted(fixture)), null, true);
        }
    }

    private static StoreFixture.Shape noted(StoreFixture fixture) {
        StoreFixture.Shape shape = fixture.shape();
        shape.annotations = annotations("before");
        return shape;
    }

    /** Reads of the queue of a fixture, during which one delivery changes. */
    private record Reads(
            StoreFixture fixture,
            InterleavingDataSource connections,
            Dialect dialect,
            KeyedReader keyedReader,
            int least) {

        /**
         * Changes a new delivery before each query of a browse. If the change is null, acquires the delivery instead.
         *
         * @param stays true if the delivery is in the queue before and after the change
         */
        void interleave(Supplier<Delivery> preparation, Function<Delivery, Change> change, boolean stays) {
            DeliveryReader reader = new JdbcDeliveryReader(
                    new Database(
                            dialect,
                            new ApplicationConnectionSource(
                                    new ApplicationPool(connections),
                                    new NonTransactionalExecutor(StoreTimeouts.DEFAULT),
                                    StoreTimeouts.DEFAULT,
                                    true,
                                    unused -> {},
                                    () -> false),
                            "the test",
                            ConnectionTimeLimits.forInProcess(StoreTimeouts.DEFAULT),
                            opened -> DatabaseMaintenance.notNeeded(opened.dialect())),
                    keyedReader);
            int query = 0;
            do {
                query++;
                Delivery before = preparation.get();
                connections.before(query, () -> {
                    if (change == null) {
                        fixture.acquire(1_000);
                    } else {
                        fixture.applied(change.apply(before));
                    }
                });
                assertConsistent(reader.browse(fixture.queue.id(), null, 1_000), before, stays, query);
                empty();
            } while (connections.queries() >= query);
            assertThat(query).as("queries of a browser").isGreaterThanOrEqualTo(least);
        }

        private void empty() {
            fixture.acquire(1_000);
            fixture.stored().forEach(delivery -> fixture.applied(new Change.Complete(delivery.ref())));
        }

        private void assertConsistent(List<Delivery> shown, Delivery before, boolean stays, int query) {
            List<Delivery> found = shown.stream()
                    .filter(delivery -> delivery.id() == before.id())
                    .toList();
            assertThat(found)
                    .as("browsed messages with a change before query %d", query)
                    .hasSizeBetween(stays ? 1 : 0, 1);
            assertThat(found).allSatisfy(delivery -> {
                boolean released = delivery.deliveryCount() == 1;
                assertThat(delivery.annotations())
                        .as("delivery annotations with a change before query %d", query)
                        .isEqualTo(annotations(released ? "released" : "before"));
            });
        }
    }
}
