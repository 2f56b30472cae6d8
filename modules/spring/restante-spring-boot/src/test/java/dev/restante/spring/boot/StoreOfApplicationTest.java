package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.AutoAcknowledgePolicy;
import dev.restante.option.ForeignProperties;
import dev.restante.spring.RestanteDataSource;
import dev.restante.spring.RestanteStore;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.flyway.autoconfigure.FlywayAutoConfiguration;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;

@Timeout(60)
@DisplayName("Store of an application")
class StoreOfApplicationTest {

    private static HikariDataSource pool(String url) {
        HikariDataSource pool = new HikariDataSource();
        pool.setJdbcUrl(url);
        return pool;
    }

    @Configuration(proxyBeanMethods = false)
    static class TwoDataSourcesConfiguration {

        @Bean
        DataSource customers() {
            return pool("jdbc:h2:mem:customers");
        }

        @Bean
        DataSource shop() {
            return pool("jdbc:hsqldb:mem:shop");
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class MarkedDataSourceConfiguration {

        @Bean
        DataSource customers() {
            return pool("jdbc:h2:mem:customers");
        }

        @Bean
        @RestanteDataSource
        DataSource shop() {
            return pool("jdbc:hsqldb:mem:shop");
        }
    }

    @Test
    @DisplayName(
            "with two DataSources, restante.data-source or @RestanteDataSource chooses the store, or the start fails")
    void shouldAskAmongSeveral() {
        Contexts.withoutDatabase()
                .withUserConfiguration(TwoDataSourcesConfiguration.class)
                .run(context -> {
                    assertThat(context).hasFailed();
                    FailureAnalysis analysis = Contexts.analysis(context.getStartupFailure());
                    assertThat(analysis.getDescription()).contains("'customers', 'shop'");
                    assertThat(analysis.getAction()).contains("restante.data-source", "@RestanteDataSource");
                });
        // The store stays closed, because these databases are not prepared for messages.
        Contexts.withoutDatabase()
                .withUserConfiguration(TwoDataSourcesConfiguration.class)
                .withPropertyValues("restante.data-source=shop", "restante.schema-management=none")
                .run(context -> assertThat(context.getBean(RestanteStore.class).location())
                        .contains("shop"));
        Contexts.withoutDatabase()
                .withUserConfiguration(MarkedDataSourceConfiguration.class)
                .withPropertyValues("restante.schema-management=none")
                .run(context -> assertThat(context.getBean(RestanteStore.class).location())
                        .contains("shop"));
    }

    @Test
    @DisplayName("without a DataSource or with H2 the store is in files, which mode joined rejects")
    void shouldEmbed() {
        Contexts.withoutDatabase()
                .withPropertyValues("restante.schema-management=none")
                .run(context -> assertThat(context.getBean(RestanteStore.class).location())
                        .contains("data/restante"));
        Contexts.on("jdbc:h2:mem:only")
                .withPropertyValues("restante.schema-management=none")
                .run(context -> assertThat(context.getBean(RestanteStore.class).location())
                        .contains("data/restante"));
        Contexts.on("jdbc:h2:mem:only")
                .withPropertyValues("restante.transaction-mode=joined")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(Contexts.analysis(context.getStartupFailure()).getAction())
                            .contains("restante.transaction-mode");
                });
    }

    @Test
    @DisplayName("an application with its own connection factory gets no store")
    void shouldBackOff() {
        RestanteConnectionFactory own = new RestanteConnectionFactory("jdbc:hsqldb:mem:own");
        Contexts.withoutDatabase()
                .withBean("own", ConnectionFactory.class, () -> own)
                .run(context -> {
                    assertThat(context).doesNotHaveBean(RestanteStore.class);
                    assertThat(context.getBean(ConnectionFactory.class)).isSameAs(own);
                });
    }

