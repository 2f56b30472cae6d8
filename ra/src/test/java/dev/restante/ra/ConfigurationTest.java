package dev.restante.ra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.arjuna.ats.internal.jta.transaction.arjunacore.TransactionSynchronizationRegistryImple;
import dev.restante.RestanteConnectionFactory;
import dev.restante.ra.outbound.Credentials;
import dev.restante.ra.outbound.SessionKind;
import dev.restante.ra.outbound.SessionRequest;
import dev.restante.ra.store.StoreSettings;
import dev.restante.ra.testing.Deployment;
import dev.restante.ra.testing.EndpointServer;
import dev.restante.ra.testing.TestBootstrap;
import dev.restante.ra.testing.TestContainer;
import dev.restante.ra.testing.TestNaming;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.resource.ResourceException;
import jakarta.resource.spi.InvalidPropertyException;
import jakarta.resource.spi.ResourceAdapterInternalException;
import jakarta.transaction.TransactionSynchronizationRegistry;
import jakarta.validation.constraints.Pattern;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.function.Consumer;
import javax.naming.NamingException;
import javax.naming.Reference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Configuration of the resource adapter and its connection factories")
final class ConfigurationTest {

    @SuppressWarnings("unchecked")
    private static <T> T copy(T original) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream stream = new ObjectOutputStream(bytes)) {
            stream.writeObject(original);
        }
        try (ObjectInputStream stream = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) stream.readObject();
        }
    }

    private static RestanteManagedConnectionFactory managed(Consumer<RestanteManagedConnectionFactory> configuration) {
        RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
        configuration.accept(managed);
        return managed;
    }

    // ---- rejections ----

    @ParameterizedTest
    @DisplayName("deployment fails for an invalid property, and the error has the property, its value and the remedy")
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "nonsense | | | Property url | nonsense | jdbc:postgresql://HOST/DATABASE",
                "jdbc:postgressql://host/db | | | Property url | jdbc:postgressql://host/db | jdbc:postgresql://HOST:PORT/DATABASE",
                "jdbc:mariiadb://host/db | | | Property url | jdbc:mariiadb://host/db | jdbc:mariadb://HOST:PORT/DATABASE",
                "jdbc:mysqll://host/db | | | Property url | jdbc:mysqll://host/db | jdbc:mysql://HOST:PORT/DATABASE",
                "jdbc:postgresql://host:5432x/db?password=secret | | | Property url | jdbc:postgresql://host:***?password=*** | jdbc:postgresql://HOST:PORT/DATABASE",
                "jdbc:oracle:thin:me/secret@host | | | Property url | jdbc:oracle:thin:*** | jdbc:postgresql://HOST:PORT/DATABASE",
                "jdbc:hsqldb:mem:a;restante.storeTimeot=3s | | | Property url | storeTimeot | Did you mean"
                        + " storeTimeout",
                " | storeTimeot=3s | | Property options | storeTimeot | Did you mean storeTimeout",
                " | storeTimeout=soon | | Property options | soon | storeTimeout",
                " | storeTimeout | | Property options | 'storeTimeout' | Separate options with semicolons",
                " | =3 | | Property options | '=3' | Separate options with semicolons",
                " | jmx=true;jmx=false | | Property options | 'jmx' | Remove one of them",
                " | url=jdbc:hsqldb:mem:b | | Property options | 'url' | Set that property instead",
                " | clientId=c | | Property options | 'clientId' | Set that property instead",
                "jdbc:hsqldb:mem:a | | java:/ds | url and dataSource | java:/ds | Remove one of them"
            })
    void shouldRefuse(String url, String options, String dataSource, String property, String value, String remedy) {
        RestanteManagedConnectionFactory managed = managed(each -> {
            each.setUrl(url);
            each.setOptions(options);
            each.setDataSource(dataSource);
        });
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> managed.createConnectionFactory(new TestContainer()))
                .withMessageContaining(property)
                .withMessageContaining(value)
                .withMessageContaining(remedy)
                .withMessageNotContaining("secret");
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl(url);
        adapter.setOptions(options);
        adapter.setDataSource(dataSource);
        assertThatExceptionOfType(ResourceAdapterInternalException.class)
                .isThrownBy(() -> adapter.start(new TestBootstrap(null)))
                .withMessageContaining(property)
                .withMessageContaining(value)
                .withMessageContaining(remedy)
                .withMessageNotContaining("secret");
    }

    @Test
    @DisplayName("a password without a user is rejected, and the error does not contain it")
    void shouldRefuseAPasswordAlone() {
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> managed(each -> each.setPassword("secret")).createConnectionFactory())
                .withMessageContaining("Property password")
                .withMessageNotContaining("secret");
    }

    @Test
    @DisplayName("joinDataSourceTransactions without a data source is rejected")
    void shouldRefuseJoiningWithoutDataSource() {
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(() -> managed(each -> each.setJoinDataSourceTransactions(true))
                        .createConnectionFactory())
                .withMessageContaining("joinDataSourceTransactions")
                .withMessageContaining("dataSource");
    }

    @Test
    @DisplayName("a connection factory rejects the resource adapter of another vendor")
    void shouldRefuseAForeignAdapter() {
        assertThatExceptionOfType(ResourceException.class)
                .isThrownBy(() -> new RestanteManagedConnectionFactory().setResourceAdapter(null));
    }

    @Test
    @DisplayName("RA-13 the Bean Validation constraints reject the same values as the adapter itself")
    void shouldConstrain() throws Exception {
        String options = StoreProperties.class
                .getMethod("getOptions")
                .getAnnotation(Pattern.class)
                .regexp();
        for (String good : List.of("", "  ", "a=b", "a=b;", " a = b ; c=", ";", "a=b;c=d=e")) {
            assertThat(good).matches(options);
            StoreSettings.parse(good);
        }
        for (String bad : List.of("a", "a=b;c", "=a", "a=b;=c")) {
            assertThat(bad).doesNotMatch(options);
            assertThatExceptionOfType(InvalidPropertyException.class).isThrownBy(() -> StoreSettings.parse(bad));
        }
        String url = StoreProperties.class
                .getMethod("getUrl")
                .getAnnotation(Pattern.class)
                .regexp();
        assertThat("jdbc:postgresql://host/db").matches(url);
        assertThat("").matches(url);
        assertThat("nonsense").doesNotMatch(url);
    }

    // ---- RA-15 ----

    @Test
    @DisplayName("RA-15 a connection factory inherits missing properties from the adapter")
    void shouldInherit() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:general");
        adapter.setUser("u");
        adapter.setPassword("p");
        adapter.setOptions("jmx=true;storeTimeout=9s");
        StoreSettings settings = managed(each -> each.setOptions("jmx=false")).mergedWith(adapter);
        assertThat(settings.url()).isEqualTo("jdbc:hsqldb:mem:general");
        assertThat(settings.user()).isEqualTo("u");
        assertThat(settings.password()).isEqualTo("p");
        assertThat(settings.options()).containsEntry("jmx", "false").containsEntry("storeTimeout", "9s");
    }

    @Test
    @DisplayName("RA-15 a connection factory with its own store does not inherit the adapter's credentials")
    void shouldNotInheritCredentialsOfAnotherStore() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setDataSource("java:/general");
        adapter.setUser("u");
        adapter.setPassword("p");
        StoreSettings settings =
                managed(each -> each.setUrl("jdbc:hsqldb:mem:own")).mergedWith(adapter);
        assertThat(settings.dataSource()).isNull();
        assertThat(settings.user()).isNull();
        assertThat(settings.password()).isNull();
    }

    @Test
    @DisplayName("RA-15 properties that a server has copied from the adapter yield to the factory's own store")
    void shouldTellCopies() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:general");
        adapter.setUser("u");
        adapter.setPassword("p");
        RestanteManagedConnectionFactory copied = managed(each -> {
            each.setUrl("jdbc:hsqldb:mem:general");
            each.setUser("u");
            each.setPassword("p");
            each.setDataSource("java:/own");
        });
        assertThat(copied.mergedWith(adapter))
                .isEqualTo(managed(each -> each.setDataSource("java:/own")).mergedWith(adapter));
        copied.setUser("own");
        assertThat(copied.mergedWith(adapter).user()).isEqualTo("own");
        adapter.setUrl(null);
        adapter.setDataSource("java:/own");
        copied.setUrl("jdbc:hsqldb:mem:own");
        assertThat(copied.mergedWith(adapter).dataSource()).isNull();
        assertThat(copied.mergedWith(adapter).url()).isEqualTo("jdbc:hsqldb:mem:own");
    }

    @Test
    @DisplayName("RA-03 properties copied from the adapter do not conflict with the name of a connection factory")
    void shouldTellCopiesInActivations() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:general");
        RestanteActivationSpec spec = new RestanteActivationSpec();
        spec.setDestination("q");
        spec.setConnectionFactoryLookup("java:/factory");
        spec.setUrl("jdbc:hsqldb:mem:general");
        assertThatExceptionOfType(InvalidPropertyException.class)
                .isThrownBy(spec::validate)
                .withMessageContaining("connectionFactoryLookup");
        spec.setResourceAdapter(adapter);
        spec.validate();
    }

    // ---- equality ----

    @Test
    @DisplayName("RA-25, RA-27 adapters and connection factories are equal if class and configuration are equal")
    void shouldCompare() throws Exception {
        List<Consumer<RestanteManagedConnectionFactory>> differences = List.of(
                each -> each.setUrl("jdbc:hsqldb:mem:x"),
                each -> each.setDataSource("java:/x"),
                each -> each.setUser("x"),
                each -> each.setPassword("x"),
                each -> each.setOptions("jmx=true"),
                each -> each.setClientId("x"),
                each -> each.setJoinDataSourceTransactions(true));
        for (Consumer<RestanteManagedConnectionFactory> difference : differences) {
            assertThat(managed(difference)).isEqualTo(managed(difference)).hasSameHashCodeAs(managed(difference));
            assertThat(managed(difference)).isNotEqualTo(new RestanteManagedConnectionFactory());
        }
        assertThat(new RestanteManagedConnectionFactory())
                .isNotEqualTo(new RestanteManagedQueueConnectionFactory())
                .isNotEqualTo(null);
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:x");
        RestanteResourceAdapter equal = new RestanteResourceAdapter();
        equal.setUrl("jdbc:hsqldb:mem:x");
        assertThat(adapter).isEqualTo(equal).hasSameHashCodeAs(equal).isNotEqualTo(new RestanteResourceAdapter());
    }

    @Test
    @DisplayName("RA-27 factories of different adapters differ, and the hash code ignores the adapter")
    void shouldCompareAdapters() throws Exception {
        RestanteManagedConnectionFactory one = new RestanteManagedConnectionFactory();
        int before = one.hashCode();
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:x");
        one.setResourceAdapter(adapter);
        assertThat(one.hashCode()).isEqualTo(before);
        RestanteManagedConnectionFactory other = new RestanteManagedConnectionFactory();
        other.setResourceAdapter(new RestanteResourceAdapter());
        assertThat(one).isNotEqualTo(other);
    }

    @Test
    @DisplayName("RA-29 requests are equal if interface and credentials are equal")
    void shouldCompareRequests() {
        SessionRequest request = new SessionRequest(SessionKind.ANY, new Credentials("u", "p"));
        assertThat(request)
                .isEqualTo(new SessionRequest(SessionKind.ANY, new Credentials("u", "p")))
                .hasSameHashCodeAs(new SessionRequest(SessionKind.ANY, new Credentials("u", "p")))
                .isNotEqualTo(new SessionRequest(SessionKind.CONTEXT, new Credentials("u", "p")))
                .isNotEqualTo(new SessionRequest(SessionKind.ANY, new Credentials("v", "p")))
                .isNotEqualTo(new SessionRequest(SessionKind.ANY, new Credentials("u", "q")))
                .isNotEqualTo(new SessionRequest(SessionKind.ANY, null));
        assertThat(request.toString()).contains("user=u").doesNotContain("password");
    }

    @Test
    @DisplayName("connection factories do not show passwords in their text form")
    void shouldKeepSecrets() {
        RestanteManagedConnectionFactory managed = managed(each -> {
            each.setUrl("jdbc:postgresql://host/db?password=secret");
            each.setPassword("secret");
        });
        assertThat(managed.toString()).doesNotContain("secret").contains("postgresql");
        managed.setUrl("jdbc:postgresql://host/db?restante.nonsense=secret");
        assertThat(managed.toString()).doesNotContain("secret");
    }

    // ---- serialization ----

    @Test
    @DisplayName("RA-25 an adapter can be serialized, and then serves connection factories")
    void shouldSerialiseTheAdapter() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:serialisedAdapter");
        adapter.setOptions("lingerDuration=0s");
        RestanteResourceAdapter copy = copy(adapter);
        assertThat(copy).isEqualTo(adapter);
        copy.start(new TestBootstrap(null));
        RestanteManagedConnectionFactory managed = new RestanteManagedConnectionFactory();
        managed.setResourceAdapter(copy);
        managed.createManagedConnection(null, null).destroy();
        copy.stop();
    }

    @Test
    @DisplayName("RA-27 a managed connection factory can be serialized after use together with its adapter")
    void shouldSerialiseTheManagedFactory() throws Exception {
        RestanteResourceAdapter adapter = new RestanteResourceAdapter();
        adapter.setUrl("jdbc:hsqldb:mem:serialisedManaged");
        RestanteManagedConnectionFactory managed = managed(each -> each.setOptions("lingerDuration=0s"));
        managed.setResourceAdapter(adapter);
        managed.setLogWriter(new PrintWriter(new StringWriter()));
        managed.createManagedConnection(null, null).destroy();
        RestanteManagedConnectionFactory copy = copy(managed);
        assertThat(copy).isEqualTo(managed);
        assertThat(copy.getLogWriter()).isNull();
        copy.createManagedConnection(null, null).destroy();
    }

    @Test
    @DisplayName("RA-28 a connection factory can be serialized with its reference")
    void shouldSerialiseTheFactory() throws Exception {
        RestanteManagedConnectionFactory managed = managed(each -> {
            each.setUrl("jdbc:hsqldb:mem:serialisedFactory");
            each.setOptions("lingerDuration=0s");
        });
        RestanteJcaConnectionFactory factory = (RestanteJcaConnectionFactory) managed.createConnectionFactory();
        factory.setReference(new Reference("any"));
        RestanteJcaConnectionFactory copy = copy(factory);
        assertThat(copy.getReference()).isEqualTo(new Reference("any"));
        try (JMSContext context = copy.createContext()) {
            assertThat(context.getTransacted()).isFalse();
        }
    }

    // ---- Referenceable and use without a container ----

    @Test
    @DisplayName("RA-28 a connection factory returns the reference that the container has set")
    void shouldKeepTheReference() throws Exception {
        RestanteJcaConnectionFactory factory = (RestanteJcaConnectionFactory)
                managed(each -> each.setUrl("jdbc:hsqldb:mem:reference")).createConnectionFactory();
        assertThatExceptionOfType(NamingException.class).isThrownBy(factory::getReference);
        Reference reference = new Reference("any");
        factory.setReference(reference);
        assertThat(factory.getReference()).isSameAs(reference);
    }

    @Test
    @DisplayName("RA-36 without a container, each session has its own connection, which closes with the session")
    void shouldServeWithoutContainer() throws Exception {
        RestanteManagedConnectionFactory managed = managed(each -> {
            each.setUrl("jdbc:hsqldb:mem:unmanaged");
            each.setClientId("only one");
        });
        ConnectionFactory factory = managed.createConnectionFactory();
        for (int i = 0; i < 2; i++) {
            try (JMSContext context = factory.createContext()) {
                context.createProducer().send(context.createQueue("q"), "a");
            }
        }
        try (JMSContext context = factory.createContext()) {
            assertThat(context.createConsumer(context.createQueue("q"))
                            .receiveBody(String.class, Deployment.TIMEOUT_MILLIS))
                    .isEqualTo("a");
        }
        // Ends the node. Otherwise it would linger while tests of other classes search for its threads.
        try (RestanteConnectionFactory last = EndpointServer.externalClient("jdbc:hsqldb:mem:unmanaged")) {
            last.createContext().close();
        }
    }

    @Test
    @DisplayName("BEY-01 the adapter looks up the transaction registry in JNDI if the server does not supply it")
    void shouldFindTheRegistry() throws Exception {
        RestanteResourceAdapter alone = new RestanteResourceAdapter();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(alone::transactionRegistry)
                .withMessageContaining("TransactionSynchronizationRegistry");
        TransactionSynchronizationRegistry registry = new TransactionSynchronizationRegistryImple();
        TestNaming.bind("java:comp/TransactionSynchronizationRegistry", registry);
        assertThat(alone.transactionRegistry()).isSameAs(registry);
        TestNaming.bind("java:comp/TransactionSynchronizationRegistry", null);
    }
}
