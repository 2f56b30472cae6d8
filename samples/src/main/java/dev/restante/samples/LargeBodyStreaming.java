package dev.restante.samples;

import dev.restante.RestanteConnectionFactory;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Sample that streams a file as a message body, so that memory never contains the whole file. */
public final class LargeBodyStreaming {

    private LargeBodyStreaming() {}

    /** Runs the sample. */
    public static void main(String[] arguments) throws JMSException, IOException {
        Path film = Files.createTempFile("film", ".bin");
        Path copy = Files.createTempFile("copy", ".bin");
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(SampleStore.url(arguments));
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            Files.write(film, new byte[3 << 20]);
            connection.start();
            Queue films = session.createQueue("films");
            MessageProducer producer = session.createProducer(films);
            MessageConsumer consumer = session.createConsumer(films);
            // region main
            BytesMessage message = session.createBytesMessage();
            try (InputStream in = Files.newInputStream(film)) {
                message.setObjectProperty("JMS_Restante_InputStream", in);
                producer.send(message);
            }
            BytesMessage received = (BytesMessage) consumer.receive(10_000);
            try (OutputStream out = Files.newOutputStream(copy)) {
                received.setObjectProperty("JMS_Restante_OutputStream", out);
            }
            // endregion
            System.out.println("received " + received.getBodyLength() + " bytes");
            System.out.println("the same: " + (Files.mismatch(film, copy) == -1));
        } finally {
            Files.delete(film);
            Files.delete(copy);
        }
    }
}
