package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.boot.RestanteAutoConfiguration;
import dev.restante.spring.boot.RestanteMonitoringAutoConfiguration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

@DisplayName("Health of the store on Spring Boot 3.5")
class HealthTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    RestanteAutoConfiguration.class,
                    RestanteMonitoringAutoConfiguration.class,
                    RestanteHealthBoot3AutoConfiguration.class))
            .withPropertyValues("restante.url=jdbc:hsqldb:mem:health3");

    @Test
    @DisplayName("the store has a health indicator unless it is switched off")
    void shouldTellHealth() {
        application.run(context -> assertThat(
                        context.getBean(HealthIndicator.class).health().getStatus())
                .isEqualTo(Status.UP));
        application
                .withPropertyValues("management.health.restante.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }
}
