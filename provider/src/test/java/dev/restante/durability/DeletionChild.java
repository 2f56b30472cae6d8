package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.time.Duration;

/**
 * Child that deletes a queue with its messages and waits to be killed. Arguments: URL, queue, lease in milliseconds.
 */
final class DeletionChild {

    private DeletionChild() {}

    public static void main(String[] arguments) throws JMSException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[2])));
        try (factory;
                RestanteAdmin admin = factory.admin()) {
            ChildJvm.tell("deleting");
            admin.deleteQueue(arguments[1], true);
            ChildJvm.tell("deleted");
            int end = System.in.read();
            throw new IllegalStateException("not killed; read " + end);
        }
    }
}
