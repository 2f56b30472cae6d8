package dev.restante.samples.spring;

import dev.restante.spring.RestanteStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.config.DefaultJmsListenerContainerFactory;

/** Configuration with a listener of a subscription, whose messages all nodes of the application share. */
@Configuration(proxyBeanMethods = false)
public class SubscriptionListener {

    // region subscription
    @Bean
    DefaultJmsListenerContainerFactory subscriptions(RestanteStore store) {
        DefaultJmsListenerContainerFactory factory = new DefaultJmsListenerContainerFactory();
        factory.setConnectionFactory(store.connectionFactory());
        factory.setSessionTransacted(true);
        factory.setPubSubDomain(true);
        factory.setSubscriptionDurable(true);
        factory.setSubscriptionShared(true);
        return factory;
    }

    @JmsListener(destination = "news", subscription = "sports", containerFactory = "subscriptions")
    void read(String news) {
        System.out.println("read " + news);
    }
    // endregion
}
