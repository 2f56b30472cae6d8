package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.time.Duration;

/** Child that waits for an unavailable database. */
final class UnavailableDatabaseChild {

    private UnavailableDatabaseChild() {}

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
