package dev.restante.samples.spring.orders;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.stereotype.Component;

/** Sender of orders, which waits for their answers. */
@Component
class Waiter {

    private static final long TIMEOUT_SECONDS = 60;

    private final JmsTemplate jms;
    private final Semaphore answers = new Semaphore(0);

    Waiter(JmsTemplate jms) {
        this.jms = jms;
    }

    void order(String dish) {
        jms.convertAndSend("orders", dish);
    }

    /** Records the answer to an order. */
    void answer(String text) {
        System.out.println(text);
        answers.release();
    }

    void awaitAnswers(int orders) throws InterruptedException {
        if (!answers.tryAcquire(orders, TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("some of " + orders + " orders were not processed");
        }
    }
}
