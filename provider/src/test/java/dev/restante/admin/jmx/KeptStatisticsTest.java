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

@DisplayName("The statistics that a bean keeps")
class KeptStatisticsTest {

    private final AtomicInteger asked = new AtomicInteger();

    @Test
    @DisplayName("are asked for once for all figures, also where they can't be had, and again later")
    void shouldKeepFailures() throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:kept-statistics");
                RestanteAdmin admin = factory.admin()) {
            KeptStatistics statistics = new KeptStatistics(() -> {
                asked.incrementAndGet();
                return admin.statistics("q");
            });
            for (int figure = 0; figure < 14; figure++) {
                assertThatThrownBy(statistics::now).hasMessageContaining("RESTANTE-ENTITY-NOT-FOUND");
            }
            assertThat(asked).hasValueLessThan(14);
            admin.createQueue("q", QueueOptions.defaults());
            Eventually.eventually("they are there", () -> available(statistics) == 0);
        }
    }

    private static long available(KeptStatistics statistics) {
        try {
            return statistics.now().available();
        } catch (IllegalStateException e) {
            return -1;
        }
    }
}
