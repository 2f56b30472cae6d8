package dev.restante.samples.boot;

import dev.restante.spring.RestanteStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.context.TestContextManager;

/**
 * Main class of a JVM that runs a test context like a parallel fork of a build. It sends its name and later prints the
 * received messages.
 */
final class BuildForkMain {

    private BuildForkMain() {}

    public static void main(String[] name) throws Exception {
        TestContextManager test = new TestContextManager(CachedContextsTest.WithoutListeners.class);
        try (ConfigurableApplicationContext context =
                (ConfigurableApplicationContext) test.getTestContext().getApplicationContext()) {
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.convertAndSend("forks", name[0]);
            System.out.println("sent to "
                    + context.getBean(RestanteStore.class)
                            .restanteConnectionFactory()
                            .getUrl());
            // The test sends a line when all forks are ready.
            System.in.read();
            jms.setReceiveTimeout(JmsTemplate.RECEIVE_TIMEOUT_NO_WAIT);
            List<Object> received = new ArrayList<>();
            for (Object next = jms.receiveAndConvert("forks"); next != null; next = jms.receiveAndConvert("forks")) {
                received.add(next);
            }
            System.out.println("received " + received);
        }
    }
}
