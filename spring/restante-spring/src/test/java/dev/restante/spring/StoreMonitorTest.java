package dev.restante.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.spring.StoreHealth.Limits;
import jakarta.jms.JMSException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import javax.sql.DataSource;
import org.hsqldb.jdbc.JDBCDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
@DisplayName("The health of a store")
class StoreMonitorTest {

    private static final Duration STORE_TIMEOUT = Duration.ofSeconds(4);

    /** The database answers when this opens. */
    private final AtomicReference<CountDownLatch> silence = new AtomicReference<>(new CountDownLatch(0));

    private RestanteStore store;

    @BeforeEach
    void open() {
        store = RestanteStore.of(
                new StoreChoice.Database("database"),
                StoreMode.MIXED,
                name -> database(),
                factory -> factory.setStoreTimeout(STORE_TIMEOUT));
        store.prepare(StoreSchema.CREATE, ConfiguredEntities.none());
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
            "is told within the store time-out, though the store is silent for longer; without limits nothing is counted")
    void shouldBeBounded() throws JMSException {
        try (StoreMonitor monitor = new StoreMonitor(store, Duration.ZERO)) {
            Limits limits = new Limits(Duration.ofHours(1), 10L);
            assertThat(monitor.health(Limits.NONE).details()).containsOnlyKeys("store", "lease");
            assertThat(monitor.health(limits).details())
                    .containsOnlyKeys("store", "lease", "backlogAge", "deadLetters");
            silence.set(new CountDownLatch(1));
            assertThatThrownBy(() -> monitor.health(limits))
                    .isInstanceOf(JMSException.class)
                    .hasMessage("The store has not answered within PT4S");
            assertThatThrownBy(monitor::statistics).hasMessage("The store has not answered within PT4S");
            assertThat(monitor.node()).as("told without the store").isPresent();
        }
    }

    @Test
    @DisplayName(
            "is asked for once at a time: those who come meanwhile share the answer, and a failure is told as it is")
    void shouldShareTheAnswer() throws JMSException {
        AtomicInteger asked = new AtomicInteger();
        CountDownLatch answering = new CountDownLatch(1);
        SharedQuestion<Integer> question = new SharedQuestion<>("asks", () -> {
            answering.await();
            return asked.incrementAndGet();
        });
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> question.answer(Duration.ofMillis(1))).hasMessageContaining("within PT0.001S");
        }
        answering.countDown();
        assertThat(question.answer(Duration.ofMinutes(1)))
                .as("the one that was asked for, or another one")
                .isLessThanOrEqualTo(2);
        SharedQuestion<Integer> refused = new SharedQuestion<>("asks", () -> {
            throw new IllegalStateException("no");
        });
        assertThatThrownBy(() -> refused.answer(Duration.ofMinutes(1)))
                .isInstanceOf(JMSException.class)
                .hasMessage("no")
                .hasCauseInstanceOf(IllegalStateException.class);
    }
}
