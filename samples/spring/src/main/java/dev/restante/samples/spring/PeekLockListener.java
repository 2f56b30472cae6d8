package dev.restante.samples.spring;

import dev.restante.PeekLock;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.Map;
import org.springframework.jms.annotation.JmsListener;

/** Listener that settles its messages under a peek-lock. Its container is {@link ListenerContainers#peekLock}. */
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
        // The container acknowledges a message that is not settled here, or releases it if this method throws.
    }
    // endregion

    /** Returns whether the picture must wait, which is true at its first delivery. */
    protected boolean busy(int deliveryCount) {
        return deliveryCount == 1;
    }

    /** Handles a resized picture. */
    protected void resized(String picture, int deliveryCount) {
        System.out.println("resized " + picture + " at delivery " + deliveryCount);
    }
}
