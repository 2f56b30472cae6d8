package dev.restante.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.testserver.TestPostgres;
import jakarta.jms.ConnectionFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Test of virtual threads, which need Java 21. A build with Java 17 skips it. */
@Timeout(120)
@EnabledForJreRange(min = JRE.JAVA_21)
@DisplayName("Application with spring.threads.virtual.enabled")
class VirtualThreadsTest {

    @Configuration(proxyBeanMethods = false)
    static class VirtualThreadsConfiguration {

        /**
         * Creates a factory with the executor of the application, because Spring Boot sets it only for web servers and
         * {@code @Async}.
         */
        @Bean
        DefaultJmsListenerContainerFactory jmsListenerContainerFactory(
                ConnectionFactory connections, AsyncTaskExecutor applicationTaskExecutor) {
            DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
            factory.setConnectionFactory(connections);
            factory.setSessionTransacted(true);
            factory.setTaskExecutor(applicationTaskExecutor);
            return factory;
        }

        @Bean
        ThreadRecordingListener threadRecordingListener() {
            return new ThreadRecordingListener();
        }
    }

    static class ThreadRecordingListener {

        final BlockingQueue<String> served = new LinkedBlockingQueue<>();
        final Set<String> threads = ConcurrentHashMap.newKeySet();

        @JmsListener(destination = "dishes", concurrency = "20-20")
        void serve(String dish) {
            threads.add(Thread.currentThread().toString());
            served.add(dish);
        }
    }

    @Test
    @DisplayName("BEY-06 sends and listeners run on virtual threads only, with a row and a message in one commit")
    void shouldUseVirtualThreads() {
        Contexts.on(TestPostgres.newDatabase())
                .withConfiguration(AutoConfigurations.of(TaskExecutionAutoConfiguration.class))
                .withPropertyValues("spring.threads.virtual.enabled=true")
                .withUserConfiguration(VirtualThreadsConfiguration.class)
                .run(context -> {
                    JdbcTemplate rows = context.getBean(JdbcTemplate.class);
                    rows.execute("CREATE TABLE ordered (dish VARCHAR(50))");
                    JmsTemplate jms = context.getBean(JmsTemplate.class);
                    TransactionTemplate transaction =
                            new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
                    AsyncTaskExecutor web = context.getBean(AsyncTaskExecutor.class);
                    List<CompletableFuture<Void>> requests = new ArrayList<>();
                    for (int i = 0; i < 200; i++) {
                        String dish = "dish " + i;
                        requests.add(web.submitCompletable(() -> transaction.executeWithoutResult(status -> {
                            assertThat(Thread.currentThread().toString()).startsWith("VirtualThread");
                            rows.update("INSERT INTO ordered (dish) VALUES (?)", dish);
                            jms.convertAndSend("dishes", dish);
                        })));
                    }
                    requests.forEach(CompletableFuture::join);
                    ThreadRecordingListener threadRecordingListener = context.getBean(ThreadRecordingListener.class);
                    for (int i = 0; i < 200; i++) {
                        assertThat(threadRecordingListener.served.poll(60, TimeUnit.SECONDS))
                                .isNotNull();
                    }
                    assertThat(threadRecordingListener.threads).allMatch(thread -> thread.startsWith("VirtualThread"));
                    assertThat(rows.queryForObject("SELECT COUNT(*) FROM ordered", Integer.class))
                            .isEqualTo(200);
                });
    }
}
