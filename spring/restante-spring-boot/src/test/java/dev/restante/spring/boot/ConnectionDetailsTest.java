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
@DisplayName("Connection details that are a bean")
class ConnectionDetailsTest {

    private record Details(String getUrl, String getUser, String getPassword) implements RestanteConnectionDetails {}

    private record Jdbc(String getJdbcUrl, String getUsername, String getPassword) implements JdbcConnectionDetails {}

    @Test
    @DisplayName("say where the store is, before the properties and any DataSource")
    void shouldGoBeforeProperties() {
        Contexts.on("jdbc:h2:mem:details")
                .withBean(RestanteConnectionDetails.class, () -> new Details("jdbc:hsqldb:mem:bean", "SA", ""))
                .withPropertyValues("restante.url=jdbc:hsqldb:mem:property", "restante.user=nobody")
                .run(context -> {
                    assertThat(context.getBean(RestanteStore.class).factory().getUrl())
                            .isEqualTo("jdbc:hsqldb:mem:bean");
                    assertThat(context.getBean(RestanteStore.class).factory().getUser())
                            .isEqualTo("SA");
                    context.getBean(JmsTemplate.class).convertAndSend("orders", "a");
                });
    }

    @Test
    @DisplayName(
            "beside restante.data-source are refused, as in mode joined: the analysis names them, not restante.url")
    void shouldNotCompete() {
        ApplicationContextRunner application = Contexts.on("jdbc:h2:mem:competing")
                .withBean(RestanteConnectionDetails.class, () -> new Details("jdbc:hsqldb:mem:bean", "SA", ""));
        application.withPropertyValues("restante.data-source=dataSource").run(context -> {
            FailureAnalysis analysis = Contexts.analysis(context.getStartupFailure());
            assertThat(analysis.getDescription())
                    .isEqualTo(
                            "Both a RestanteConnectionDetails bean and restante.data-source say where the messages are"
                                    + " kept.");
            assertThat(analysis.getAction())
                    .startsWith("Leave one of them out: messages take part in transactions only");
        });
        application.withPropertyValues("restante.mode=joined").run(context -> assertThat(
                        Contexts.analysis(context.getStartupFailure()).getDescription())
                .startsWith("With a RestanteConnectionDetails bean the messages have connections of their own"));
    }

    @Test
    @DisplayName(
            "of a database, such as those of Testcontainers and Docker Compose, make the DataSource that has the store")
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
