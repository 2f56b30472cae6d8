package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.restante.testing.CapturedLog;
import jakarta.jms.JMSContext;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the log of a start")
class StartLogNoiseTest {

    private static List<String> logged(RestanteConnectionFactory factory) throws Exception {
        // HikariCP logs about connections in this base class of the pool.
        try (CapturedLog log = new CapturedLog(Class.forName("com.zaxxer.hikari.pool.PoolBase"));
                factory;
                JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("quiet"), "a");
            assertThat(context.createConsumer(context.createQueue("quiet")).receiveBody(String.class, 30_000))
                    .isEqualTo("a");
            return log.lines();
        }
    }

    @Test
    @DisplayName("the log of an embedded store does not mention network timeouts, which it does not have")
    void shouldStartQuietly() throws Exception {
        assertThat(logged(new RestanteConnectionFactory("jdbc:hsqldb:mem:quiet")))
                .noneMatch(line -> line.contains("timeout") || line.contains("broken"));
    }

    @Test
    @DisplayName("the log of a store in a pool of the application does not mention network timeouts")
    void shouldStartQuietlyInPool() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl("jdbc:hsqldb:mem:quietpool;hsqldb.tx=mvcc;hsqldb.write_delay=false;hsqldb.log_size=0");
        config.setUsername("SA");
        config.setPassword("");
        // The pool itself also checks its connections.
        config.setPoolName("of the application");
        try (HikariDataSource pool = new HikariDataSource(config)) {
            assertThat(logged(new RestanteConnectionFactory(pool)))
                    .filteredOn(line -> !line.contains("Driver does not support"))
                    .noneMatch(line -> line.contains("timeout") || line.contains("broken"));
        }
    }
}
