package dev.restante;

import static dev.restante.testing.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

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
@DisplayName("Looks at the statistics of a store")
class StatisticsLooksTest {

    private static final long KEPT_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(5));
    private static final long PATIENCE_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(60));
    private static final long OUTAGE_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(30));

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicBoolean down = new AtomicBoolean(true);

    /** The database answers when this opens. */
    private final AtomicReference<CountDownLatch> silence = new AtomicReference<>(new CountDownLatch(0));

    /** While the database is down it answers late, and refuses. */
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

    /** Looks while the database is silent. */
    private FutureTask<StoreStatistics> lookInSilence(StatisticsLooks looks) {
        silence.set(new CountDownLatch(1));
        return waiting(looks);
    }

    /** Asks on a thread of its own, which waits when this returns: for the database, or for who looks. */
    private static FutureTask<StoreStatistics> waiting(StatisticsLooks looks) {
        FutureTask<StoreStatistics> asked = new FutureTask<>(() -> looks.current(PATIENCE_NANOS));
        Thread thread = new Thread(asked, "asks");
        thread.start();
        Set<Thread.State> waits = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);
        eventually("it waits", () -> waits.contains(thread.getState()));
        return asked;
    }

    @Test
    @DisplayName("are made again soon after one that has waited long, and failed")
    void shouldLookSoonAfterFailure() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsLooks looks = new StatisticsLooks(factory, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            assertThat(looks.current(PATIENCE_NANOS)).isNull();
            long tookNanos = nanoTime.get();
            down.set(false);
            nanoTime.addAndGet(KEPT_NANOS);
            assertThat(looks.current(PATIENCE_NANOS)).as("kept").isNull();
            nanoTime.addAndGet(tookNanos);
            assertThat(looks.current(PATIENCE_NANOS)).as("made again").isNotNull();
            looks.close();
        }
    }

    @Test
    @DisplayName("are not waited for where somebody else looks and that takes long: what was known before is told")
    void shouldTellTheLastLook() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsLooks looks = new StatisticsLooks(factory, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            StoreStatistics before = looks.current(PATIENCE_NANOS);
            nanoTime.addAndGet(TimeUnit.NANOSECONDS.convert(Duration.ofHours(1)));
            FutureTask<StoreStatistics> look = lookInSilence(looks);
            nanoTime.addAndGet(PATIENCE_NANOS);
            assertThat(looks.current(PATIENCE_NANOS)).isNotNull().isSameAs(before);
            silence.get().countDown();
            assertThat(look.get(30, TimeUnit.SECONDS)).isNotNull().isNotSameAs(before);
            assertThat(looks.current(PATIENCE_NANOS)).isSameAs(look.get());
            looks.close();
        }
    }

    @Test
    @DisplayName("are waited for where somebody else looks and that does not take long")
    void shouldShareALook() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsLooks looks = new StatisticsLooks(factory, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            FutureTask<StoreStatistics> look = lookInSilence(looks);
            FutureTask<StoreStatistics> another = waiting(looks);
            silence.get().countDown();
            assertThat(another.get(30, TimeUnit.SECONDS)).isNotNull().isSameAs(look.get());
            looks.close();
        }
    }

    @Test
    @DisplayName("end without being waited for when somebody interrupts a reader, or closes them")
    void shouldEndWaits() throws Exception {
        down.set(false);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsLooks looks = new StatisticsLooks(factory, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            FutureTask<StoreStatistics> look = lookInSilence(looks);
            Thread.currentThread().interrupt();
            assertThat(looks.current(PATIENCE_NANOS)).isNull();
            assertThat(Thread.interrupted()).as("still interrupted").isTrue();
            looks.close();
            assertThat(look.isDone()).isFalse();
            silence.get().countDown();
            look.get(30, TimeUnit.SECONDS);
            assertThat(looks.current(PATIENCE_NANOS)).isNull();
        }
    }
}
