package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import jakarta.jms.CompletionListener;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSProducer;
import jakarta.jms.Message;
import jakarta.jms.Queue;
import java.util.concurrent.CountDownLatch;

/** Sample of asynchronous sends, many of which share one disk write, with a completion listener for stored messages. */
public final class AsyncSend {

    private static final int MESSAGES = 1_000;

    private AsyncSend() {}

    /** Completion listener that counts stored messages. */
    private static final class StoredListener implements CompletionListener {
        private final CountDownLatch missing = new CountDownLatch(MESSAGES);

        @Override
        public void onCompletion(Message message) {
            missing.countDown();
        }

        @Override
        public void onException(Message message, Exception refused) {
            System.out.println("not stored: " + refused);
            missing.countDown();
        }
    }

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException, InterruptedException {
        try (RestanteConnectionFactory factory = SampleStore.open(arguments)) {
            SampleStore.freshQueue(factory, "readings", QueueOptions.defaults());
            try (JMSContext context = factory.createContext()) {
                Queue readings = context.createQueue("readings");

                long startNanos = System.nanoTime();
                JMSProducer patient = context.createProducer();
                for (int number = 0; number < MESSAGES; number++) {
                    patient.send(readings, "reading " + number);
                }
                report("each send waits", startNanos);

                startNanos = System.nanoTime();
                StoredListener stored = new StoredListener();
                JMSProducer hasty = context.createProducer().setAsync(stored);
                for (int number = 0; number < MESSAGES; number++) {
                    hasty.send(readings, "reading " + number);
                }
                stored.missing.await();
                report("asynchronously", startNanos);
            }
        }
    }

    private static void report(String how, long startNanos) {
        System.out.println(
                MESSAGES + " messages stored, " + how + ": " + (System.nanoTime() - startNanos) / 1_000_000 + " ms");
    }
}
