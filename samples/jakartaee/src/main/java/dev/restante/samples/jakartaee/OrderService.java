package dev.restante.samples.jakartaee;

import jakarta.annotation.Resource;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.jms.JMSConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Queue;
import jakarta.jms.TextMessage;
import jakarta.transaction.Transactional;
import java.util.List;
import java.util.UUID;

/** Bean that stores an order and sends its message in one transaction of the container. */
@ApplicationScoped
@Transactional
public class OrderService {

    @Inject
    @JMSConnectionFactory("jms/connectionFactory")
    private JMSContext messaging;

    @Resource(lookup = "java:comp/env/jms/orders")
    private Queue orders;

    @Inject
    private OrderDatabase database;

    /** Places an order and returns its id. */
    public String place(String item) {
        String id = UUID.randomUUID().toString();
        database.execute("INSERT INTO orders VALUES (?, ?)", id, item);
        TextMessage message = messaging.createTextMessage(item);
        try {
            message.setStringProperty("order", id);
        } catch (JMSException failure) {
            throw new JMSRuntimeException("The order cannot be written", failure.getErrorCode(), failure);
        }
        messaging.createProducer().send(orders, message);
        return id;
    }

    /** Places an order and then fails, so that the row and the message are rolled back. */
    public String placeAndFail(String item) {
        throw new IllegalStateException("Out of stock after all: " + place(item));
    }

    /** Returns the results of the orders of an item. */
    public List<String> of(String item) {
        return database.rows(
                """
                SELECT 'order' FROM orders WHERE item = ?
                UNION ALL
                SELECT 'invoice at delivery ' || delivery FROM invoices JOIN orders ON id = order_id WHERE item = ?
                UNION ALL
                SELECT 'refused, ' || reason FROM refusals JOIN orders ON id = order_id WHERE item = ?
                """,
                item,
                item,
                item);
    }
}
