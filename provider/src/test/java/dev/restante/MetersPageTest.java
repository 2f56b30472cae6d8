package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.EntityFilter;
import dev.restante.admin.RestanteAdmin;
import dev.restante.admin.TopicOptions;
import dev.restante.metrics.RestanteMetrics;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test of the table of meters in docs/reference, which must list each meter of the code once. */
final class MetersPageTest {

    private static final Path REFERENCE =
            Path.of(System.getProperty("basedir", ".")).resolve("../docs/reference");
    private static final Pattern ROW =
            Pattern.compile("\\| `(restante(?:\\.[a-z]+)+)` \\| (gauge|counter|timer) \\|.*");

    @Test
    @DisplayName("each meter stands once in the reference, with its type")
    void shouldDocumentEachMeterOnce() throws IOException, JMSException {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:meters-page");
                RestanteAdmin admin = factory.admin();
                RestanteMetrics metrics =
                        new RestanteMetrics(factory, EntityFilter.all(), Duration.ZERO, Tags.empty());
                JMSContext context = factory.createContext()) {
            metrics.bindTo(registry);
            admin.topics().create("news", TopicOptions.defaults());
            Queue queue = context.createQueue("jobs");
            context.createProducer().send(queue, "job");
            assertThat(context.createConsumer(queue).receiveBody(String.class, 5_000))
                    .isEqualTo("job");
            // The next receive settles the first message, which has a timer of its own.
            assertThat(context.createConsumer(queue).receiveNoWait()).isNull();
            // Reading one meter creates those of all entities.
            assertThat(registry.get("restante.entities").gauge().value()).isPositive();

            assertThat(documented()).containsExactlyInAnyOrderElementsOf(existing(registry));
        }
    }

    private static List<String> existing(SimpleMeterRegistry registry) {
        return registry.getMeters().stream()
                .map(Meter::getId)
                .map(id -> id.getName() + " " + id.getType().name().toLowerCase(Locale.ROOT))
                .distinct()
                .toList();
    }

    private static List<String> documented() throws IOException {
        try (Stream<Path> pages = Files.list(REFERENCE)) {
            return pages.filter(page -> page.toString().endsWith(".md"))
                    .flatMap(MetersPageTest::lines)
                    .map(ROW::matcher)
                    .filter(row -> row.matches())
                    .map(row -> row.group(1) + " " + row.group(2))
                    .toList();
        }
    }

    private static Stream<String> lines(Path page) {
        try {
            return Files.readAllLines(page).stream();
        } catch (IOException e) {
            throw new AssertionError(page + " cannot be read", e);
        }
    }
}
