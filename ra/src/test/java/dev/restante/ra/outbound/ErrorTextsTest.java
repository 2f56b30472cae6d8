package dev.restante.ra.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.restante.api.ErrorCodes;
import dev.restante.ra.testing.Deployment;
import jakarta.jms.Connection;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Test that provokes the error code of the resource adapter and compares the texts with a golden file. */
final class ErrorTextsTest {

    private static final Path FILE =
            Path.of(System.getProperty("basedir", ".")).resolve("src/test/resources/error-texts.txt");

    private final SortedMap<String, String> texts = new TreeMap<>();

    @Test
    @DisplayName("the texts of all provoked errors equal the texts in the golden file")
    void shouldHaveTheTextsOfTheFile() throws Exception {
        try (Deployment deployment = new Deployment()) {
            provoke(deployment);
        }
        StringBuilder lines = new StringBuilder();
        texts.forEach(
                (name, text) -> lines.append(name).append("\n    ").append(text).append('\n'));
        if (Boolean.getBoolean("error.texts.write")) {
            Files.createDirectories(FILE.getParent());
            Files.writeString(FILE, lines);
        }
        assertThat(lines.toString())
                .as("texts of errors; after an intended change, write the file with -Derror.texts.write=true")
                .isEqualTo(Files.readString(FILE));
    }

    private void provoke(Deployment deployment) throws JMSException {
        try (Connection connection = deployment.factory.createConnection();
                Session session = connection.createSession();
                MessageConsumer consumer = session.createConsumer(session.createQueue("orders"))) {
            expect("create a second session", connection::createSession);
            expect("set a client id", () -> connection.setClientID("billing"));
            expect("stop a connection", connection::stop);
            expect("set a listener of a consumer", () -> consumer.setMessageListener(message -> {}));
            expect("run a session", session::run);
        }
        try (JMSContext context = deployment.factory.createContext()) {
            expect("create a second context", () -> context.createContext(JMSContext.AUTO_ACKNOWLEDGE));
        }
    }

    private void expect(String name, ThrowingCallable call) {
        Throwable failure = catchThrowable(call);
        String code = failure instanceof JMSException checked
                ? checked.getErrorCode()
                : failure instanceof JMSRuntimeException unchecked ? unchecked.getErrorCode() : null;
        assertThat(code)
                .as("error code of '%s', which failed with %s", name, failure)
                .isEqualTo(ErrorCodes.NOT_IN_CONTAINER);
        texts.put(code + "  " + name, failure.getMessage());
    }
}
