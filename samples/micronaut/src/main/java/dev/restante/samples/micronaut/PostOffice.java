package dev.restante.samples.micronaut;

import dev.restante.RestanteConnectionFactory;
import io.micronaut.context.annotation.Bean;
import io.micronaut.context.annotation.Factory;
import io.micronaut.context.annotation.Value;
import io.micronaut.jms.annotations.JMSConnectionFactory;
import io.micronaut.jms.annotations.JMSListener;
import io.micronaut.jms.annotations.JMSProducer;
import io.micronaut.jms.annotations.Queue;
import io.micronaut.messaging.annotation.MessageBody;

/** Sample beans for Micronaut: a connection factory, and a listener that moves letters with an address to the boxes. */
@Factory
public class PostOffice {

    // region factory
    @Bean(preDestroy = "close")
    @JMSConnectionFactory("restante")
    RestanteConnectionFactory jms(@Value("${restante.url}") String url) {
        return new RestanteConnectionFactory(url);
    }
    // endregion

    /** Producer of sorted letters. */
    // region producer
    @JMSProducer("restante")
    public interface LetterBoxes {

        @Queue("boxes")
        void put(@MessageBody String letter);
    }
    // endregion

    /** Listener that sorts letters. */
    // region listener
    @JMSListener("restante")
    public static class LetterSorter {

        private final LetterBoxes boxes;

        LetterSorter(LetterBoxes boxes) {
            this.boxes = boxes;
        }

        @Queue(value = "letters", transacted = true)
        public void sort(@MessageBody String letter) {
            if (letter.isBlank()) {
                throw new IllegalArgumentException("no address");
            }
            boxes.put(letter);
        }
    }
    // endregion
}
