package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;

/** Redrives dead letters and tells how many have moved, until it is killed or done. Arguments: URL, dead-letter queue. */
final class RedriveChild {

    private RedriveChild() {}

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            ChildJvm.tell("open");
            admin.messages(arguments[1]).redrive(RedriveOptions.all().withPerSecond(2_000), done -> {
                ChildJvm.tell("moved " + done);
                return true;
            });
        }
    }
}
