package dev.restante.jndi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.RestanteConnectionFactory;
import dev.restante.jms.message.RestanteQueue;
import dev.restante.jms.message.RestanteTopic;
import dev.restante.testing.PostgresServer;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.Queue;
import java.nio.file.Files;
import java.nio.file.Path;
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

@DisplayName("The initial context")
@SuppressWarnings({"BanJNDI", "JdkObsolete"}) // naming is what it is about
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
    @DisplayName("code that looks up its objects sends and receives, on a file and on PostgreSQL")
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
    @DisplayName("GEN-05 a lookup opens nothing")
    void shouldOpenNothing() throws Exception {
        context(Context.PROVIDER_URL, "jdbc:hsqldb:file:" + directory.resolve("store"))
                .lookup("ConnectionFactory");
        context(Context.PROVIDER_URL, "jdbc:postgresql://nowhere.invalid/db").lookup("ConnectionFactory");
        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    @DisplayName("finds factories with the options of their URLs, the same object each time")
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
    @DisplayName("finds destinations by their names, whatever is in them")
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
                .withMessageContaining("can't be a destination's name");
    }

    @Test
    @DisplayName("composite names lead through contexts, which are contexts themselves")
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
    @DisplayName("the empty name is the context again, with an environment of its own")
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
    @DisplayName("lists what is bound, with classes or objects")
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
    @DisplayName("is read-only")
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
    @DisplayName("says what is bound and what to do where a name is not")
    void shouldExplainUnknownNames() throws Exception {
        Context naming = context("queue.jms/orders", "orders");
        assertThatExceptionOfType(NameNotFoundException.class)
                .isThrownBy(() -> naming.lookup("jms/invoices"))
                .withMessageContaining("'invoices' is not bound in 'jms'; there are: orders")
                .withMessageContaining("queue.jms/invoices=")
                .satisfies(refused -> {
                    assertThat(refused.getResolvedName()).hasToString("jms");
                    assertThat(refused.getRemainingName()).hasToString("invoices");
                });
        assertThatExceptionOfType(NameNotFoundException.class)
                .isThrownBy(() -> naming.lookup("ConnectionFactory"))
                .withMessageContaining("'ConnectionFactory' is not bound; there are: dynamicQueues, dynamicTopics, jms")
                .withMessageContaining("java.naming.provider.url");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "connectionFactory.cf | tcp://me:secret@localhost:61616 | connectionFactory.cf is refused: url tcp://***@localhost:61616: it is no JDBC URL",
                "connectionFactory.cf | jdbc:hsqldb:mem:x;password=secret;restante.clientID=a | did you mean clientId?",
                "connectionFactory.cf | ' ' | The property connectionFactory.cf has no value: write for example connectionFactory.cf=jdbc:",
                "java.naming.provider.url | tcp://localhost:61616 | java.naming.provider.url is refused: url tcp://localhost:61616",
                "queue.orders | '' | The property queue.orders has no value: write for example queue.orders=NAME_OF_THE_QUEUE",
                "queue. | orders | The property queue. names nothing",
                "queues.a | orders | The property queues.a binds nothing: write queue.a instead of queues.a",
                "Topics.a | orders | write topic.a instead of Topics.a",
                "connectionFactories.cf | jdbc:hsqldb:mem:x | write connectionFactory.cf instead of",
                "queue.a/ | orders | The property queue.a/ names nothing",
                "queue.\"a | orders | The property queue.\"a binds no valid name",
                "topic.dynamicQueues | orders | the name dynamicQueues has a context already",
                "queue.taken/below | orders | the name taken has the property queue.taken already",
                "topic.taken | orders | the name taken has the property queue.taken already"
            })
    @DisplayName("refuses a property that can't be used, naming it, its value and the remedy, and no password")
    void shouldExplainProperties(String key, String value, String text) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> context("queue.taken", "t", key, value))
                .withMessageContaining(text)
                .satisfies(refused -> assertThat(refused.toString()).doesNotContain("secret"));
    }

    @Test
    @DisplayName("refuses a value that is no text, and passes over properties of others")
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
