package dev.restante.feature.damage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.PeekLock;
import dev.restante.RestanteMessageGroup;
import dev.restante.RestanteSession;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.InvalidClientIDException;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.InvalidSelectorException;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Queue;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Unusual texts as names of users, queues, duplicate ids, groups, clients and subscriptions. */
@DisplayName("unusual texts as names")
public abstract class NameTextContract extends TextFixture {

    /** Character of three bytes. */
    private static final String WIDE = "\u20AC";

    private static final String ID = "JMS_Restante_DuplicateId";

    /** Returns texts that some database cannot store, and texts with too many bytes. */
    private static List<String> refusals(int mostBytes) {
        List<String> refusals = new ArrayList<>(IMPOSSIBLE);
        refusals.add("x".repeat(mostBytes + 1));
        refusals.add(WIDE.repeat(mostBytes / 3 + 1));
        return refusals;
    }

    /** Returns texts of the maximum length, with characters of one, three and four bytes. */
    private static List<String> longest(int mostBytes) {
        return List.of("x".repeat(mostBytes), WIDE.repeat(mostBytes / 3), "\uD83D\uDE00".repeat(mostBytes / 4));
    }

    @Test
    @DisplayName("SND-08 a user or password that no database can store is rejected like wrong credentials")
    void shouldRejectUsers() {
        String user = url().startsWith("jdbc:hsqldb") ? "SA" : PostgresServer.USER;
        for (String text : IMPOSSIBLE) {
            refused("RESTANTE-SECURITY", text, () -> factory.createConnection(text, "")
                    .close());
            refused("RESTANTE-SECURITY", text, () -> factory.createConnection(user, text)
                    .close());
        }
    }

