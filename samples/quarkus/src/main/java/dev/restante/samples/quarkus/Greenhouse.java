package dev.restante.samples.quarkus;

import io.quarkus.runtime.Startup;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Listener that receives orders and sends labels and seedlings. */
// region listener
@Startup
@Singleton
public final class Greenhouse {

    private static final Logger LOG = System.getLogger(Greenhouse.class.getName());

    private final JMSContext context;

    Greenhouse(ConnectionFactory jms) {
        context = jms.createContext(JMSContext.SESSION_TRANSACTED);
    }

    @PostConstruct
    void open() {
        context.createConsumer(context.createQueue("seeds")).setMessageListener(this::sow);
    }

    private void sow(Message order) {
        try {
            String seed = order.getBody(String.class);
            context.createProducer().send(context.createQueue("labels"), seed);
            if (seed.isBlank()) {
                throw new IllegalArgumentException("nothing to sow");
            }
            context.createProducer().send(context.createQueue("seedlings"), seed + " seedling");
            context.commit();
        } catch (JMSException | RuntimeException e) {
            LOG.log(Level.WARNING, "an order comes back", e);
            context.rollback();
        }
    }

    @PreDestroy
    void close() {
        context.close();
    }
}
// endregion
