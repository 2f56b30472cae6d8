package dev.restante.samples.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.admin.EntityFilter;
import dev.restante.metrics.RestanteMetrics;
import dev.restante.spring.RestanteStore;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.yaml.snakeyaml.Yaml;

@Timeout(120)
@DisplayName("Metrics of the application in Prometheus")
class ScrapeTest {

    private static final Path DOCUMENTS = Path.of("../../docs/how-to/monitoring");
    private static final Pattern METRIC = Pattern.compile("\\brestante_[a-z_]+");
    private static final Pattern BRACES = Pattern.compile("\\{([^}]*)}");
    private static final Pattern LABEL = Pattern.compile("([a-z]+)(?:=~|!=|=)\"");
    private static final Pattern BY = Pattern.compile("\\bby \\(([a-z, ]+)\\)");

    private static String scraped;

    /** Application whose meters query the store at each scrape instead of every 5 s. */
    @Configuration(proxyBeanMethods = false)
    @Import(GreetingsApplication.class)
    static class WithFreshMeters {

        @Bean
        RestanteMetrics freshMeters(RestanteStore store) {
            return new RestanteMetrics(
                    store.restanteConnectionFactory(), EntityFilter.all(), Duration.ZERO, Tags.empty());
        }
    }

    /** Scrapes the metrics after the greeting was received and acknowledged. */
    @BeforeAll
    static void scrape() {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                WithFreshMeters.class, "--restante.url=jdbc:hsqldb:mem:scraped", "--spring.main.banner-mode=off")) {
            PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
            long startNanos = System.nanoTime();
            do {
                scraped = registry.scrape();
            } while (!scraped.contains("restante_settlement_seconds_count")
                    && System.nanoTime() - startNanos < TimeUnit.MINUTES.toNanos(1));
            // Meters of a queue appear in the scrape after the one that found the queue.
            scraped = registry.scrape();
        }
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    private static void assertScraped(String expression) {
        Set<String> metrics = scraped.lines()
                .filter(line -> line.startsWith("restante_"))
                .map(line -> line.split("[{ ]", 2)[0])
                .collect(Collectors.toSet());
        Set<String> used = found(METRIC, expression);
        assertThat(used).as(expression).isNotEmpty();
        assertThat(metrics).as("the metrics of " + expression).containsAll(used);
        String labels = scraped.lines()
                .filter(line -> used.contains(line.split("[{ ]", 2)[0]))
                .collect(Collectors.joining("\n"));
        List<String> named = new ArrayList<>();
        BRACES.matcher(expression).results().forEach(braces -> LABEL.matcher(braces.group(1))
                .results()
                .forEach(label -> named.add(label.group(1))));
        BY.matcher(expression)
                .results()
                .forEach(by -> named.addAll(List.of(by.group(1).split(", ?"))));
        for (String label : named) {
            assertThat(labels).as("the labels of " + expression).contains(label + "=\"");
        }
    }

    private static List<String> expressions(String file) throws IOException {
        Object content = new Yaml().load(Files.readString(DOCUMENTS.resolve(file)));
        return expressionsIn(content);
    }

    private static List<String> expressionsIn(Object part) {
        List<String> found = new ArrayList<>();
        if (part instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (value instanceof String text
                        && (key.equals("expr") || key.equals("query"))
                        && text.contains("restante_")) {
                    found.add(text);
                } else {
                    found.addAll(expressionsIn(value));
                }
            });
        } else if (part instanceof List<?> list) {
            list.forEach(each -> found.addAll(expressionsIn(each)));
        }
        return found;
    }

    @Test
    @DisplayName("the application publishes each metric and label of the Grafana dashboard")
    void shouldFeedDashboard() throws Exception {
        // The YAML parser also reads JSON.
        assertThat(expressions("grafana-dashboard.json")).hasSizeGreaterThan(15).allSatisfy(ScrapeTest::assertScraped);
    }

    @Test
    @DisplayName("the application publishes each metric and label of the alert rules")
    void shouldFeedAlerts() throws Exception {
        assertThat(expressions("prometheus-alerts.yml")).hasSizeGreaterThan(5).allSatisfy(ScrapeTest::assertScraped);
    }
}
