package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.boot.RestanteAutoConfiguration;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jms.JmsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;

@Timeout(60)
@DisplayName("Observations of messages by Spring Boot 3.5")
class ObservationTest {

    /** Application with a registry, and with a listener that sends. */
    @Configuration(proxyBeanMethods = false)
    static class Application {

        private final CountDownLatch billed = new CountDownLatch(1);
        private final JmsTemplate jms;

        Application(JmsTemplate jms) {
            this.jms = jms;
        }

        @JmsListener(destination = "orders")
        void cook(String dish) {
            jms.convertAndSend("bills", dish);
        }

        @JmsListener(destination = "bills")
        void charge(String dish) {
            billed.countDown();
        }
    }

    /** Registry of observations, in a configuration without its users. */
    @Configuration(proxyBeanMethods = false)
    static class Registry {

        private final List<String> observed = new CopyOnWriteArrayList<>();

        @Bean
        ObservationRegistry observationRegistry() {
            ObservationRegistry registry = ObservationRegistry.create();
            registry.observationConfig().observationHandler(new ObservationHandler<Observation.Context>() {
                @Override
                public void onStop(Observation.Context context) {
                    Observation parent = context.getParentObservation() instanceof Observation known ? known : null;
                    observed.add(context.getName() + " "
                            + context.getHighCardinalityKeyValue("messaging.destination.name")
                                    .getValue()
                            + (parent == null
                                    ? ""
                                    : " in " + parent.getContextView().getName()));
                }

                @Override
                public boolean supportsContext(Observation.Context context) {
                    return true;
                }
            });
            return registry;
        }
    }

    private static ApplicationContextRunner application(String name) {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RestanteAutoConfiguration.class, JmsAutoConfiguration.class))
                .withPropertyValues("restante.url=jdbc:hsqldb:mem:" + name);
    }

    private void shouldObserve(ApplicationContextRunner application) {
        application.withUserConfiguration(Registry.class, Application.class).run(context -> {
            Registry registry = context.getBean(Registry.class);
            context.getBean(JmsTemplate.class).convertAndSend("orders", "a stew");
            assertThat(context.getBean(Application.class).billed.await(30, TimeUnit.SECONDS))
                    .isTrue();
            // The close waits for the listeners.
            context.close();
            assertThat(registry.observed)
                    .containsExactlyInAnyOrder(
                            "jms.message.publish orders",
                            "jms.message.publish bills in jms.message.process",
                            "jms.message.process orders",
                            "jms.message.process bills");
        });
    }

    @Test
    @DisplayName("each send of a template and each call of a listener is observed once")
    void shouldObserveOnce() {
        shouldObserve(application("observed3"));
        shouldObserve(application("uncached3").withPropertyValues("spring.jms.cache.enabled=false"));
    }
}
