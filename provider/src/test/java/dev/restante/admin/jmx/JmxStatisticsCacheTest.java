package dev.restante.admin.jmx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.Eventually;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("the statistics cache of a management bean")
class JmxStatisticsCacheTest {

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    @DisplayName("the cache queries once for all attributes, also if the query fails, and queries again later")
    void shouldKeepFailures() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:kept-statistics");
                RestanteAdmin admin = factory.admin()) {
            JmxStatisticsCache statistics = new JmxStatisticsCache(() -> {
                asked.incrementAndGet();
                return admin.statistics("q");
            });
            for (int figure = 0; figure < 14; figure++) {
                assertThatThrownBy(statistics::current).hasMessageContaining("RESTANTE-ENTITY-NOT-FOUND");
            }
            assertThat(asked).hasValueLessThan(14);
            admin.createQueue("q", QueueOptions.defaults());
            Eventually.eventually("the statistics are available", () -> available(statistics) == 0);
        }
    }

    private static long available(JmxStatisticsCache statistics) {
        try {
            return statistics.current().available();
        } catch (IllegalStateException e) {
            return -1;
        }
    }
}
