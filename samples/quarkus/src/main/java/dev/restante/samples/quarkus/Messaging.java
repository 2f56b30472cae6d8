package dev.restante.samples.quarkus;

import dev.restante.RestanteConnectionFactory;
import jakarta.enterprise.inject.Disposes;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import jakarta.jms.JMSException;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** CDI producer of the connection factory bean, which opens the store of the application and closes it at the end. */
public final class Messaging {

    // region factory
    @Produces
    @Singleton
    RestanteConnectionFactory open(@ConfigProperty(name = "restante.url") String url) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
        factory.setShutdownHook(false);
        return factory;
    }

    void close(@Disposes RestanteConnectionFactory factory) throws JMSException {
        factory.close();
    }
    // endregion
}
