package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveJobDescription;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.time.Duration;

/**
 * Begins a redrive in the background and tells how many have moved, until it is killed. Arguments: URL, dead-letter
 * queue, messages a second.
 */
final class RedriveJobChild {

    private RedriveJobChild() {}

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0])) {
            factory.setLeaseDuration(Duration.ofSeconds(1));
            try (RestanteAdmin admin = factory.admin()) {
                RedriveOptions options = RedriveOptions.all().withPerSecond(Double.parseDouble(arguments[2]));
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
