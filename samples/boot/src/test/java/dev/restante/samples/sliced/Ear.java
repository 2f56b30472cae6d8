package dev.restante.samples.sliced;

import org.springframework.jms.annotation.JmsListener;
import org.springframework.messaging.handler.annotation.SendTo;
import org.springframework.stereotype.Component;

/** A component that listens. */
@Component
class Ear {

    @JmsListener(destination = "words")
    @SendTo("heard")
    String hear(String word) {
        return word;
    }
}
