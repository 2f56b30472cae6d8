package dev.restante.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.EntityFilter;
import dev.restante.admin.EntitySummary;
import dev.restante.admin.RestanteAdmin;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.testing.PostgresServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import jakarta.jms.Topic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Hashtable;
import java.util.List;
import javax.naming.Binding;
import javax.naming.CompositeName;
import javax.naming.ConfigurationException;
import javax.naming.Context;
import javax.naming.InitialContext;
import javax.naming.InvalidNameException;
import javax.naming.NameClassPair;
import javax.naming.NameNotFoundException;
import javax.naming.NamingEnumeration;
import javax.naming.NamingException;
import javax.naming.NotContextException;
import javax.naming.OperationNotSupportedException;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("the initial context")
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // JNDI is the subject of this test.
class RestanteInitialContextTest {

    private static final String MEMORY = "jdbc:hsqldb:mem:naming";

    @TempDir
    Path directory;

    private static Hashtable<String, Object> environment(Object... properties) {
        Hashtable<String, Object> environment = new Hashtable<>();
        environment.put(Context.INITIAL_CONTEXT_FACTORY, RestanteInitialContextFactory.class.getName());
        for (int i = 0; i < properties.length; i += 2) {
            environment.put((String) properties[i], properties[i + 1]);
        }
        return environment;
    }

    private static InitialContext context(Object... properties) throws NamingException {
        return new InitialContext(environment(properties));
    }

    @Test
    @DisplayName("an application that looks up its objects can send and receive, on HSQLDB files and on PostgreSQL")
    void shouldServeLookups() throws Exception {
        for (String url : List.of("jdbc:hsqldb:file:" + directory.resolve("store"), PostgresServer.newDatabase())) {
            InitialContext naming = context(
                    "connectionFactory.jms/office",
                    url,
                    "queue.jms/orders",
                    "shop.orders",
                    "java.naming.provider.url",
                    url);
            ConnectionFactory factory = (ConnectionFactory) naming.lookup("jms/office");
            Queue queue = (Queue) naming.lookup("jms/orders");
            try (JMSContext jms = factory.createContext()) {
                jms.createProducer().send(queue, "a");
            }
            RestanteConnectionFactory other = (RestanteConnectionFactory) naming.lookup("ConnectionFactory");
            Queue dynamic = (Queue) naming.lookup("dynamicQueues/shop.orders");
            naming.close();
            try (other;
                    JMSContext jms = other.createContext()) {
                assertThat(jms.createConsumer(dynamic).receiveBody(String.class, 20_000))
                        .isEqualTo("a");
            }
        }
    }

    @Test
    @DisplayName("WILD-01 patterns of topics can be properties and dynamic names, with each character of a wildcard")
    void shouldFindPatternsOfTopics() throws Exception {
        Context naming =
                context("connectionFactory.office", "jdbc:hsqldb:mem:patternnaming", "topic.prices", "prices.*");
        try (RestanteConnectionFactory factory = (RestanteConnectionFactory) naming.lookup("office");
                JMSContext jms = factory.createContext()) {
            List<JMSConsumer> consumers = new ArrayList<>();
            for (String name : List.of("prices", "dynamicTopics/prices.#", "dynamicTopics/topic://prices.>")) {
                consumers.add(jms.createConsumer((Topic) naming.lookup(name)));
            }
            jms.createProducer().send((Topic) naming.lookup("dynamicTopics/prices.gold"), "a");
            for (JMSConsumer consumer : consumers) {
                assertThat(consumer.receiveBody(String.class, 20_000)).isEqualTo("a");
            }
        }
    }

