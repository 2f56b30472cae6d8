package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.spring.StoreConfigurationException;
import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.messaginghub.pooled.jms.JmsPoolConnectionFactory;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@Timeout(60)
@DisplayName("Application with restante.pool.enabled")
class PooledConnectionsTest {

    @Configuration(proxyBeanMethods = false)
    static class PooledConnectionsConfiguration {

        @Bean
        RecordingListener recordingListener() {
            return new RecordingListener();
        }
    }

    static class RecordingListener {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();

        @JmsListener(destination = "served")
        void eat(String dish) {
            served.add(dish);
        }
    }

    @Test
    @DisplayName("BEY-06 the pool is the only connection factory, for messages in transactions and for listeners")
    void shouldPool() {
        Contexts.on(TestPostgres.newDatabase())
                .withUserConfiguration(PooledConnectionsConfiguration.class)
                .withPropertyValues("restante.pool.enabled=true")
                .run(context -> {
                    assertThat(context).hasSingleBean(ConnectionFactory.class);
                    JmsPoolConnectionFactory pool = context.getBean(JmsPoolConnectionFactory.class);
                    JmsTemplate jms = context.getBean(JmsTemplate.class);
                    assertThat(jms.getConnectionFactory()).isSameAs(pool);
                    TransactionTemplate transaction =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    transaction.executeWithoutResult(status -> {
                        jms.convertAndSend("dishes", "soufflé");
                        status.setRollbackOnly();
                    });
                    transaction.executeWithoutResult(status -> jms.convertAndSend("dishes", "stew"));
                    jms.setReceiveTimeout(TimeUnit.SECONDS.toMillis(30));
                    assertThat(jms.receiveAndConvert("dishes")).isEqualTo("stew");
                    jms.convertAndSend("served", "soup");
                    assertThat(context.getBean(RecordingListener.class).served.poll(30, TimeUnit.SECONDS))
                            .isEqualTo("soup");
                    assertThat(pool.getNumConnections()).isOne();
                });
    }

    @Test
    @DisplayName("the pool has the configured settings")
    void shouldConfigure() {
        Contexts.inMemory("pooled")
                .withPropertyValues(
                        "restante.pool.enabled=true",
                        "restante.pool.block-if-full=false",
                        "restante.pool.block-if-full-timeout=64ms",
                        "restante.pool.idle-timeout=512ms",
                        "restante.pool.max-connections=256",
                        "restante.pool.max-sessions-per-connection=1024",
                        "restante.pool.time-between-expiration-check=2048ms",
                        "restante.pool.use-anonymous-producers=false")
                .run(context -> {
                    JmsPoolConnectionFactory pool = context.getBean(JmsPoolConnectionFactory.class);
                    assertThat(pool.isBlockIfSessionPoolIsFull()).isFalse();
                    assertThat(pool.getBlockIfSessionPoolIsFullTimeout()).isEqualTo(64);
                    assertThat(pool.getConnectionIdleTimeout()).isEqualTo(512);
                    assertThat(pool.getMaxConnections()).isEqualTo(256);
                    assertThat(pool.getMaxSessionsPerConnection()).isEqualTo(1024);
                    assertThat(pool.getConnectionCheckInterval()).isEqualTo(2048);
                    assertThat(pool.isUseAnonymousProducers()).isFalse();
                });
    }

    @Test
    @DisplayName("without pooled-jms the start fails, and an application with its own connection factory gets no pool")
    void shouldRefuseOrBackOff() {
        Contexts.inMemory("nopool")
                .withClassLoader(new FilteredClassLoader("org.messaginghub"))
                .withPropertyValues("restante.pool.enabled=true")
                .run(context -> assertThat(context.getStartupFailure())
                        .rootCause()
                        .isInstanceOf(StoreConfigurationException.class)
                        .hasMessageContaining("org.messaginghub:pooled-jms"));
        Contexts.inMemory("nopool")
                .withClassLoader(new FilteredClassLoader("org.messaginghub"))
                .run(context -> assertThat(context).hasSingleBean(ConnectionFactory.class));
        Contexts.inMemory("nopool")
                .withPropertyValues("restante.pool.enabled=true")
                .withBean("own", ConnectionFactory.class, JmsPoolConnectionFactory::new)
                .run(context -> assertThat(context).hasSingleBean(ConnectionFactory.class));
    }
}