    @Test
    @DisplayName("the store has the configured factory options and no shutdown hook, because Spring closes it")
    void shouldHaveOptions() {
        Contexts.inMemory("options")
                .withPropertyValues(
                        "restante.lease-duration=20s",
                        "restante.auto-acknowledge=pipelined",
                        "restante.object-message-allow-list=java.awt.*,dev.shop.**",
                        "restante.foreign-properties=encode",
                        "restante.max-message-bytes=1000000",
                        "restante.auto-renew-locks-for=5m")
                .run(context -> {
                    RestanteConnectionFactory factory =
                            context.getBean(RestanteStore.class).restanteConnectionFactory();
                    assertThat(factory.getUrl()).isEqualTo("jdbc:hsqldb:mem:options");
                    assertThat(factory.getLeaseDuration()).isEqualTo(Duration.ofSeconds(20));
                    assertThat(factory.getAutoAcknowledge()).isEqualTo(AutoAcknowledgePolicy.PIPELINED);
                    assertThat(factory.getObjectMessageAllowList()).containsExactly("java.awt.*", "dev.shop.**");
                    assertThat(factory.getForeignProperties()).isEqualTo(ForeignProperties.ENCODE);
                    assertThat(factory.getMaxMessageBytes()).isEqualTo(1_000_000);
                    assertThat(factory.getAutoRenewLocksFor()).isEqualTo(Duration.ofMinutes(5));
                    assertThat(factory.isShutdownHook()).isFalse();
                });
        Contexts.inMemory("options")
                .withPropertyValues("restante.max-message-bytes=0")
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("maxMessageBytes"));
        Contexts.inMemory("options")
                .withPropertyValues("restante.create-store=false")
                .run(context ->
                        assertThat(context.getStartupFailure()).hasStackTraceContaining("restante.schema-management"));
    }

    @Test
    @DisplayName("the store has the configured queues")
    void shouldHaveQueues() {
        Contexts.inMemory("queues")
                .withPropertyValues(
                        "restante.queues.jobs.default-time-to-live=10m",
                        "restante.queues.[shop.orders].max-delivery-count=3",
                        "restante.queues.[shop.orders].redelivery-back-off.initial=5s")
                .run(context -> {
                    RestanteAdmin admin = context.getBean(RestanteStore.class)
                            .restanteConnectionFactory()
                            .admin();
                    assertThat(admin.queue("jobs").options().defaultTimeToLive())
                            .isEqualTo(Duration.ofMinutes(10));
                    assertThat(admin.queue("shop.orders").options().maxDeliveryCount())
                            .isEqualTo(3);
                    admin.close();
                });
    }

    @Test
    @DisplayName("the store is created after Flyway, and mode validate or none creates no store")
    void shouldComeAfterFlyway() {
        String url = TestPostgres.newDatabase();
        Contexts.on(url)
                .withPropertyValues("restante.schema-management=validate")
                .run(context -> {
                    assertThat(context).hasFailed();
                    assertThat(Contexts.analysis(context.getStartupFailure()).getAction())
                            .contains("restante.schema-management=create");
                });
        Contexts.on(url).withPropertyValues("restante.schema-management=none").run(context -> assertThat(context)
                .hasNotFailed());
        Contexts.on(url)
                .withConfiguration(AutoConfigurations.of(FlywayAutoConfiguration.class))
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean(JdbcTemplate.class)
                                    .queryForObject("SELECT COUNT(*) FROM migrated", Integer.class))
                            .isZero();
                    context.getBean(JmsTemplate.class).convertAndSend("orders", "a");
                });
        Contexts.on(url)
                .withPropertyValues("restante.schema-management=validate")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    @DisplayName("the analysis names the remedy for a missing driver, address or database, and for missing privileges")
    void shouldAnalyseFailures() {
        String url = TestPostgres.newDatabase();
        assertThat(actionOf("restante.url=jdbc:nosuch:store")).contains("driver");
        assertThat(actionOf("restante.url=jdbc:postgresql://127.0.0.1:1/store?user=a", "restante.store-timeout=1s"))
                .contains("host and port");
        assertThat(actionOf("restante.url=" + url.replaceFirst("/test_\\d+", "/nosuch"), "restante.store-timeout=1s"))
                .contains("Create the database");
        try (HikariDataSource owner = pool(url)) {
            JdbcTemplate rows = new JdbcTemplate(owner);
            rows.execute("CREATE ROLE clerk LOGIN");
            rows.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        }
        assertThat(actionOf("restante.url=" + url.replace("user=postgres", "user=clerk")))
                .contains("GRANT CREATE ON SCHEMA");
    }

    private static String actionOf(String... properties) {
        String[] action = new String[1];
        Contexts.withoutDatabase().withPropertyValues(properties).run(context -> {
            assertThat(context).hasFailed();
            action[0] = Contexts.analysis(context.getStartupFailure()).getAction();
        });
        return action[0];
    }

    @Test
    @DisplayName("the health indicator reports whether the store is usable, unless the indicator is switched off")
    void shouldTellHealth() {
        Contexts.inMemory("health")
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class, RestanteHealthContributorAutoConfiguration.class))
                .run(context -> assertThat(
                                context.getBean(HealthIndicator.class).health().getStatus())
                        .isEqualTo(Status.UP));
        Contexts.on(TestPostgres.newDatabase())
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class, RestanteHealthContributorAutoConfiguration.class))
                .withPropertyValues("restante.schema-management=none")
                .run(context -> assertThat(
                                context.getBean(HealthIndicator.class).health().getStatus())
                        .isEqualTo(Status.DOWN));
        Contexts.inMemory("health")
                .withConfiguration(AutoConfigurations.of(
                        RestanteMonitoringAutoConfiguration.class, RestanteHealthContributorAutoConfiguration.class))
                .withPropertyValues("management.health.restante.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
    }
}
