package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.EntityFilter;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Looks at the statistics of a store")
class StatisticsLooksTest {

    private static final long KEPT_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(5));
    private static final long OUTAGE_NANOS = TimeUnit.NANOSECONDS.convert(Duration.ofSeconds(30));

    private final AtomicLong nanoTime = new AtomicLong();
    private final AtomicBoolean down = new AtomicBoolean(true);

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
                    return method.invoke(real, arguments);
                });
    }

    @Test
    @DisplayName("are made again soon after one that has waited long, and failed")
    void shouldLookSoonAfterFailure() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(database())) {
            StatisticsLooks looks = new StatisticsLooks(factory, EntityFilter.all(), KEPT_NANOS, nanoTime::get);
            assertThat(looks.current()).isNull();
            long tookNanos = nanoTime.get();
            down.set(false);
            nanoTime.addAndGet(KEPT_NANOS);
            assertThat(looks.current()).as("kept").isNull();
            nanoTime.addAndGet(tookNanos);
            assertThat(looks.current()).as("made again").isNotNull();
            looks.close();
        }
    }
}
