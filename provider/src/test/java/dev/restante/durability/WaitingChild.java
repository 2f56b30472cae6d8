package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;

/** A process that connects to a database which is not there, and waits for it. */
final class WaitingChild {

    private WaitingChild() {}

    public static void main(String[] arguments) {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setStoreTimeout(Duration.ofHours(1));
        ChildJvm.tell("connects");
        try {
            factory.createConnection().close();
            ChildJvm.tell("connected");
        } catch (JMSException | RuntimeException e) {
            ChildJvm.tell("failed " + e);
        }
    }
}
