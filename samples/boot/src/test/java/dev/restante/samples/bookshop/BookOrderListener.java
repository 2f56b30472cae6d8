package dev.restante.samples.bookshop;

// region listener
import org.springframework.jms.annotation.JmsListener;
import org.springframework.messaging.handler.annotation.Header;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.stereotype.Component;

/** Listener that ships ordered books. An order that it cannot ship is delivered again. */
@Component
class BookOrderListener {

    @JmsListener(destination = "orders")
    @SendTo("shipped")
    String ship(String title, @Header("JMSXDeliveryCount") int deliveryCount) {
        if (title.equals("Untitled")) {
            throw new IllegalStateException("this book does not exist, delivery " + deliveryCount);
        }
        return title;
    }
}
// endregion