    @Test
    @DisplayName("DEST-01 names in the forms of other providers can be properties and dynamic names")
    void shouldFindNamesOfOtherProviders() throws Exception {
        String url = "jdbc:hsqldb:mem:addressednaming";
        Context naming = context(
                "connectionFactory.office",
                url,
                "queue.orders",
                "queue:///shop.orders?targetClient=0",
                "topic.news",
                "topic://shop.news");
        try (RestanteConnectionFactory factory = (RestanteConnectionFactory) naming.lookup("office");
                JMSContext jms = factory.createContext();
                RestanteAdmin admin = factory.admin()) {
            for (String name : List.of(
                    "orders",
                    "dynamicQueues/queue:///shop.orders",
                    "dynamicQueues/queue://shop.orders",
                    "dynamicQueues/shop.orders?consumer.prefetchSize=1")) {
                jms.createProducer().send((Queue) naming.lookup(name), "a");
            }
            assertThat(admin.statistics("shop.orders").available()).isEqualTo(4);
            jms.createConsumer((Topic) naming.lookup("news")).close();
            jms.createConsumer((Topic) naming.lookup("dynamicTopics/topic://shop.news"))
                    .close();
            assertThat(admin.entities(EntityFilter.all()))
                    .extracting(EntitySummary::name)
                    .containsExactlyInAnyOrder("shop.orders", "shop.orders/$DeadLetterQueue", "shop.news");
        }
    }

