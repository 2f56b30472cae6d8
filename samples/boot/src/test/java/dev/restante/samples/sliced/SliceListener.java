package dev.restante.samples.sliced;

import org.springframework.jms.annotation.JmsListener;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.stereotype.Component;

/** Listener that a test slice includes. */
@Component
class SliceListener {

    @JmsListener(destination = "words")
    @SendTo("heard")
    String hear(String word) {
        return word;
    }
}
