package dev.restante.runtime;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.StoreStatistics;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("the cache of store statistics")
class StatisticsCacheTest {

    private static final long KEPT_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(5));
    private static final long PATIENCE_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(60));
    private static final long OUTAGE_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(30));

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicBoolean down = new AtomicBoolean(true);

    /** Latch that opens when the database answers. */
    private final AtomicReference<CountDownLatch> silence = new AtomicReference<>(new CountDownLatch(0));

    /** Returns a data source that answers late and fails while the database is down. */
    private DataSource database() {
        JDBCDataSource real = new JDBCDataSource();
        real.setUrl("jdbc:hsqldb:mem:looks;hsqldb.tx=mvcc;hsqldb.write_delay=false;hsqldb.log_size=0");
        real.setUser("SA");
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection") && down.get()) {
                        nanoTime.addAndGet(OUTAGE_NANOS);
                        throw new SQLException("refused", "28000");
                    }
                    if (method.getName().equals("getConnection")) {
                        silence.get().await();
                    }
                    return method.invoke(real, arguments);
                });
    }

    /** Queries the cache while the database does not answer. */
    private FutureTask<StoreStatistics> lookInSilence(StatisticsCache cache) {
        silence.set(new CountDownLatch(1));
        return waiting(cache);
    }

    /**
     * Queries the cache on a new thread, which waits for the database or for another query when this method returns.
     */
    private static FutureTask<StoreStatistics> waiting(StatisticsCache cache) {
        FutureTask<StoreStatistics> asked = new FutureTask<>(() -> cache.current(PATIENCE_NANOS));
        Thread thread = new Thread(asked, "asks");
        thread.start();
        Set<Thread.State> waits = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        eventually("the second caller waits", () -> waits.contains(thread.getState()));
        return asked;
    }

    @Test
    @DisplayName("the cache queries again soon after a query that took long and failed")
    void shouldLookSoonAfterFailure() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsCache cache = new StatisticsCache(factory::admin, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            assertThat(cache.current(PATIENCE_NANOS)).isNull();
            long tookNanos = nanoTime.get();
            down.set(false);
            nanoTime.addAndGet(KEPT_NANOS);
            assertThat(cache.current(PATIENCE_NANOS)).as("kept").isNull();
            nanoTime.addAndGet(tookNanos);
            assertThat(cache.current(PATIENCE_NANOS))
                    .as("the statistics after another query")
                    .isNotNull();
            cache.close();
        }
    }

    @Test
    @DisplayName("a caller does not wait for a slow query of another caller, and gets the previous statistics")
    void shouldTellTheLastLook() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsCache cache = new StatisticsCache(factory::admin, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            StoreStatistics before = cache.current(PATIENCE_NANOS);
            nanoTime.addAndGet(TimeUnit.NANOSECONDS.convert(Duration.ofHours(1)));
            FutureTask<StoreStatistics> look = lookInSilence(cache);
            nanoTime.addAndGet(PATIENCE_NANOS);
            assertThat(cache.current(PATIENCE_NANOS)).isNotNull().isSameAs(before);
            silence.get().countDown();
            assertThat(look.get(30, TimeUnit.SECONDS)).isNotNull().isNotSameAs(before);
            assertThat(cache.current(PATIENCE_NANOS)).isSameAs(look.get());
            cache.close();
        }
    }

    @Test
    @DisplayName("a caller waits for a fast query of another caller and shares its result")
    void shouldShareALook() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsCache cache = new StatisticsCache(factory::admin, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            FutureTask<StoreStatistics> look = lookInSilence(cache);
            FutureTask<StoreStatistics> another = waiting(cache);
            silence.get().countDown();
            assertThat(another.get(30, TimeUnit.SECONDS)).isNotNull().isSameAs(look.get());
            cache.close();
        }
    }

    @Test
    @DisplayName("an interrupt ends the wait for a query, and closing the cache does not wait for the query")
    void shouldEndWaits() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsCache cache = new StatisticsCache(factory::admin, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            FutureTask<StoreStatistics> look = lookInSilence(cache);
            Thread.currentThread().interrupt();
            assertThat(cache.current(PATIENCE_NANOS)).isNull();
            assertThat(Thread.interrupted())
                    .as("the thread is still interrupted")
                    .isTrue();
            cache.close();
            assertThat(look.isDone()).isFalse();
            silence.get().countDown();
            look.get(30, TimeUnit.SECONDS);
            assertThat(cache.current(PATIENCE_NANOS)).isNull();
        }
    }
}
