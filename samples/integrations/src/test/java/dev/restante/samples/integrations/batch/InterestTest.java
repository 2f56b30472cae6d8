package dev.restante.samples.integrations.batch;

import static dev.restante.test.RestanteAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.test.RestanteExtension;
import dev.restante.test.TestStore;
import jakarta.jms.ConnectionFactory;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.batch.core.BatchStatus;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.JobExecution;
import org.springframework.batch.core.job.parameters.JobParameters;
import org.springframework.batch.core.launch.JobOperator;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@DisplayName("Remote chunking of Spring Batch")
class InterestTest {

    @RegisterExtension
    static final RestanteExtension STORES = RestanteExtension.onDatabases(
            () -> "jdbc:hsqldb:mem:" + UUID.randomUUID() + ";" + InterestManager.ALLOW_CHUNKS);

    private static final Queue<Integer> WRITTEN = new ConcurrentLinkedQueue<>();

    /** Processor and writer of the worker. */
    @Configuration(proxyBeanMethods = false)
    static class Interest {

        @Bean
        ItemProcessor<Integer, Integer> processor() {
            return account -> account * 2;
        }

        @Bean
        ItemWriter<Integer> writer() {
            return chunk -> WRITTEN.addAll(chunk.getItems());
        }
    }

    @Test
    @DisplayName("a worker processes each item once, and the manager completes after all items")
    void shouldDoAll(TestStore store) throws Exception {
        try (AnnotationConfigApplicationContext worker =
                        context(store.factory(), InterestWorker.class, Interest.class);
                AnnotationConfigApplicationContext manager = context(store.factory(), InterestManager.class)) {
            JobExecution execution =
                    manager.getBean(JobOperator.class).start(manager.getBean(Job.class), new JobParameters());

            assertThat(execution.getStatus()).isEqualTo(BatchStatus.COMPLETED);
            assertThat(WRITTEN)
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1, 100)
                            .map(account -> account * 2)
                            .boxed()
                            .toList());
            assertThat(store.queue("chunks")).isEmpty();
            assertThat(store.queue("results")).isEmpty();
            assertThat(worker.isRunning()).isTrue();
        }
    }

    private static AnnotationConfigApplicationContext context(RestanteConnectionFactory factory, Class<?>... parts) {
        AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
        // The test closes the store.
        context.registerBean(ConnectionFactory.class, () -> factory, bean -> bean.setDestroyMethodName(""));
        context.register(parts);
        context.refresh();
        return context;
    }
}
