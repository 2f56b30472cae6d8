package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;

/** Location of the samples' store, with a method for an empty queue. */
final class SampleStore {

    private static final String IN_MEMORY = "jdbc:hsqldb:mem:samples";

    private SampleStore() {}

    /** Returns the URL in the program's arguments, or the URL of an in-memory store. */
    static String url(String[] arguments) {
        return arguments.length == 0 ? IN_MEMORY : arguments[0];
    }

    static RestanteConnectionFactory open(String[] arguments) {
        return new RestanteConnectionFactory(url(arguments));
    }

    /** Creates an empty queue. A queue with this name from an earlier run is deleted. */
    static void freshQueue(RestanteConnectionFactory factory, String name, QueueOptions options) throws JMSException {
        try (RestanteAdmin admin = factory.admin()) {
            admin.deleteQueue(name, true);
            admin.createQueue(name, options);
        }
    }
}