    @Test
    @DisplayName("GEN-05 a lookup opens no store")
    void shouldOpenNothing() throws Exception {
        context(Context.PROVIDER_URL, "jdbc:hsqldb:file:" + directory.resolve("store"))
                .lookup("ConnectionFactory");
        context(Context.PROVIDER_URL, "jdbc:postgresql://nowhere.invalid/db").lookup("ConnectionFactory");
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    @DisplayName("a lookup finds factories with the options of their URLs, and returns the same object each time")
    void shouldFindFactories() throws Exception {
        Context naming = context(
                "connectionFactory.a",
                MEMORY + ";restante.clientId=a",
                "connectionfactory.b",
                MEMORY + ";restante.clientId=b",
                Context.PROVIDER_URL,
                MEMORY);
        RestanteConnectionFactory a = (RestanteConnectionFactory) naming.lookup("a");
        assertThat(a.getClientId()).isEqualTo("a");
        assertThat(naming.lookup("a")).isSameAs(a);
        assertThat(naming.lookupLink("a")).isSameAs(a);
        assertThat(((RestanteConnectionFactory) naming.lookup("b")).getClientId())
                .isEqualTo("b");
        assertThat(naming.lookup("QueueConnectionFactory"))
                .isSameAs(naming.lookup("ConnectionFactory"))
                .isSameAs(naming.lookup("TopicConnectionFactory"))
                .isNotSameAs(a);
        Context own = context(
                "connectionFactory.ConnectionFactory", MEMORY + ";restante.clientId=own", Context.PROVIDER_URL, MEMORY);
        assertThat(((RestanteConnectionFactory) own.lookup("ConnectionFactory")).getClientId())
                .isEqualTo("own");
    }

    @Test
    @DisplayName("a lookup finds destinations by their names, with any characters")
    void shouldFindDestinations() throws Exception {
        Context naming = context(
                "queue.orders", "shop.orders ",
                "queue.a.b", "dotted",
                "queue./queue/c", "from the root",
                "topic.news", "shop.news",
                "queue.java:comp/env/jms/d", "of the component");
        assertThat(naming.lookup("orders")).isEqualTo(new RestanteQueue("shop.orders"));
        assertThat(naming.lookup("a.b")).isEqualTo(new RestanteQueue("dotted"));
        assertThat(naming.lookup("queue/c")).isEqualTo(new RestanteQueue("from the root"));
        assertThat(naming.lookup("/queue/c")).isEqualTo(new RestanteQueue("from the root"));
        assertThat(naming.lookup("news")).isEqualTo(new RestanteTopic("shop.news"));
        assertThat(naming.lookup("java:comp/env/jms/d")).isEqualTo(new RestanteQueue("of the component"));
        assertThat(naming.lookup("dynamicQueues/x/$DeadLetterQueue"))
                .isEqualTo(new RestanteQueue("x/$DeadLetterQueue"));
        assertThat(naming.lookup("dynamicQueues/a b")).isEqualTo(new RestanteQueue("a b"));
        assertThat(naming.lookup("dynamicTopics/news")).isEqualTo(new RestanteTopic("news"));
        assertThatExceptionOfType(InvalidNameException.class)
                .isThrownBy(() -> naming.lookup("dynamicQueues/ "))
                .withMessageContaining("is not a valid name of a destination");
    }

    @Test
    @DisplayName("a composite name leads through subcontexts, which applications can also look up")
    void shouldWalkContexts() throws Exception {
        Context naming = context("queue.a/b/c", "deep", "queue.a/d", "flat");
        Context b = (Context) naming.lookup("a/b");
        assertThat(b.lookup("c")).isEqualTo(new RestanteQueue("deep"));
        assertThat(b.lookup(new CompositeName("c"))).isEqualTo(new RestanteQueue("deep"));
        assertThat(b.getNameInNamespace()).isEqualTo("a/b");
        assertThat(((Context) ((Context) naming.lookup("a")).lookup("b")).getNameInNamespace())
                .isEqualTo("a/b");
        assertThat(((Context) naming.lookup("dynamicQueues")).lookup("x/y")).isEqualTo(new RestanteQueue("x/y"));
        assertThat(b.composeName("c", "a/b")).isEqualTo("a/b/c");
        assertThat(b.composeName(new CompositeName("c"), new CompositeName("a/b")))
                .isEqualTo(new CompositeName("a/b/c"));
        assertThat(naming.getNameParser("a/b").parse("x/y").size()).isEqualTo(2);
        assertThatExceptionOfType(NotContextException.class).isThrownBy(() -> naming.getNameParser("a/d"));
        assertThatExceptionOfType(NotContextException.class)
                .isThrownBy(() -> naming.lookup("a/d/e"))
                .withMessageContaining("'a/d' is a RestanteQueue (property queue.a/d)")
                .satisfies(refused -> assertThat(refused.getRemainingName()).hasToString("e"));
    }

    @Test
    @DisplayName("the empty name returns the context with an environment of its own")
    void shouldLookUpItself() throws Exception {
        Context naming = (Context) context("queue.a", "a").lookup("");
        Context again = (Context) naming.lookup("");
        assertThat(again).isNotSameAs(naming);
        assertThat(again.lookup("a")).isEqualTo(new RestanteQueue("a"));
        assertThat(naming.addToEnvironment("x", "1")).isNull();
        assertThat(naming.getEnvironment().get("x")).isEqualTo("1");
        assertThat(again.getEnvironment().get("x")).isNull();
        naming.getEnvironment().clear();
        assertThat(naming.removeFromEnvironment("x")).isEqualTo("1");
        assertThat(naming.removeFromEnvironment("x")).isNull();
        naming.addToEnvironment("queue.b", "b");
        assertThatExceptionOfType(NameNotFoundException.class).isThrownBy(() -> naming.lookup("b"));
    }

    @Test
    @DisplayName("the context lists the bound names with their classes or objects")
    void shouldList() throws Exception {
        Context naming = context("queue.a/b", "b", "topic.c", "c", "queue.a/it\"s", "quoted");
        NamingEnumeration<NameClassPair> pairs = naming.list("");
        assertThat(pairs.hasMore()).isTrue();
        assertThat(Collections.list(pairs))
                .extracting(NameClassPair::getName)
                .containsExactly("a", "c", "dynamicQueues", "dynamicTopics");
        pairs.close();
        assertThat(Collections.list(naming.list("a")))
                .extracting(NameClassPair::getClassName)
                .containsOnly(RestanteQueue.class.getName());
        List<Binding> bindings = Collections.list(naming.listBindings(new CompositeName("a")));
        assertThat(bindings)
                .extracting(Binding::getObject)
                .containsExactly(new RestanteQueue("b"), new RestanteQueue("quoted"));
        for (Binding binding : bindings) {
            assertThat(((Context) naming.lookup("a")).lookup(binding.getName())).isEqualTo(binding.getObject());
            assertThat(naming.lookup(binding.getNameInNamespace())).isEqualTo(binding.getObject());
        }
        assertThat(Collections.list(naming.list("dynamicQueues"))).isEmpty();
        assertThatExceptionOfType(NotContextException.class).isThrownBy(() -> naming.list("c"));
        assertThatExceptionOfType(NotContextException.class).isThrownBy(() -> naming.listBindings("c"));
    }

    @Test
    @DisplayName("the context is read-only")
    void shouldRefuseChanges() throws Exception {
        Context naming = context("queue.a", "a");
        CompositeName name = new CompositeName("a");
        for (ThrowingCallable change : List.<ThrowingCallable>of(
                () -> naming.bind("a", "x"),
                () -> naming.bind(name, "x"),
                () -> naming.rebind("a", "x"),
                () -> naming.rebind(name, "x"),
                () -> naming.unbind("a"),
                () -> naming.unbind(name),
                () -> naming.rename("a", "b"),
                () -> naming.rename(name, name),
                () -> naming.createSubcontext("a"),
                () -> naming.createSubcontext(name),
                () -> naming.destroySubcontext("a"),
                () -> naming.destroySubcontext(name))) {
            assertThatExceptionOfType(OperationNotSupportedException.class)
                    .isThrownBy(change)
                    .withMessageContaining("read-only");
        }
        naming.close();
        naming.close();
    }

    @Test
    @DisplayName("the error for an unknown name lists the bound names and the remedy")
    void shouldExplainUnknownNames() throws Exception {
        Context naming = context("queue.jms/orders", "orders");
        assertThatExceptionOfType(NameNotFoundException.class)
                .isThrownBy(() -> naming.lookup("jms/invoices"))
                .withMessageContaining("'invoices' is not bound in 'jms'. Bound names: orders")
                .withMessageContaining("queue.jms/invoices=")
                .satisfies(refused -> {
                    assertThat(refused.getResolvedName()).hasToString("jms");
                    assertThat(refused.getRemainingName()).hasToString("invoices");
                });
        assertThatExceptionOfType(NameNotFoundException.class)
                .isThrownBy(() -> naming.lookup("ConnectionFactory"))
                .withMessageContaining(
                        "'ConnectionFactory' is not bound. Bound names: dynamicQueues," + " dynamicTopics, jms")
                .withMessageContaining("java.naming.provider.url");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connectionFactory.cf | tcp://me:secret@localhost:61616 | connectionFactory.cf cannot be used. The"
                        + " URL tcp://***@localhost:61616 is invalid: it is not a JDBC URL",
                "connectionFactory.cf | jdbc:hsqldb:mem:x;password=secret;restante.clientID=a | Did you mean clientId?",
                "connectionFactory.cf | ' ' | The property connectionFactory.cf has no value. Example:"
                        + " connectionFactory.cf=jdbc:",
                "java.naming.provider.url | tcp://localhost:61616 | java.naming.provider.url cannot be used. The"
                        + " URL tcp://localhost:61616 is invalid",
                "queue.orders | '' | The property queue.orders has no value. Example: queue.orders=NAME_OF_THE_QUEUE",
                "queue. | orders | The property queue. does not contain a JNDI name",
                "queues.a | orders | The property queues.a has an unknown prefix. Write queue.a instead.",
                "Topics.a | orders | The property Topics.a has an unknown prefix. Write topic.a instead.",
                "connectionFactories.cf | jdbc:hsqldb:mem:x | Write connectionFactory.cf instead.",
                "queue.a/ | orders | The property queue.a/ does not contain a JNDI name",
                "queue.\"a | orders | The property queue.\"a does not contain a valid JNDI name",
                "topic.dynamicQueues | orders | the JNDI name dynamicQueues is already bound to a context",
                "queue.taken/below | orders | the JNDI name taken is already bound by the property queue.taken",
                "topic.taken | orders | the JNDI name taken is already bound by the property queue.taken"
            })
    @DisplayName("the error for an invalid property names the property, its value and the remedy, but no password")
    void shouldExplainProperties(String key, String value, String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> context("queue.taken", "t", key, value))
                .withMessageContaining(text)
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("secret"));
    }

    @Test
    @DisplayName("the context rejects a value that is not a text, and ignores properties of other providers")
    void shouldReadTextsOnly() throws Exception {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> context("queue.orders", 17))
                .withMessageContaining("queue.orders has a value of java.lang.Integer");
        Hashtable<Object, Object> environment = new Hashtable<>(environment("queue.a", "a", "queues", 5, "other", "x"));
        environment.put(5, "five");
        assertThat(new RestanteInitialContextFactory()
                        .getInitialContext(environment)
                        .lookup("a"))
                .isEqualTo(new RestanteQueue("a"));
        assertThat(new RestanteInitialContextFactory().getInitialContext(null).lookup("dynamicQueues/a"))
                .isEqualTo(new RestanteQueue("a"));
    }
}
