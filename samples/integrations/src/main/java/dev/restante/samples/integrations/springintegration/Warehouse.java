package dev.restante.samples.integrations.springintegration;

import jakarta.jms.ConnectionFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.integration.annotation.Gateway;
import org.springframework.integration.annotation.IntegrationComponentScan;
import org.springframework.integration.annotation.MessagingGateway;
import org.springframework.integration.config.EnableIntegration;
import org.springframework.integration.dsl.IntegrationFlow;
import org.springframework.integration.jms.dsl.Jms;
import org.springframework.jms.listener.DefaultMessageListenerContainer;

/** Flows that turn orders into labels and parcels, and that request and reply with prices. */
@Configuration(proxyBeanMethods = false)
@EnableIntegration
@IntegrationComponentScan
public class Warehouse {

    /** Gateway through which the shop requests prices. */
    @MessagingGateway
    public interface Prices {
        @Gateway(requestChannel = "asking.input")
        String priceOf(String article);
    }

    // region orders
    @Bean
    IntegrationFlow packing(ConnectionFactory jms) {
        return IntegrationFlow.from(Jms.messageDrivenChannelAdapter(Jms.container(jms, "orders")
                        .sessionTransacted(true)
                        .cacheLevel(DefaultMessageListenerContainer.CACHE_CONSUMER)
                        .concurrentConsumers(2)))
                .publishSubscribeChannel(steps -> steps.subscribe(
                        label -> label.handle(Jms.outboundAdapter(jms).destination("labels"))))
                .<String, String>transform(Warehouse::pack)
                .handle(Jms.outboundAdapter(jms).destination("parcels"))
                .get();
    }
    // endregion

    // region asking
    @Bean
    IntegrationFlow asking(ConnectionFactory jms) {
        return flow -> flow.handle(Jms.outboundGateway(jms)
                .requestDestination("prices")
                .replyContainer()
                .correlationKey("JMSCorrelationID")
                .receiveTimeout(5_000)
                .explicitQosEnabled(true)
                .timeToLive(5_000));
    }

    @Bean
    IntegrationFlow answering(ConnectionFactory jms) {
        return IntegrationFlow.from(Jms.inboundGateway(jms)
                        .requestDestination("prices")
                        .configureListenerContainer(container -> container.sessionTransacted(true))
                        .correlationKey("JMSCorrelationID"))
                .<String, String>transform(article -> article.length() + " EUR")
                .get();
    }
    // endregion

    private static String pack(String order) {
        if (order.isBlank()) {
            throw new IllegalArgumentException("an order of nothing");
        }
        return "parcel with " + order;
    }
}
