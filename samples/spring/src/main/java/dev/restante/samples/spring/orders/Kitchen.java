package dev.restante.samples.spring.orders;

import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jms.annotation.JmsListener;
import org.springframework.jms.core.JmsTemplate;
import org.springframework.jms.support.JmsHeaders;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.stereotype.Component;

/**
 * Listener that cooks ordered dishes, sends bills, and answers the waiter for bills and failed orders. The containers
 * of Spring Boot are transacted, so that a message whose listener throws is delivered again.
 */
@Component
class Kitchen {

    private final JmsTemplate jms;
    private final JdbcTemplate jdbc;
    private final Waiter waiter;

    Kitchen(JmsTemplate jms, JdbcTemplate jdbc, Waiter waiter) {
        this.jms = jms;
        this.jdbc = jdbc;
        this.waiter = waiter;
    }

    // region listener
    @JmsListener(destination = "orders", concurrency = "1-4")
    void cook(
            String dish,
            @Header(JmsHeaders.MESSAGE_ID) String messageId,
            @Header("JMSXDeliveryCount") int deliveryCount) {
        if (dish.equals("soufflé")) {
            throw new IllegalStateException("collapsed, attempt " + deliveryCount);
        }
        try {
            jdbc.update("INSERT INTO dish (message_id, name) VALUES (?, ?)", messageId, dish);
        } catch (DuplicateKeyException cookedBefore) {
            // An earlier attempt committed the row but not the message, so that only the bill is missing.
        }
        // This send uses the listener's own session, so that the bill and the completion of the order are one commit.
        jms.convertAndSend("bills", dish);
    }

    @JmsListener(destination = "orders/$DeadLetterQueue")
    void apologise(String dish, @Header("DeadLetterReason") String reason) {
        waiter.answer("sorry, no " + dish + ": " + reason);
    }
    // endregion

    @JmsListener(destination = "bills")
    void bill(String dish) {
        Integer cooked = jdbc.queryForObject("SELECT COUNT(*) FROM dish WHERE name = ?", Integer.class, dish);
        waiter.answer("served and billed: " + dish + " (" + cooked + " in the table)");
    }
}
