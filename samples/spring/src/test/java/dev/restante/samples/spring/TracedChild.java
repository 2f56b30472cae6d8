package dev.restante.samples.spring;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.concurrent.CountDownLatch;

/**
 * Child process that sends and receives through the simplified API under a tracing agent, and prints the received
 * trace.
 */
final class TracedChild {

    private TracedChild() {}

    public static void main(String[] arguments) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory("jdbc:hsqldb:mem:traced");
                JMSContext context = factory.createContext()) {
            Queue queue = context.createQueue("traced");
            context.createProducer().send(queue, "sync");
            Message received = context.createConsumer(queue).receive(30_000);
            System.out.println("sync " + received.getStringProperty("traceparent"));
            CountDownLatch sent = new CountDownLatch(1);
            context.createProducer()
                    .setAsync(new CompletionListener() {
                        @Override
                        public void onCompletion(Message message) {
                            sent.countDown();
                        }

                        @Override
                        public void onException(Message message, Exception failure) {
                            failure.printStackTrace();
                        }
                    })
                    .send(queue, "async");
            sent.await();
            System.out.println("body " + context.createConsumer(queue).receiveBody(String.class, 30_000));
        }
    }
}
