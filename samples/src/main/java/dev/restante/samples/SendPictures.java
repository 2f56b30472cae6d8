package dev.restante.samples;

// region program
import dev.restante.RestanteConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Queue;

/** Program that sends three jobs to the store with the given URL. */
public final class SendPictures {

    public static void main(String[] arguments) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                JMSContext context = factory.createContext()) {
            Queue pictures = context.createQueue("pictures");
            for (String picture : new String[] {"cat.png", "half-loaded.png", "program.exe"}) {
                context.createProducer().send(pictures, picture);
                System.out.println("sent " + picture);
            }
        }
    }
}
// endregion