    @Test
    @DisplayName("SND-08 names that differ in a code point belong to different queues, listed in order of code points")
    void shouldTellQueuesApart() throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                Session session = autoSession()) {
            Set<String> names = new LinkedHashSet<>(NAMES);
            names.addAll(List.of("x".repeat(255), WIDE.repeat(255), "\uD83D\uDE00".repeat(127)));
            for (String name : names) {
                admin.createQueue(name, QueueOptions.defaults());
                send(session, session.createQueue(name), name);
            }
            for (String name : names) {
                assertThat(drain(queue(name))).as(name).containsExactly(name);
                assertThat(admin.deleteQueue(name)).as(name).isTrue();
            }
            for (String name : List.of("\uD83D\uDE00", "\uFFFD", "Z", "a", "z ", "z")) {
                admin.createQueue(name, QueueOptions.defaults());
            }
            assertThat(admin.entities(EntityFilter.all()))
                    .extracting(EntitySummary::name)
                    .filteredOn(name -> !name.contains("/"))
                    .containsExactly("Z", "a", "z", "z ", "\uFFFD", "\uD83D\uDE00");
        }
    }

    @Test
    @DisplayName("SND-08 a name that some database cannot store is rejected on every database, with one error code")
    void shouldRefuseImpossibleNames() throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                Session session = autoSession()) {
            List<String> names = new ArrayList<>(IMPOSSIBLE);
            names.addAll(List.of("x".repeat(256), "x\n", "x\u0001"));
            for (String name : names) {
                refused("RESTANTE-ENTITY-INVALID", name, () -> admin.createQueue(name, QueueOptions.defaults()));
                refused("RESTANTE-ENTITY-INVALID", name, () -> session.createProducer(session.createQueue(name)));
                refused("RESTANTE-ENTITY-INVALID", name, () -> session.createConsumer(session.createTopic(name)));
                refused("RESTANTE-ENTITY-INVALID", name, () -> admin.queue(name));
                refused("RESTANTE-ENTITY-INVALID", name, () -> admin.deleteQueue(name));
                refused(
                        "RESTANTE-INVALID-ARGUMENT",
                        name,
                        () -> admin.createQueue("to", QueueOptions.defaults().withForwardTo(name)));
                refused(
                        "RESTANTE-INVALID-ARGUMENT",
                        name,
                        () -> admin.createQueue("to", QueueOptions.defaults().withDeadLetterTo(name)));
            }
            assertThat(admin.entities(EntityFilter.all())).isEmpty();
        }
    }

    @Test
    @DisplayName("SND-08 duplicate ids that differ in a code point are different ids")
    void shouldTellDuplicateIdsApart() throws JMSException {
        try (RestanteAdmin admin = factory.admin();
                Session session = autoSession()) {
            admin.createQueue("once", QueueOptions.defaults().withDuplicateDetectionWindow(Duration.ofMinutes(5)));
            Queue queue = session.createQueue("once");
            MessageProducer producer = session.createProducer(queue);
            List<String> ids = new ArrayList<>(TEXTS);
            ids.addAll(longest(2_000));
            for (int round = 0; round < 2; round++) {
                for (String id : ids) {
                    producer.send(message(session, id, ID, id));
                }
            }
            assertThat(drain(queue)).containsExactlyElementsOf(ids);

            for (String id : refusals(2_000)) {
                refused("RESTANTE-INVALID-ARGUMENT", id, () -> producer.send(message(session, id, ID, id)));
                refused("RESTANTE-INVALID-ARGUMENT", id, () -> admin.forgetDuplicateId("once", id));
            }
            assertThat(drain(queue)).isEmpty();
        }
    }

    @Test
    @DisplayName("SND-08 group ids that differ in a code point belong to different groups with separate states")
    void shouldTellGroupsApart() throws JMSException {
        Queue queue = queue("grouped");
        List<String> ids = new ArrayList<>(TEXTS);
        ids.addAll(longest(1_000));
        try (Session session = connection.createSession(Session.CLIENT_ACKNOWLEDGE)) {
            RestanteSession restante = RestanteSession.of(session);
            List<RestanteMessageGroup> groups = new ArrayList<>();
            MessageProducer producer = session.createProducer(queue);
            for (String id : ids) {
                RestanteMessageGroup group = restante.acceptGroup(queue, id);
                group.setState(id.getBytes(StandardCharsets.UTF_8));
                groups.add(group);
                producer.send(message(session, id, "JMSXGroupID", id));
            }
            for (RestanteMessageGroup group : groups) {
                Message received = receive(group.consumer());
                assertThat(text(received)).isEqualTo(group.id());
                assertThat(received.getStringProperty("JMSXGroupID")).isEqualTo(group.id());
                PeekLock.of(received).complete();
                assertThat(group.state()).hasValue(group.id().getBytes(StandardCharsets.UTF_8));
                group.close();
            }
            for (String id : refusals(1_000)) {
                refused("RESTANTE-INVALID-ARGUMENT", id, () -> producer.send(message(session, id, "JMSXGroupID", id)));
                refused("RESTANTE-INVALID-ARGUMENT", id, () -> restante.acceptGroup(queue, id));
            }
        }
        assertThat(drain(queue)).isEmpty();
    }

    @Test
    @DisplayName("SND-08 client ids and subscription names that differ in a code point are different")
    void shouldTellSubscriptionsApart() throws JMSException {
        List<String> ids = new ArrayList<>(NAMES);
        ids.addAll(longest(500));
        Topic topic;
        List<Connection> connections = new ArrayList<>();
        List<MessageConsumer> consumers = new ArrayList<>();
        try (Session session = autoSession()) {
            topic = session.createTopic("t");
            for (String id : ids) {
                Connection client = factory.createConnection();
                client.setClientID(id);
                client.start();
                connections.add(client);
                consumers.add(client.createSession()
                        .createDurableConsumer(topic, id, "only = '" + id.replace("'", "''") + "'", false));
            }
            for (String id : ids) {
                session.createProducer(topic).send(message(session, id, "only", id));
            }
            for (int i = 0; i < ids.size(); i++) {
                assertThat(text(receive(consumers.get(i)))).isEqualTo(ids.get(i));
                assertNothing(consumers.get(i));
            }
            for (Connection client : connections) {
                client.close();
            }
            for (String id : ids) {
                try (Connection client = factory.createConnection()) {
                    client.setClientID(id);
                    client.createSession().unsubscribe(id);
                }
            }
            // Each of these characters counts three times.
            for (String separators : List.of("%", ":", "/", "$")) {
                Connection client = factory.createConnection();
                client.setClientID(separators.repeat(166));
                client.createSession()
                        .createDurableConsumer(topic, separators.repeat(333))
                        .close();
                client.createSession().unsubscribe(separators.repeat(333));
                client.close();
            }
        }
    }

    @Test
    @DisplayName("SND-08 a client id, subscription name or selector that some database cannot store is rejected")
    void shouldRefuseImpossibleSubscriptions() throws JMSException {
        for (String id : refusals(500)) {
            try (Connection client = factory.createConnection()) {
                assertThatExceptionOfType(InvalidClientIDException.class).isThrownBy(() -> client.setClientID(id));
                refused("RESTANTE-INVALID-CLIENT-ID", id, () -> client.setClientID(id));
            }
        }
        try (RestanteAdmin admin = factory.admin();
                Session session = autoSession()) {
            Topic topic = session.createTopic("t");
            for (String name : refusals(1_000)) {
                refused("RESTANTE-INVALID-ARGUMENT", name, () -> session.createSharedDurableConsumer(topic, name));
                refused("RESTANTE-INVALID-ARGUMENT", name, () -> session.createSharedConsumer(topic, name));
                refused("RESTANTE-INVALID-ARGUMENT", name, () -> session.unsubscribe(name));
                refused("RESTANTE-INVALID-ARGUMENT", name, () -> admin.topics().statistics(null, name));
                refused("RESTANTE-INVALID-ARGUMENT", name, () -> admin.topics()
                        .createSubscription("t", null, name, true, null, QueueOptions.defaults()));
            }
            for (String text : refusals(100_000)) {
                String selector = "a = '" + text + "'";
                assertThatExceptionOfType(InvalidSelectorException.class)
                        .isThrownBy(() -> session.createSharedDurableConsumer(topic, "n", selector));
                refused(
                        "RESTANTE-INVALID-SELECTOR",
                        text,
                        () -> session.createSharedDurableConsumer(topic, "n", selector));
            }
            assertThat(admin.topics().subscriptions("t")).isEmpty();
        }
    }

    @Test
    @DisplayName("SND-08 a rejected name does not affect a queue whose name a database would take for equal")
    void shouldNotMistakeOneForAnother() throws JMSException {
        try (Session session = autoSession()) {
            send(session, session.createQueue("?"), "mine");
            for (String name : List.of("\uD83D", "\uDE00")) {
                assertThatExceptionOfType(InvalidDestinationException.class)
                        .isThrownBy(() -> session.createConsumer(session.createQueue(name)));
            }
            assertThat(drain(queue("?"))).containsExactly("mine");
        }
    }
}
