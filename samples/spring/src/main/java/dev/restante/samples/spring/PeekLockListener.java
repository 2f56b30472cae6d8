package dev.restante.samples.spring;

import dev.restante.PeekLock;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;
import org.springframework.jms.annotation.JmsListener;

/** A listener that says what becomes of each message. Its container is {@link ListenerContainers#peekLock}. */
public class PeekLockListener {

    // region listener
    @JmsListener(destination = "pictures", containerFactory = "peekLock")
    public void resize(Message message) throws JMSException {
        PeekLock lock = PeekLock.of(message);
        String picture = message.getBody(String.class);
        if (picture.endsWith(".exe")) {
            lock.deadLetter("NotAPicture", picture, Map.of());
        } else if (busy(lock.deliveryCount())) {
            lock.abandon(Map.of(), Duration.ofMillis(100));
        } else {
            resized(picture, lock.deliveryCount());
        }
        // What is not settled here is acknowledged by the container, and given back if this method throws.
    }
    // endregion

    /** Whether the picture must wait: at its first delivery. */
    protected boolean busy(int deliveryCount) {
        return deliveryCount == 1;
    }

    /** A picture is done. */
    protected void resized(String picture, int deliveryCount) {
        System.out.println("resized " + picture + " at delivery " + deliveryCount);
    }
}
