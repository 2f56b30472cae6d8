package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Redrives dead letters and tells how many have moved, until it is killed. Arguments: URL, dead-letter queue, and the
 * number at which it goes no further, so that it does not end before a kill that comes late.
 */
final class RedriveChild {

    private RedriveChild() {}

    public static void main(String[] arguments) throws JMSException {
        long furthest = Long.parseLong(arguments[2]);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            ChildJvm.tell("open");
            admin.messages(arguments[1]).redrive(RedriveOptions.all().withPerSecond(500), done -> {
                ChildJvm.tell("moved " + done);
                if (done >= furthest) {
                    awaitKill();
                }
                return true;
            });
        }
    }

    /** Ends with the standard input, should the test end first. */
    private static void awaitKill() {
        try {
            int end = System.in.read();
            throw new IllegalStateException("not killed; read " + end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
