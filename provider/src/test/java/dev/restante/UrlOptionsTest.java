package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.restante.option.AutoAcknowledgePolicy;
import dev.restante.option.ExpirationBase;
import dev.restante.option.ForeignProperties;
import dev.restante.option.LocalAccess;
import dev.restante.runtime.FactoryOption;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.testing.PostgresServer;
import jakarta.jms.Connection;
import jakarta.jms.InvalidDestinationException;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Session;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("options in a URL")
class UrlOptionsTest {

    private static final String ALL = "restante.user=me|restante.password=a%7Cb+%3B|restante.clientId=office"
            + "|restante.autoAcknowledge=pipelined|restante.autoCreateQueues=false|restante.autoCreateTopics=false"
            + "|restante.expirationBase=SEND|restante.objectMessageAllowList=com.acme.*,org.acme.Order"
            + "|restante.foreignProperties=encode|restante.maxInFlightSends=7"
            + "|restante.autoRenewLocksFor=5m|restante.lingerDuration=0s|restante.storeTimeout=PT1M"
            + "|restante.leaseDuration=2500ms|restante.maxMessageBytes=1000|restante.maxLargeBodyBytes=5000000000|restante.shutdownHook=false|restante.keepJvmAlive=false"
            + "|restante.jmx=true|restante.createStore=false|restante.localAccess=OFF";

    @TempDir
    Path directory;

    @Test
    @DisplayName("the list of options contains every setter of the factory, so that a URL can set each option")
    void shouldHaveEverySetter() {
        Set<String> setters = Arrays.stream(RestanteConnectionFactory.class.getMethods())
                .map(method -> method.getName())
                .filter(name -> name.startsWith("set"))
                .map(name -> Character.toLowerCase(name.charAt(3)) + name.substring(4))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(FactoryOption.all().stream().map(FactoryOption::optionName))
                .containsExactlyInAnyOrderElementsOf(setters);
        assertThat(ALL.split("\\|")).hasSize(setters.size() - 1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:hsqldb:file:data/store;",
                "jdbc:hsqldb:mem:urls;hsqldb.cache_size=1000;",
                "jdbc:postgresql://localhost/db?",
                "jdbc:postgresql://localhost/db?ssl=true&"
            })
    @DisplayName("a URL can set each option, and the remaining parts of the URL belong to the driver")
    void shouldSetEachOption(String url) {
        String separator = url.contains("hsqldb") ? ";" : "&";
        RestanteConnectionFactory factory = new RestanteConnectionFactory(url + ALL.replace("|", separator));
        assertThat(factory.getUrl()).isEqualTo(url.substring(0, url.length() - 1));
        assertThat(factory.getUser()).isEqualTo("me");
        assertThat(factory.options().get(FactoryOption.PASSWORD)).isEqualTo("a|b+;");
        assertThat(factory.getClientId()).isEqualTo("office");
        assertThat(factory.getAutoAcknowledge()).isEqualTo(AutoAcknowledgePolicy.PIPELINED);
        assertThat(factory.isAutoCreateQueues()).isFalse();
        assertThat(factory.isAutoCreateTopics()).isFalse();
        assertThat(factory.getExpirationBase()).isEqualTo(ExpirationBase.SEND);
        assertThat(factory.getObjectMessageAllowList()).containsExactly("com.acme.*", "org.acme.Order");
        assertThat(factory.getForeignProperties()).isEqualTo(ForeignProperties.ENCODE);
        assertThat(factory.getMaxInFlightSends()).isEqualTo(7);
        assertThat(factory.getAutoRenewLocksFor()).isEqualTo(Duration.ofMinutes(5));
        assertThat(factory.getLingerDuration()).isZero();
        assertThat(factory.getStoreTimeout()).isEqualTo(Duration.ofMinutes(1));
        assertThat(factory.getLeaseDuration()).isEqualTo(Duration.ofMillis(2_500));
        assertThat(factory.getMaxMessageBytes()).isEqualTo(1_000);
        assertThat(factory.getMaxLargeBodyBytes()).isEqualTo(5_000_000_000L);
        assertThat(factory.isShutdownHook()).isFalse();
        assertThat(factory.isKeepJvmAlive()).isFalse();
        assertThat(factory.isJmx()).isTrue();
        assertThat(factory.isCreateStore()).isFalse();
        assertThat(factory.getLocalAccess()).isEqualTo(LocalAccess.OFF);
    }

