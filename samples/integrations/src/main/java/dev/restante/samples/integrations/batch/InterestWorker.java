package dev.restante.samples.integrations.batch;

import jakarta.jms.ConnectionFactory;
import org.springframework.batch.infrastructure.item.ItemProcessor;
import org.springframework.batch.infrastructure.item.ItemWriter;
import org.springframework.batch.integration.chunk.RemoteChunkingWorkerBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.channel.DirectChannel;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.jms.dsl.Jms;

/** Configuration of a worker, of which any number can run, that processes and writes chunks. */
@Configuration(proxyBeanMethods = false)
@EnableIntegration
public class InterestWorker {

    // region worker
    @Bean
    IntegrationFlow working(
            ItemProcessor<Integer, Integer> processor,
            ItemWriter<Integer> writer,
            DirectChannel requests,
            DirectChannel replies) {
        return new RemoteChunkingWorkerBuilder<Integer, Integer>()
                .itemProcessor(processor)
                .itemWriter(writer)
                .inputChannel(requests)
                .outputChannel(replies)
                .build();
    }

    @Bean
    IntegrationFlow receivingChunks(ConnectionFactory jms, DirectChannel requests) {
        return IntegrationFlow.from(Jms.messageDrivenChannelAdapter(
                        Jms.container(jms, "chunks").sessionTransacted(true).concurrentConsumers(2)))
                .channel(requests)
                .get();
    }

    @Bean
    IntegrationFlow sendingResults(ConnectionFactory jms, DirectChannel replies) {
        return IntegrationFlow.from(replies)
                .handle(Jms.outboundAdapter(jms).destination("results"))
                .get();
    }
    // endregion

    @Bean
    DirectChannel requests() {
        return new DirectChannel();
    }

    @Bean
    DirectChannel replies() {
        return new DirectChannel();
    }
}
