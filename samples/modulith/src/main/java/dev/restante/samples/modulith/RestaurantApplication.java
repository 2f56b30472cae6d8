package dev.restante.samples.modulith;

import java.util.concurrent.CompletableFuture;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.modulith.events.EventExternalizationConfiguration;
import org.springframework.modulith.events.core.EventSerializer;
import org.springframework.modulith.events.support.EventExternalizerModuleListener;

/** Spring Boot application that sends events to queues, through Spring Modulith or in the transaction itself. */
@SpringBootApplication
public class RestaurantApplication {

    private final JmsTemplate jms;

    RestaurantApplication(JmsTemplate jms) {
        this.jms = jms;
    }

    // region externalizer
    @Bean
    EventExternalizerModuleListener toQueues(
            EventExternalizationConfiguration events, EventSerializer serializer, JmsTemplate jms) {
        return new EventExternalizerModuleListener(events, (event, target) -> {
            jms.convertAndSend(target.getTarget(), serializer.serialize(event));
            return CompletableFuture.completedFuture(null);
        });
    }
    // endregion

    // region direct
    @EventListener
    void send(OrderCancelled order) {
        jms.convertAndSend("cancellations", order.dish());
    }
    // endregion
}
