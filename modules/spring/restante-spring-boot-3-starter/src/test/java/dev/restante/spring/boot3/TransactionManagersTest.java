package dev.restante.spring.boot3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testserver.TestPostgres;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.orm.jpa.HibernateJpaAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(120)
@DisplayName("Transaction managers of Spring Boot 3.5, on a pool without auto-commit")
class TransactionManagersTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class WithJpa {}

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = HibernateJpaAutoConfiguration.class)
    static class WithJdbc {}

    @ParameterizedTest
    @CsvSource({"WithJpa, JpaTransactionManager", "WithJdbc, JdbcTransactionManager"})
    @DisplayName(
            "BEY-06 a row and a message commit together or not at all, and after-commit sends take effect immediately")
    void shouldTellTheirEnds(String application, String name) throws Exception {
        try (ConfigurableApplicationContext context = SpringApplication.run(
                Class.forName(getClass().getName() + "$" + application),
                "--spring.datasource.url=" + TestPostgres.newDatabase(),
                "--spring.datasource.hikari.auto-commit=false",
                "--spring.data.jpa.repositories.enabled=false",
                "--spring.main.banner-mode=off")) {
            PlatformTransactionManager manager = context.getBean(PlatformTransactionManager.class);
            assertThat(manager.getClass().getSimpleName()).isEqualTo(name);
            TransactionTemplate transaction = new TransactionTemplate(manager);
            JdbcTemplate rows = context.getBean(JdbcTemplate.class);
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            transaction.executeWithoutResult(status -> rows.execute("CREATE TABLE dish (name VARCHAR(50))"));
            transaction.executeWithoutResult(status -> {
                rows.update("INSERT INTO dish (name) VALUES ('soufflé')");
                jms.convertAndSend("dishes", "soufflé");
                status.setRollbackOnly();
            });
            transaction.executeWithoutResult(status -> {
                rows.update("INSERT INTO dish (name) VALUES ('stew')");
                jms.convertAndSend("dishes", "stew");
            });
            // This transaction has no message of its own, so only the manager reports its end.
            transaction.executeWithoutResult(status ->
                    TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                        @Override
                        public void afterCommit() {
                            jms.convertAndSend("smells", "pie");
                        }
                    }));
            jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
            assertThat(jms.receiveAndConvert("smells")).isEqualTo("pie");
            assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
            assertThat(transaction.<Integer>execute(
                            status -> rows.queryForObject("SELECT COUNT(*) FROM dish", Integer.class)))
                    .isOne();
        }
    }
}
