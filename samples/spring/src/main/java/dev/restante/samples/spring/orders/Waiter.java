package dev.restante.samples.spring.orders;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.stereotype.Component;

/** Sends orders and waits for what becomes of them. */
@Component
class Waiter {

    private static final long PATIENCE_SECONDS = 60;

    private final JmsTemplate jms;
    private final Semaphore answers = new Semaphore(0);

    Waiter(JmsTemplate jms) {
        this.jms = jms;
    }

    void order(String dish) {
        jms.convertAndSend("orders", dish);
    }

    /** An order is dealt with. */
    void answer(String text) {
        System.out.println(text);
        answers.release();
    }

    void awaitAnswers(int orders) throws InterruptedException {
        if (!answers.tryAcquire(orders, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("some of " + orders + " orders are not dealt with");
        }
    }
}
