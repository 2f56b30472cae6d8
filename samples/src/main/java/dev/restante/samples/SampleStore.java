package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;

/** What the samples share: where the store is, and a queue to begin with. */
final class SampleStore {

    private static final String IN_MEMORY = "jdbc:hsqldb:mem:samples";

    private SampleStore() {}

    /** The URL that was given to the program, or a store in memory. */
    static String url(String[] arguments) {
        return arguments.length == 0 ? IN_MEMORY : arguments[0];
    }

    static RestanteConnectionFactory open(String[] arguments) {
        return new RestanteConnectionFactory(url(arguments));
    }

    /** An empty queue, whatever an earlier run has left. */
    static void freshQueue(RestanteConnectionFactory factory, String name, QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue(name, true);
            admin.createQueue(name, options);
        }
    }
}
