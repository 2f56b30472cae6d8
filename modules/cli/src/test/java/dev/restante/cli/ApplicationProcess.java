package dev.restante.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Application process that has an embedded store open. In {@code orders} two messages are available, and one is a dead
 * letter. The application has a message of {@code held} locked, and ends at the end of its input.
 */
final class ApplicationProcess implements AutoCloseable {

    private final Process process;
    private final String held;

    private ApplicationProcess(Process process, String held) {
        this.process = process;
        this.held = held;
    }

    /** Starts the process, and returns when it has filled the store. */
    static ApplicationProcess start(String url) throws IOException {
        String classPath = Optional.ofNullable(System.getProperty("surefire.test.class.path"))
                .orElse(System.getProperty("java.class.path"));
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        ApplicationProcess.class.getName(),
                        url))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        assertThat(line).as("line of the application").startsWith("holds ");
        return new ApplicationProcess(process, line.substring("holds ".length()));
    }

    /** Returns the sequence number of the locked message. */
    String held() {
        return held;
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.getOutputStream().close();
        assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }

    public static void main(String[] arguments) throws JMSException, IOException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
                Connection connection = factory.createConnection();
                Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
                MessageProducer producer = session.createProducer(null);
                MessageConsumer orders = session.createConsumer(session.createQueue("orders"));
                MessageConsumer held = session.createConsumer(session.createQueue("held"))) {
            connection.start();
            producer.send(session.createQueue("orders"), session.createTextMessage("bad"));
            PeekLock.of(orders.receive(60_000)).deadLetter("unreadable", null, Map.of());
            orders.close();
            producer.send(session.createQueue("orders"), session.createTextMessage("one"));
            producer.send(session.createQueue("orders"), session.createTextMessage("two"));
            producer.send(session.createQueue("held"), session.createTextMessage("mine"));
            System.out.println("holds " + PeekLock.of(held.receive(60_000)).sequenceNumber());
            while (System.in.read() >= 0) {
                // The test ends the input.
            }
        }
    }
}
