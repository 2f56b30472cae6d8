package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jms.autoconfigure.JmsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Application contexts for tests, with and without a database. */
final class Contexts {

    private Contexts() {}

    static ApplicationContextRunner withoutDatabase() {
        return new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(RestanteAutoConfiguration.class, JmsAutoConfiguration.class));
    }

    static ApplicationContextRunner inMemory(String name) {
        return withoutDatabase().withPropertyValues("restante.url=jdbc:hsqldb:mem:" + name);
    }

    /** Waits until a condition holds that no event signals. */
    static void eventually(Callable<Boolean> condition) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (!condition.call()) {
            assertThat(System.nanoTime())
                    .as("condition did not become true in time")
                    .isLessThan(deadlineNanos);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
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

    /** Analyzes a failed start as Spring Boot does. */
    static FailureAnalysis analysis(Throwable failure) {
        for (FailureAnalyzer each : SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, SpringFactoriesLoader.ArgumentResolver.none(), (type, name, e) -> {})) {
            FailureAnalysis analysis = each.analyze(failure);
            if (analysis != null) {
                return analysis;
            }
        }
        throw new AssertionError("no failure analyser handles the failure", failure);
    }
}
