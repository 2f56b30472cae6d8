package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testserver.TestPostgres;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.JMSException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jms.core.JmsTemplate;

@DisplayName("Monitoring of an application")
class MonitoringTest {

    private static ApplicationContextRunner application(String name) {
        return Contexts.inMemory(name)
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class,
                        RestanteHealthContributorAutoConfiguration.class,
                        RestanteActuatorAutoConfiguration.class));
    }

    private static JmsTemplate template(ApplicationContext context) {
        JmsTemplate jms = context.getBean(JmsTemplate.class);
        jms.setReceiveTimeout(10_000);
        return jms;
    }

    @Test
    @DisplayName("there are meters of queues, and timers of sends, deliveries, processing and settlements")
    void shouldMeasure() {
        application("monitored")
                .withConfiguration(AutoConfigurations.of(MetricsAutoConfiguration.class))
                .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
                .run(context -> {
                    JmsTemplate jms = template(context);
                    jms.convertAndSend("orders", "a stew");
                    jms.convertAndSend("orders", "a pie");
                    assertThat(jms.receiveAndConvert("orders")).isEqualTo("a stew");
                    MeterRegistry registry = context.getBean(MeterRegistry.class);
                    assertThat(registry.get("restante.entities").gauge().value())
                            .isGreaterThanOrEqualTo(0);
                    assertThat(registry.get("restante.send")
                                    .tags("entity", "orders", "kind", "queue", "error", "none")
                                    .timer()
                                    .count())
                            .isEqualTo(2);
                    assertThat(registry.get("restante.delivery.wait").timer().count())
                            .isOne();
                    assertThat(registry.get("restante.processing").timer().count())
                            .isOne();
                    assertThat(registry.get("restante.settlement").timer().count())
                            .isOne();
                });
    }

    @Test
    @DisplayName("the store is out of service if messages wait too long or there are too many dead letters")
    void shouldTellLimits() {
        application("limits").run(context -> {
            template(context).convertAndSend("orders", "a stew");
            Health health = context.getBean(HealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("lease", "held")
                    .doesNotContainKeys("backlogAge", "deadLetters", "queues");
        });
        application("limits2")
                .withPropertyValues("restante.health.max-backlog-age=1ms", "restante.health.max-dead-letters=0")
                .run(context -> {
                    HealthIndicator indicator = context.getBean(HealthIndicator.class);
                    template(context).convertAndSend("orders", "a stew");
                    long sentNanos = System.nanoTime();
                    while (System.nanoTime() - sentNanos < Duration.ofMillis(5).toNanos()) {
                        Thread.onSpinWait();
                    }
                    Health late = indicator.health();
                    assertThat(late.getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
                    assertThat(late.getDetails())
                            .containsEntry("oldestIn", "orders")
                            .containsEntry("deadLetters", 0L)
                            .containsKey("backlogAge");
                });
        application("limits3")
                .withPropertyValues("restante.health.max-backlog-age=1h", "restante.health.max-dead-letters=0")
                .run(context -> {
                    template(context).convertAndSend("orders/$DeadLetterQueue", "lost");
                    assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                            .isEqualTo(Status.OUT_OF_SERVICE);
                });
    }

    @Test
    @DisplayName("the store is out of service while the node does not hold its lease")
    void shouldTellOfLease() {
        String url = TestPostgres.newDatabase();
        Contexts.on(url)
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class, RestanteHealthContributorAutoConfiguration.class))
                .withPropertyValues("restante.lease-duration=3s")
                .run(context -> {
                    HealthIndicator indicator = context.getBean("restanteHealthIndicator", HealthIndicator.class);
                    try (Connection blocking = DriverManager.getConnection(url)) {
                        blocking.setAutoCommit(false);
                        blocking.createStatement().execute("LOCK TABLE restante_node IN ACCESS EXCLUSIVE MODE");
                        assertThat(awaited(indicator, Status.OUT_OF_SERVICE).getDetails())
                                .containsEntry("lease", "not held");
                    }
                    assertThat(awaited(indicator, Status.UP).getDetails()).containsEntry("lease", "held");
                });
    }

    /** Queries the health, and with it the database, until the health has a status. */
    private static Health awaited(HealthIndicator indicator, Status wanted) {
        long startNanos = System.nanoTime();
        Health health = indicator.health();
        while (!health.getStatus().equals(wanted) && System.nanoTime() - startNanos < TimeUnit.SECONDS.toNanos(60)) {
            health = indicator.health();
        }
        assertThat(health.getStatus()).isEqualTo(wanted);
        return health;
    }

    @Test
    @DisplayName("the info endpoint names the versions and the database product, but not the location")
    void shouldInform() {
        application("informed").run(context -> {
            Info.Builder builder = new Info.Builder();
            context.getBean(InfoContributor.class).contribute(builder);
            @SuppressWarnings("unchecked")
            Map<String, Object> told = (Map<String, Object>) builder.build().get("restante");
            assertThat(told).containsOnlyKeys("version", "database", "schemaVersion");
            assertThat(told.toString()).doesNotContain("jdbc:");
        });
        application("unopened")
                .withPropertyValues(
                        "restante.url=jdbc:postgresql://db.example.invalid/secret", "restante.schema-management=none")
                .run(context -> {
                    Info.Builder builder = new Info.Builder();
                    context.getBean(InfoContributor.class).contribute(builder);
                    assertThat(builder.build().get("restante"))
                            .as("details of a store that is not open")
                            .isEqualTo(Map.of("store", "not open"));
                });
        application("uninformed")
                .withPropertyValues("management.info.restante.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(InfoContributor.class));
    }

    @Test
    @DisplayName("the endpoint exists only where it is exposed, and shows the queues")
    void shouldHaveEndpoint() {
        application("endpoint").run(context -> assertThat(context).doesNotHaveBean(RestanteEndpoint.class));
        application("endpoint2")
                .withPropertyValues("management.endpoints.web.exposure.include=restante")
                .run(context -> {
                    JmsTemplate jms = template(context);
                    jms.convertAndSend("shop/orders", "a stew");
                    RestanteEndpoint endpoint = context.getBean(RestanteEndpoint.class);
                    assertThat(endpoint.store().queues())
                            .extracting(RestanteEndpoint.QueueDescriptor::name)
                            .contains("shop/orders", "shop/orders/$DeadLetterQueue");
                    assertThat(endpoint.store().node().alive()).isTrue();
                    assertThat(available(endpoint, "shop", "orders")).isOne();
                    assertThat(endpoint.queue("none")).isNull();
                });
    }

    private static long available(RestanteEndpoint endpoint, String... name) throws JMSException {
        RestanteEndpoint.QueueDescriptor queue = endpoint.queue(name);
        assertThat(queue).isNotNull();
        return queue.available();
    }
}
