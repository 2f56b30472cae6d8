package dev.restante.spring.boot;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;

/** The applications that tests begin with, with and without a database. */
final class Contexts {

    private Contexts() {}

    static ApplicationContextRunner withoutDatabase() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RestanteAutoConfiguration.class, JmsAutoConfiguration.class));
    }

    /** With messages in memory. */
    static ApplicationContextRunner inMemory(String name) {
        return withoutDatabase().withPropertyValues("restante.url=jdbc:hsqldb:mem:" + name);
    }

    static ApplicationContextRunner on(String url) {
        return withoutDatabase()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        JdbcTemplateAutoConfiguration.class,
                        TransactionAutoConfiguration.class))
                .withPropertyValues("spring.datasource.url=" + url);
    }
}
