package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.Connection;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import java.nio.charset.StandardCharsets;

/**
 * Content of a store for the tests of all pages: a queue {@code desk} with messages in all states, a subscription with
 * a rule, and a prepared branch. A consumer has one message of the queue locked until {@link #close}.
 */
final class AllPagesContent implements AutoCloseable {

    private static final long TIMEOUT_MILLIS = 20_000;

    static final String SUBSCRIPTION = "news/Subscriptions/office:printer";

    private final Run.CommandLineRunner prompt;
    private final RestanteConnectionFactory factory;

    AllPagesContent(Run.CommandLineRunner prompt, RestanteConnectionFactory factory) throws Exception {
        this.prompt = prompt;
        this.factory = factory;
        prompt.ok("queue", "create", "desk");
        prompt.ok("send", "desk", "deferred");
        prompt.ok("receive", "desk", "--settle", "defer");
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
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        MessageConsumer consumer = session.createConsumer(session.createQueue("desk"), "JMSXGroupID = 'a'");
        assertThat(consumer.receive(TIMEOUT_MILLIS)).isNotNull();
    }

    /** Returns the sequence number of the first message of the queue in a state. */
    String number(String state) {
        return (String) at(prompt.json("peek", "desk", "--state", state), "messages", 0, "sequenceNumber");
    }

    @Override
    public void close() throws Exception {
        factory.close();
    }
}
