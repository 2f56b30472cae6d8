package dev.restante.samples.boot;

import dev.restante.spring.RestanteStore;
import java.util.ArrayList;
import java.util.List;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.test.context.TestContextManager;

/** A JVM of a build with a test of the application: sends its name, and later tells what it receives. */
final class ForkOfABuild {

    private ForkOfABuild() {}

    public static void main(String[] name) throws Exception {
        TestContextManager test = new TestContextManager(CachedContextsTest.WithoutListeners.class);
        try (ConfigurableApplicationContext context =
                (ConfigurableApplicationContext) test.getTestContext().getApplicationContext()) {
            JmsTemplate jms = context.getBean(JmsTemplate.class);
            jms.convertAndSend("forks", name[0]);
            System.out.println(
                    "sent to " + context.getBean(RestanteStore.class).factory().getUrl());
            // The others are ready.
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
