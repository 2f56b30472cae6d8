package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.boot.RestanteActuatorAutoConfiguration;
import dev.restante.spring.boot.RestanteAutoConfiguration;
import dev.restante.spring.boot.RestanteEndpoint;
import dev.restante.spring.boot.RestanteMonitoringAutoConfiguration;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.jms.JMSException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.metrics.MetricsAutoConfiguration;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jms.JmsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jms.core.JmsTemplate;

@DisplayName("Monitoring of an application on Spring Boot 3.5")
class MonitoringTest {

    private static ApplicationContextRunner application(String name) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RestanteAutoConfiguration.class, JmsAutoConfiguration.class))
                .withPropertyValues("restante.url=jdbc:hsqldb:mem:" + name)
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class,
                        RestanteHealthBoot3AutoConfiguration.class,
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
        application("monitored3")
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
        application("limits3").run(context -> {
            template(context).convertAndSend("orders", "a stew");
            Health health = context.getBean(HealthIndicator.class).health();
            assertThat(health.getStatus()).isEqualTo(Status.UP);
            assertThat(health.getDetails())
                    .containsEntry("lease", "held")
                    .doesNotContainKeys("backlogAge", "deadLetters");
        });
        application("limits23")
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
        application("limits33")
                .withPropertyValues("restante.health.max-backlog-age=1h", "restante.health.max-dead-letters=0")
                .run(context -> {
                    template(context).convertAndSend("orders/$DeadLetterQueue", "lost");
                    assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                            .isEqualTo(Status.OUT_OF_SERVICE);
                });
    }

    @Test
    @DisplayName("the info endpoint names the versions and the database product, but not the location")
    void shouldInform() {
        application("informed3").run(context -> {
            Info.Builder builder = new Info.Builder();
            context.getBean(InfoContributor.class).contribute(builder);
            @SuppressWarnings("unchecked")
            Map<String, Object> told = (Map<String, Object>) builder.build().get("restante");
            assertThat(told).containsOnlyKeys("version", "database", "schemaVersion");
            assertThat(told.toString()).doesNotContain("jdbc:");
        });
        application("uninformed3")
                .withPropertyValues("management.info.restante.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(InfoContributor.class));
    }

    @Test
    @DisplayName("reads queues at the endpoint, which is there where it is exposed, and only there")
    void shouldHaveEndpoint() {
        application("endpoint3").run(context -> assertThat(context).doesNotHaveBean(RestanteEndpoint.class));
        application("endpoint23")
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
