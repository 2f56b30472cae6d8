package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.spring.StoreHealth.HealthLimits;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DisplayName("Health of a store")
class StoreMonitorTest {

    /** Latch that blocks new connections of the database while it is closed. */
    private final AtomicReference<CountDownLatch> silence = new AtomicReference<>(new CountDownLatch(0));

    private RestanteStore store;

    private RestanteStore store(Duration storeTimeout) {
        store = RestanteStore.create(
                new StorePlacement.InDataSource("database"),
                TransactionMode.MIXED,
                name -> database(),
                factory -> factory.setStoreTimeout(storeTimeout));
        return store;
    }

    @AfterEach
    void close() throws JMSException {
        silence.get().countDown();
        store.close();
    }

    private DataSource database() {
        JDBCDataSource real = new JDBCDataSource();
        real.setUrl("jdbc:hsqldb:mem:monitor;hsqldb.tx=mvcc;hsqldb.write_delay=false;hsqldb.log_size=0");
        real.setUser("SA");
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("getConnection")) {
                        silence.get().await();
                    }
                    return method.invoke(real, arguments);
                });
    }

    @Test
    @DisplayName(
            "a health check ends within its timeout while the store is silent, and counts messages only with limits")
    void shouldBeBounded() throws JMSException {
        RestanteStore open = store(Duration.ofSeconds(30));
        open.open(SchemaManagement.CREATE, ConfiguredEntities.none());
        HealthLimits limits = new HealthLimits(Duration.ofHours(1), 10L);
        try (StoreMonitor monitor = new StoreMonitor(open);
                StoreMonitor impatient = new StoreMonitor(open, Duration.ZERO, Duration.ofMillis(100))) {
            assertThat(monitor.health(HealthLimits.NONE).details()).containsOnlyKeys("store", "lease");
            assertThat(monitor.health(limits).details())
                    .containsOnlyKeys("store", "lease", "backlogAge", "deadLetters");
            silence.set(new CountDownLatch(1));
            for (HealthLimits each : List.of(HealthLimits.NONE, limits)) {
                assertThatThrownBy(() -> impatient.health(each))
                        .isInstanceOf(JMSException.class)
                        .hasMessage("The store did not answer within PT0.1S");
            }
            assertThatThrownBy(impatient::statistics).hasMessage("The store did not answer within PT0.1S");
            assertThat(impatient.node())
                    .as("node description without the store")
                    .isPresent();
        }
    }

    @Test
    @DisplayName("a health check ends within the store timeout while the store is being opened")
    void shouldHeedTheStoreTimeout() {
        silence.set(new CountDownLatch(1));
        try (StoreMonitor monitor = new StoreMonitor(store(Duration.ofSeconds(5)))) {
            assertThat(monitor.node())
                    .as("node description while the store is being opened")
                    .isEmpty();
            assertThatThrownBy(() -> monitor.health(HealthLimits.NONE))
                    .hasMessage("The store did not answer within PT5S");
        }
    }
}
