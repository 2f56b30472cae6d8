package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;

/**
 * A queue {@code desk} with something to see on all of its pages, a topic with a subscription that has rules, and a
 * branch of a transaction in doubt. Its receiver holds one message as long as it is open.
 */
final class BrowserStanding implements AutoCloseable {

    private static final long PATIENCE_MILLIS = 20_000;

    static final String SUBSCRIPTION = "news/Subscriptions/office:printer";

    private final Run.Prompt prompt;
    private final RestanteConnectionFactory factory;

    /** Puts it into a store. */
    BrowserStanding(Run.Prompt prompt, RestanteConnectionFactory factory) throws Exception {
        this.prompt = prompt;
        this.factory = factory;
        prompt.ok("queue", "create", "desk");
        prompt.ok("send", "desk", "deferred");
        prompt.ok("receive", "desk", "--settle", "DEFER");
        prompt.ok("send", "desk", "one", "--group-id", "a");
        prompt.ok("send", "desk", "two", "--group-id", "b");
        prompt.ok("send", "desk", "soon", "--delay", "1h");
        prompt.ok("send", "desk", "later", "--delay", "5h");
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "printer", "--client-id", "office");
        prompt.ok("subscription", "rule", "add", SUBSCRIPTION, "red", "--selector", "x = 1");
        PreparedBranch.prepare(factory.getUrl(), (byte) 1);
        try (RestanteAdmin admin = factory.admin()) {
            admin.messages("desk").groups().setState("b", "step=2".getBytes(StandardCharsets.UTF_8));
        }
        Connection connection = factory.createConnection();
        connection.start();
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue("desk"), "JMSXGroupID = 'a'");
        assertThat(consumer.receive(PATIENCE_MILLIS)).isNotNull();
    }

    /** The number of a message of the desk by its state. */
    String number(String state) {
        return (String) at(prompt.json("peek", "desk", "--state", state), "messages", 0, "sequenceNumber");
    }

    @Override
    public void close() throws Exception {
        factory.close();
    }
}
