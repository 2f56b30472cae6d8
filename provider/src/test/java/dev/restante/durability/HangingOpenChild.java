package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/** Child that opens a store on a server that never answers. */
final class HangingOpenChild {

    private HangingOpenChild() {}

    public static void main(String[] arguments) throws IOException, JMSException {
        try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                RestanteConnectionFactory factory = new RestanteConnectionFactory(
                        "jdbc:postgresql://127.0.0.1:" + silent.getLocalPort() + "/messages")) {
            factory.setUser("nobody");
            factory.setPassword("nothing");
            factory.setStoreTimeout(Duration.ofHours(1));
            CountDownLatch asked = new CountDownLatch(1);
            Thread listener = new Thread(() -> {
                try {
                    while (true) {
                        silent.accept().getInputStream().read();
                        if (asked.getCount() > 0) {
                            asked.countDown();
                            ChildJvm.tell("opening");
                        }
                    }
                } catch (IOException e) {
                    ChildJvm.tell("closed " + e);
                }
            });
            listener.setDaemon(true);
            listener.start();
            factory.createConnection();
            ChildJvm.tell("opened");
        }
    }
}
