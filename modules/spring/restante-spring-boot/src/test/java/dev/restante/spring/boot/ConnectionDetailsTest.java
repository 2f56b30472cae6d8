package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.RestanteStore;
import dev.restante.testserver.TestPostgres;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;

@Timeout(60)
@DisplayName("Connection details as a bean")
class ConnectionDetailsTest {

    private record Details(String getUrl, String getUser, String getPassword) implements RestanteConnectionDetails {}

    private record Jdbc(String getJdbcUrl, String getUsername, String getPassword) implements JdbcConnectionDetails {}

    @Test
    @DisplayName("connection details name the store, and override the properties and any DataSource")
    void shouldGoBeforeProperties() {
        Contexts.on("jdbc:h2:mem:details")
                .withBean(RestanteConnectionDetails.class, () -> new Details("jdbc:hsqldb:mem:bean", "SA", ""))
                .withPropertyValues("restante.url=jdbc:hsqldb:mem:property", "restante.user=nobody")
                .run(context -> {
                    assertThat(context.getBean(RestanteStore.class)
                                    .restanteConnectionFactory()
                                    .getUrl())
                            .isEqualTo("jdbc:hsqldb:mem:bean");
                    assertThat(context.getBean(RestanteStore.class)
                                    .restanteConnectionFactory()
                                    .getUser())
                            .isEqualTo("SA");
                    context.getBean(JmsTemplate.class).convertAndSend("orders", "a");
                });
    }

    @Test
    @DisplayName(
            "connection details conflict with restante.data-source and mode joined, and the analysis names the bean")
    void shouldNotCompete() {
        ApplicationContextRunner application = Contexts.on("jdbc:h2:mem:competing")
                .withBean(RestanteConnectionDetails.class, () -> new Details("jdbc:hsqldb:mem:bean", "SA", ""));
        application.withPropertyValues("restante.data-source=dataSource").run(context -> {
            FailureAnalysis analysis = Contexts.analysis(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .isEqualTo("Both a RestanteConnectionDetails bean and restante.data-source specify the place of"
                            + " the messages.");
            assertThat(analysis.getAction()).startsWith("Remove one of them. Messages take part in transactions only");
        });
        application.withPropertyValues("restante.transaction-mode=joined").run(context -> assertThat(
                        Contexts.analysis(context.getStartupFailure()).getDescription())
                .startsWith("With a RestanteConnectionDetails bean Restante uses its own connections"));
    }

    @Test
    @DisplayName(
            "JDBC connection details, as of Testcontainers or Docker Compose, configure the DataSource with the store")
    void shouldFollowTheDataSource() {
        Contexts.withoutDatabase()
                .withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
                .withBean(JdbcConnectionDetails.class, () -> new Jdbc(TestPostgres.newDatabase(), "postgres", ""))
                .run(context -> {
                    context.getBean(JmsTemplate.class).convertAndSend("orders", "a");
                    assertThat(new JdbcTemplate(context.getBean(javax.sql.DataSource.class))
                                    .queryForObject("SELECT COUNT(*) FROM restante_message", Integer.class))
                            .isOne();
                });
    }
}
