package dev.restante.durability;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.BulkResult;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.MessageEdit;
import dev.restante.admin.MessageFilter;
import dev.restante.admin.RedriveOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.option.LocalAccess;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Tool that administers an embedded store by commands, one per line. Argument: URL. */
public final class ToolChild {

    private ToolChild() {}

    public static void main(String[] arguments) throws JMSException, IOException {
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLocalAccess(LocalAccess.TOOL);
        RestanteAdmin admin = factory.admin();
        ChildJvm.tell("open");
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            try {
                ChildJvm.tell("did " + did(factory, admin, line, input));
            } catch (JMSException failure) {
                ChildJvm.tell("failed " + failure.getErrorCode());
            }
        }
    }

    private static String did(RestanteConnectionFactory factory, RestanteAdmin admin, String line, BufferedReader input)
            throws JMSException {
        return switch (line) {
            case "list" ->
                admin.entities(EntityFilter.all()).stream()
                        .map(EntitySummary::name)
                        .collect(Collectors.joining(" "));
            case "redrive" -> redrive(admin);
            case "resubmit" ->
                told(admin.messages("q/$DeadLetterQueue")
                        .resubmit(
                                MessageFilter.all(),
                                MessageEdit.none().withProperty("edited", true),
                                done -> mayGoOn(done, input)));
            case "purge" -> told(admin.messages("q").purge(MessageFilter.all(), done -> mayGoOn(done, input)));
            case "receive" -> receive(factory);
            default -> throw new IllegalArgumentException(line);
        };
    }

    private static String redrive(RestanteAdmin admin) throws JMSException {
        BulkResult result = admin.messages("q/$DeadLetterQueue")
                .redrive(RedriveOptions.all().withMessagesPerSecond(50), done -> {
                    ChildJvm.tell("moved " + done);
                    return true;
                });
        return told(result);
    }

    private static String told(BulkResult result) {
        return result.processed() + " " + result.cancelled();
    }

    /** Waits for a line of the test after each portion. */
    private static boolean mayGoOn(long done, BufferedReader input) {
        ChildJvm.tell("at " + done);
        try {
            return "go on".equals(input.readLine());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String receive(RestanteConnectionFactory factory) throws JMSException {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            connection.start();
            var consumer = session.createConsumer(session.createQueue("q"));
            ChildJvm.tell("receives");
            return String.valueOf(consumer.receive(60_000));
        }
    }
}
