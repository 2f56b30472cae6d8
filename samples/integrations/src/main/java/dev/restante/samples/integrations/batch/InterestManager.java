package dev.restante.samples.integrations.batch;

import jakarta.jms.ConnectionFactory;
import java.util.stream.IntStream;
import org.springframework.batch.core.configuration.annotation.EnableBatchProcessing;
import org.springframework.batch.core.job.Job;
import org.springframework.batch.core.job.builder.JobBuilder;
import org.springframework.batch.core.repository.JobRepository;
import org.springframework.batch.core.step.Step;
import org.springframework.batch.infrastructure.item.support.ListItemReader;
import org.springframework.batch.infrastructure.support.transaction.ResourcelessTransactionManager;
import org.springframework.batch.integration.chunk.RemoteChunkingManagerStepBuilderFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.channel.QueueChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.transaction.PlatformTransactionManager;

/** Configuration of the job that reads accounts and sends them to workers in chunks. */
@Configuration(proxyBeanMethods = false)
@EnableBatchProcessing
@EnableIntegration
public class InterestManager {

    /** Option in the URL of the store that allows the object messages of chunks and their results. */
    public static final String ALLOW_CHUNKS = "restante.objectMessageAllowList=org.springframework.batch.**";

    // region manager
    @Bean
    Step interest(
            JobRepository repository,
            PlatformTransactionManager transactions,
            DirectChannel chunks,
            QueueChannel results) {
        return new RemoteChunkingManagerStepBuilderFactory(repository, transactions)
                .<Integer, Integer>get("interest")
                .chunk(10)
                .reader(new ListItemReader<>(
                        IntStream.rangeClosed(1, 100).boxed().toList()))
                .outputChannel(chunks)
                .inputChannel(results)
                .build();
    }

    @Bean
    IntegrationFlow sendingChunks(ConnectionFactory jms, DirectChannel chunks) {
        return IntegrationFlow.from(chunks)
                .handle(Jms.outboundAdapter(jms).destination("chunks"))
                .get();
    }

    @Bean
    IntegrationFlow receivingResults(ConnectionFactory jms, QueueChannel results) {
        return IntegrationFlow.from(Jms.messageDrivenChannelAdapter(
                        Jms.container(jms, "results").sessionTransacted(true)))
                .channel(results)
                .get();
    }
    // endregion

    @Bean
    Job interestJob(JobRepository repository, Step interest) {
        return new JobBuilder("interest", repository).start(interest).build();
    }

    @Bean
    PlatformTransactionManager transactions() {
        return new ResourcelessTransactionManager();
    }

    @Bean
    DirectChannel chunks() {
        return new DirectChannel();
    }

    @Bean
    QueueChannel results() {
        return new QueueChannel();
    }
}