    @Test
    @DisplayName("a parameter between parameters of the driver is removed, and an empty value means null")
    void shouldTakeOutFromTheMiddle() {
        RestanteConnectionFactory factory = new RestanteConnectionFactory();
        factory.setAutoRenewLocksFor(Duration.ofMinutes(1));
        factory.setUrl("jdbc:postgresql://localhost/db?ssl=true&restante.autoRenewLocksFor=&ApplicationName=a");
        assertThat(factory.getUrl()).isEqualTo("jdbc:postgresql://localhost/db?ssl=true&ApplicationName=a");
        assertThat(factory.getAutoRenewLocksFor()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1d", "24h", "1440m", "86400s", "86400000ms", "P1D", "PT24H"})
    @DisplayName("a duration has a unit or the ISO form")
    void shouldReadDurations(String text) {
        assertThat(new RestanteConnectionFactory("jdbc:hsqldb:mem:x;restante.leaseDuration=" + text).getLeaseDuration())
                .isEqualTo(Duration.ofDays(1));
    }

    @Test
    @DisplayName(
            "an unknown option or an invalid value is rejected with its name and the remedy, but without a password")
    void shouldRefuse() {
        Map<String, String> refused = Map.ofEntries(
                Map.entry(
                        "restante.autoAcknowlege=STRICT",
                        "There is no option 'autoAcknowlege'. Did you mean autoAcknowledge?"),
                Map.entry("restante.clientID=x", "Did you mean clientId?"),
                Map.entry("Restante.leasDuration=1s", "Did you mean leaseDuration?"),
                Map.entry("restante.=x", "There is no option ''"),
                Map.entry("restante.url=jdbc:hsqldb:mem:y", "a URL cannot contain restante.url"),
                Map.entry(
                        "restante.maxInFlightSends=1;restante.maxInFlightSends=2",
                        "it contains restante.maxInFlightSends twice"),
                Map.entry("restante.maxInFlightSends=0", "maxInFlightSends 0 is less than 1"),
                Map.entry("restante.maxInFlightSends=many", "maxInFlightSends 'many' is not a whole number"),
                Map.entry("restante.autoCreateQueues=yes", "autoCreateQueues 'yes' is neither true nor false"),
                Map.entry("restante.autoCreateQueues", "autoCreateQueues '' is neither true nor false"),
                Map.entry("restante.autoAcknowledge=lazy", "autoAcknowledge 'lazy' is not one of [STRICT, PIPELINED]"),
                Map.entry(
                        "restante.storeTimeout=30",
                        "storeTimeout '30' is not a duration. Write a number with its unit"),
                Map.entry(
                        "restante.storeTimeout=999999999999999999d",
                        "storeTimeout '999999999999999999d' is not a duration"),
                Map.entry("restante.storeTimeout=0s", "storeTimeout PT0S is less than 1 ms"),
                Map.entry("restante.objectMessageAllowList=com..x", "'com..x'"),
                Map.entry(
                        "restante.clientId=100%",
                        "restante.clientId contains a % without two hexadecimal digits" + " after it"),
                Map.entry(
                        "storeTimeout=30s",
                        "the parameter storeTimeout would be passed to the driver. Write"
                                + " restante.storeTimeout instead"));
        refused.forEach((parameter, text) -> {
            RestanteConnectionFactory factory = new RestanteConnectionFactory();
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .as(parameter)
                    .isThrownBy(() ->
                            factory.setUrl("jdbc:hsqldb:mem:x;restante.user=me;restante.password=secret;" + parameter))
                    .withMessageContaining("jdbc:hsqldb:mem:x")
                    .withMessageContaining(text)
                    .withMessageNotContaining("secret");
            assertThat(factory.getUrl()).isEqualTo(ConnectionFactoryOptions.DEFAULT_URL);
            assertThat(factory.getUser()).isNull();
        });
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RestanteConnectionFactory("tcp://admin:secret@localhost:61616"))
                .withMessageContaining("tcp://***@localhost:61616 is invalid: it is not a JDBC URL")
                .withMessageNotContaining("secret");
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RestanteConnectionFactory("jdbc:hsqldb:mem:x;restante.password=se%cret"))
                .withMessageNotContaining("cret;")
                .withMessageNotContaining("se%")
                .havingCause()
                .withNoCause();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:hsqldb:mem:x;restante.pasword=s3cret",
                "jdbc:hsqldb:mem:x;restante.PASSWORT=s3cret",
                "jdbc:hsqldb:mem:x;restante.password:s3cret",
                "jdbc:hsqldb:mem:x;restante.password%3Ds3cret",
                "jdbc:hsqldb:mem:x;restante.password=a;s3cret;restante.leasDuration=1s",
                "jdbc:hsqldb:mem:x;crypt_key=s3cret;storeTimeout=1s",
                "jdbc:postgresql://host/db?restante.pwd=s3cret",
                "jdbc:postgresql://host/db?sslpassword=s3cret&storeTimeout=1s",
                "jdbc:postgresql://host/db?passwd=s3cret&storeTimeout=1s",
                "jdbc:postgresql://me:s3cret@host/db?storeTimeout=1s",
                "jdbc:postgresql://me:a@s3cret@host/db?storeTimeout=1s",
                "jdbc:postgresql://me:a/s3cret@host/db?storeTimeout=1s",
                "jdbc:postgresql://me:a?s3cret@host/db?storeTimeout=1s",
                "tcp://me:a@s3cret@host:61616",
                "jdbc:other:thin:me/s3cret@host?restante.leasDuration=1s"
            })
    @DisplayName("the error for a rejected URL omits possible passwords, even if they are misspelt or misplaced")
    void shouldQuoteNoPassword(String url) {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RestanteConnectionFactory(url))
                .satisfies(refused -> {
                    for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
                        assertThat(cause.toString()).doesNotContain("s3cret");
                    }
                });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://localhost:1/db?sslpassword=s3cret",
                "jdbc:postgresql://localhost:1/db?pasword=s3cret",
                "jdbc:postgresql://localhost:1/db&password=s3cret",
                "jdbc:postgresql://localhost:1/db#password=s3cret",
                "jdbc:postgresql://localhost:1/db,pasword=s3cret",
                "jdbc:postgresql://localhost:1/db&user=me&password=s3cret?ssl=false",
                "jdbc:nobody://me:s3cret@localhost/db",
                "jdbc:oracle:thin:me/s3cret@//localhost:1/db",
                "jdbc:oracle:thin:me/s3cret",
                "jdbc:oracle:thin:me/s3cret//localhost:1/db",
                "jdbc:oracle:thin:me/a@s3cret?b@localhost:1:db",
                "jdbc:oracle:oci:@localhost:1:db?password=a@s3cret",
                "jdbc:nobody://me:s3cret/db",
                "jdbc:postgresql://me:s3cret/db",
                "jdbc:postgresql://me:1s3cret,localhost:1/db",
                "jdbc:postgresql://localhost:1/me:s3cret/db"
            })
    @DisplayName("neither a factory, nor the text of its reference, nor a connection error shows a possible password")
    void shouldShowNoPassword(String url) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.setStoreTimeout(Duration.ofMillis(10));
            assertThat(factory.toString()).doesNotContain("s3cret");
            assertThat(factory.getReference().toString()).doesNotContain("s3cret");
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(factory::createConnection)
                    .satisfies(refused -> {
                        for (Throwable cause = refused; cause != null; cause = cause.getCause()) {
                            assertThat(cause.toString()).doesNotContain("s3cret");
                        }
                    });
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"jdbc:postgresql://localhost:99999/db", "jdbc:mariadb://localhost:-1/db"})
    @DisplayName("an impossible port is rejected when the store is opened, and the error names it")
    void shouldRefuseImpossiblePorts(String url) throws Exception {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            assertThatExceptionOfType(JMSException.class)
                    .isThrownBy(factory::createConnection)
                    .withMessageContaining(" is not a number from 1 to 65535")
                    .withMessageMatching(".*port (99999|-1) .*");
        }
    }

    @Test
    @DisplayName("a displayed URL keeps the parts by which stores differ")
    void shouldShowWhatTellsStoresApart() {
        assertThat(StoreLocation.Url.masked("jdbc:postgresql://h:1/db?currentSchema=a&user=b@c&x=y"))
                .isEqualTo("jdbc:postgresql://h:1/db?currentSchema=a&user=b@c&x=***");
        assertThat(StoreLocation.Url.masked("jdbc:hsqldb:file:/a@b/c&d/e?f;hsqldb.cache_size=10;g=h"))
                .isEqualTo("jdbc:hsqldb:file:/a@b/c&d/e?f;hsqldb.cache_size=10;g=***");
        for (String url : List.of(
                "jdbc:postgresql://[fe80::1]:5432,h:2,i/db?user=a:b",
                "jdbc:postgresql:db",
                "jdbc:hsqldb:file:C:/a:b/c",
                "jdbc:hsqldb:hsql://h:9001/db",
                "hsqldb:file:a/b")) {
            assertThat(StoreLocation.Url.masked(url)).isEqualTo(url);
        }
    }

    @Test
    @DisplayName("configure sets all named options or none, and sets no option after the first connection")
    void shouldConfigure() throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory()) {
            factory.configure(Map.of("maxInFlightSends", "5", "url", "jdbc:hsqldb:mem:configure;restante.clientId=c"));
            assertThat(factory.getUrl()).isEqualTo("jdbc:hsqldb:mem:configure");
            assertThat(factory.getMaxInFlightSends()).isEqualTo(5);
            assertThat(factory.getClientId()).isEqualTo("c");
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> factory.configure(Map.of("maxInFlightSends", "6", "storeTimeout", "soon")));
            assertThat(factory.getMaxInFlightSends()).isEqualTo(5);
            factory.createConnection().close();
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> factory.configure(Map.of("maxInFlightSends", "6")));
        }
    }

    @Test
    @DisplayName("URL options take effect, and a URL names one store with and without options")
    void shouldTakeEffect() throws JMSException {
        String file = "jdbc:hsqldb:file:" + directory.resolve("store");
        String postgres = PostgresServer.newEmptyDatabase();
        for (String url : List.of(file, postgres)) {
            String separator = url.equals(file) ? ";" : url.contains("?") ? "&" : "?";
            try (RestanteConnectionFactory plain = new RestanteConnectionFactory(url);
                    RestanteConnectionFactory closed =
                            new RestanteConnectionFactory(url + separator + "restante.autoCreateQueues=false");
                    Connection connection = plain.createConnection();
                    Connection other = closed.createConnection();
                    Session session = connection.createSession();
                    Session otherSession = other.createSession()) {
                assertThatExceptionOfType(InvalidDestinationException.class)
                        .isThrownBy(() -> otherSession.createProducer(otherSession.createQueue("q")));
                session.createProducer(session.createQueue("q")).send(session.createTextMessage("a"));
                other.start();
                assertThat(otherSession
                                .createConsumer(otherSession.createQueue("q"))
                                .receive(20_000)
                                .getBody(String.class))
                        .isEqualTo("a");
            }
        }
    }

    @Test
    @DisplayName("CON-01 a user and a password in the URL are the credentials of the factory")
    void shouldConnectWithCredentials() throws JMSException {
        String url = "jdbc:hsqldb:file:" + directory.resolve("store") + ";restante.user=me;restante.password=secret";
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url)) {
            factory.createConnection().close();
            assertThat(factory.toString()).contains("user=me").doesNotContain("secret");
        }
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url.replace("secret", "wrong"))) {
            assertThatExceptionOfType(JMSSecurityException.class).isThrownBy(factory::createConnection);
        }
    }
}
