package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;

/**
 * Child that starts a redrive job and reports the number of moved messages until it is killed. Arguments: URL,
 * dead-letter queue, messages per second.
 */
final class RedriveJobChild {

    private RedriveJobChild() {}

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0])) {
            factory.setLeaseDuration(Duration.ofSeconds(1));
            try (RestanteAdmin admin = factory.admin()) {
                RedriveOptions options = RedriveOptions.all().withMessagesPerSecond(Double.parseDouble(arguments[2]));
                RedriveJobDescription job = admin.redriveJobs().start(arguments[1], options, "the child");
                while (true) {
                    RedriveJobDescription now =
                            admin.redriveJobs().get(job.id()).orElseThrow();
                    ChildJvm.tell("moved " + now.moved());
                }
            }
        }
    }
}
