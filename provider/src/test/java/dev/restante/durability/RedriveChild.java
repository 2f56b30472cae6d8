package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Child that redrives dead letters and reports the number of moved messages until it is killed. Arguments: URL,
 * dead-letter queue, and the number at which it pauses, so that it cannot end before a late kill.
 */
final class RedriveChild {

    private RedriveChild() {}

    public static void main(String[] arguments) throws JMSException {
        long furthest = Long.parseLong(arguments[2]);
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                RestanteAdmin admin = factory.admin()) {
            ChildJvm.tell("open");
            admin.messages(arguments[1]).redrive(RedriveOptions.all().withMessagesPerSecond(500), done -> {
                ChildJvm.tell("moved " + done);
                if (done >= furthest) {
                    awaitKill();
                }
                return true;
            });
        }
    }

    /** Waits for the kill, or for the end of the standard input if the test ends first. */
    private static void awaitKill() {
        try {
            int end = System.in.read();
            throw new IllegalStateException("not killed; read " + end);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
