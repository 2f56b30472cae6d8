package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueOptions;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests that run the commands of {@code migrate artemis} on a store, and check what they made. */
@DisplayName("restante migrate artemis")
class ArtemisMigrationTest {

    private static final int INCOMPLETE = 9;

    private final Run.CommandLineRunner prompt = new Run.CommandLineRunner();

    @TempDir
    Path directory;

    private SharedTestStore store;
    private RestanteConnectionFactory factory;
    private RestanteAdmin admin;

    @BeforeEach
    void openStore() throws Exception {
        store = SharedTestStore.inMemory();
        prompt.with("RESTANTE_URL", store.url());
        factory = SharedTestStore.factory(store.url());
        admin = factory.admin();
    }

    @AfterEach
    void closeStore() throws Exception {
        admin.close();
        factory.close();
        store.close();
    }

    /** Writes a file with content for the core element. */
    private String brokerXml(String core) throws IOException {
        return file("<configuration xmlns='urn:activemq'><core xmlns='urn:activemq:core'>" + core
                + "</core></configuration>");
    }

    private String file(String content) throws IOException {
        return Files.writeString(directory.resolve("broker.xml"), content).toString();
    }

    private Run translate(int exitCode, String file, String... options) {
        List<String> arguments = new ArrayList<>(List.of("migrate", "artemis", file));
        arguments.addAll(List.of(options));
        Run run = prompt.run(arguments.toArray(String[]::new));
        assertThat(run.exitCode()).as(run.err() + run.out()).isEqualTo(exitCode);
        return run;
    }

    /** Translates a file without losses, and runs the commands. */
    private Run migrate(String core) throws IOException {
        return migrate(0, core);
    }

    private Run migrate(int exitCode, String core) throws IOException {
        Run run = translate(exitCode, brokerXml(core));
        execute(run.out());
        return run;
    }

    private void execute(String script) {
        for (String line : script.lines().toList()) {
            if (line.startsWith("restante ")) {
                List<String> words = words(line);
                prompt.ok(words.subList(1, words.size()).toArray(String[]::new));
            } else {
                assertThat(line).matches("|set -e|#.*");
            }
        }
    }

    /** Returns the words of a command, as a shell reads them. */
    private static List<String> words(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean started = false;
        for (int i = 0; i < line.length(); i++) {
            char each = line.charAt(i);
            if (each == '\'') {
                int end = line.indexOf('\'', i + 1);
                word.append(line, i + 1, end);
                i = end;
                started = true;
            } else if (each == '\\') {
                word.append(line.charAt(++i));
            } else if (each == ' ') {
                if (started) {
                    words.add(word.toString());
                }
                word.setLength(0);
                started = false;
            } else {
                word.append(each);
                started = true;
            }
        }
        words.add(word.toString());
        return words;
    }

    private QueueOptions queue(String name) throws Exception {
        return admin.queue(name).options();
    }

    /** Returns the options that a queue gets at its first use. */
    private QueueOptions newQueue(String name) throws Exception {
        admin.createQueue(name, QueueOptions.defaults());
        return queue(name);
    }

    /** Returns the delivery limit of a new subscription. */
    private String newSubscription(String topic) {
        prompt.ok("topic", "create", topic);
        Object created = prompt.json("subscription", "create", topic, "all.of." + topic, "--shared");
        return String.valueOf(at(created, "options", "maxDeliveryCount"));
    }

    private static String addresses(String... addresses) {
        return "<addresses>" + String.join("", addresses) + "</addresses>";
    }

    private static String anycast(String name) {
        return anycast(name, "");
    }

    private static String anycast(String name, String attributes) {
        return "<address name='" + name + "'><anycast><queue name='" + name + "' " + attributes
                + "/></anycast></address>";
    }

    private static String multicast(String name, String... queues) {
        return "<address name='" + name + "'><multicast>" + String.join("", queues) + "</multicast></address>";
    }

    private static String settings(String... settings) {
        return "<address-settings>" + String.join("", settings) + "</address-settings>";
    }

    private static String setting(String match, String... elements) {
        return "<address-setting match='" + match + "'>" + String.join("", elements) + "</address-setting>";
    }

    private static String divert(String name, String address, String target, String... elements) {
        return "<divert name='" + name + "'><address>" + address + "</address><forwarding-address>" + target
                + "</forwarding-address>" + String.join("", elements) + "</divert>";
    }

    @Test
    @DisplayName("the configuration that Artemis creates is translated without losses")
    void shouldTranslateTheCreatedConfiguration() throws Exception {
        String content;
        try (InputStream resource = ArtemisMigrationTest.class.getResourceAsStream("/artemis/default-broker.xml")) {
            content = new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8);
        }
        Run run = translate(0, file(content));
        assertThat(run.err()).isEmpty();
        assertThat(run.out().lines().filter(line -> line.startsWith("restante ")))
                .containsExactly(
                        "restante queue create DLQ",
                        "restante queue create ExpiryQueue --dead-letter-to ''",
                        "restante policy set '#' --dead-letter-to DLQ --dead-letter-on-expiry --expired-to ExpiryQueue",
                        "restante policy set '#' --kind subscriptions --dead-letter-to DLQ --dead-letter-on-expiry"
                                + " --expired-to ExpiryQueue");
        assertThat(run.out())
                .contains("# Not needed:", "the database keeps the messages")
                .doesNotContain("Without");
        execute(run.out());
        assertThat(newQueue("orders").deadLetterTo()).isEqualTo("DLQ");
        assertThat(queue("orders").expiredTo()).isEqualTo("ExpiryQueue");
        assertThat(queue("orders").maxDeliveryCount()).isEqualTo(10);
        assertThat(queue("DLQ").expiredTo()).isEqualTo("ExpiryQueue");
        assertThat(queue("ExpiryQueue").deadLetterTo()).isNull();
    }

    @Test
    @DisplayName("redelivery settings become the back-off, with the default maximum of Artemis")
    void shouldTranslateRedelivery() throws Exception {
        migrate(settings(
                setting(
                        "#",
                        "<redelivery-delay>1000</redelivery-delay>",
                        "<max-delivery-attempts>-1</max-delivery-attempts>"),
                setting(
                        "orders.#",
                        "<redelivery-delay-multiplier>2.5</redelivery-delay-multiplier>",
                        "<redelivery-collision-avoidance-factor>0.15</redelivery-collision-avoidance-factor>",
                        "<max-delivery-attempts>3</max-delivery-attempts>"),
                setting("orders.eu", "<max-redelivery-delay>500</max-redelivery-delay>"),
                setting("orders.fast", "<redelivery-delay>0</redelivery-delay>")));
        assertThat(newQueue("other").redeliveryBackOffInitial()).isEqualTo(Duration.ofSeconds(1));
        assertThat(queue("other").redeliveryBackOffMultiplier()).isEqualTo(1);
        assertThat(queue("other").maxDeliveryCount()).isEqualTo(Integer.MAX_VALUE);
        QueueOptions orders = newQueue("orders.us");
        assertThat(orders.redeliveryBackOffInitial()).isEqualTo(Duration.ofSeconds(1));
        assertThat(orders.redeliveryBackOffMultiplier()).isEqualTo(2.5);
        assertThat(orders.redeliveryBackOffMaximum()).isEqualTo(Duration.ofSeconds(10));
        assertThat(orders.redeliveryBackOffJitter()).isEqualTo(0.15);
        assertThat(orders.maxDeliveryCount()).isEqualTo(3);
        assertThat(newQueue("orders.eu").redeliveryBackOffInitial()).isEqualTo(Duration.ofMillis(500));
        assertThat(newQueue("orders.fast").redeliveryBackOffInitial()).isZero();
    }

    @Test
    @DisplayName("an empty or created target of a more specific setting removes the target of the default")
    void shouldTranslateRemovedTargets() throws Exception {
        migrate(settings(
                setting(
                        "#",
                        "<dead-letter-address>dead</dead-letter-address>",
                        "<expiry-address>expired</expiry-address>"),
                setting("own.#", "<dead-letter-address/>", "<expiry-address/>"),
                setting(
                        "created.#",
                        "<auto-create-dead-letter-resources>true</auto-create-dead-letter-resources>",
                        "<auto-create-expiry-resources>true</auto-create-expiry-resources>")));
        assertThat(newQueue("orders").deadLetterTo()).isEqualTo("dead");
        assertThat(queue("orders").expiredTo()).isEqualTo("expired");
        assertThat(newQueue("own.orders").deadLetterTo()).isNull();
        assertThat(queue("own.orders").deadLetterOnExpiry()).isFalse();
        assertThat(newQueue("created.orders").deadLetterTo()).isNull();
        assertThat(queue("created.orders").deadLetterOnExpiry()).isTrue();
        assertThat(queue("created.orders").expiredTo()).isNull();
    }

    @Test
    @DisplayName("expiry delays become the default time to live of queues and topics")
    void shouldTranslateExpiryDelays() throws Exception {
        Run run = migrate(settings(
                setting("#", "<max-expiry-delay>60000</max-expiry-delay>"),
                setting("news.#", "<expiry-delay>1000</expiry-delay>"),
                setting("long.#", "<max-expiry-delay>-1</max-expiry-delay>")));
        assertThat(run.out()).contains("expiry-delay is also the longest time to live");
        assertThat(newQueue("orders").defaultTimeToLive()).isEqualTo(Duration.ofMinutes(1));
        assertThat(newQueue("news.x").defaultTimeToLive()).isEqualTo(Duration.ofSeconds(1));
        assertThat(newQueue("long.x").defaultTimeToLive()).isNull();
        prompt.ok("topic", "create", "news.y");
        assertThat(at(prompt.json("topic", "show", "news.y"), "options", "defaultTimeToLive"))
                .isEqualTo("PT1S");
        prompt.ok("subscription", "create", "news.y", "all", "--shared");
        assertThat(at(prompt.json("subscription", "show", "news.y/Subscriptions/:all"), "options", "defaultTimeToLive"))
                .isNull();
    }

    @Test
    @DisplayName("a lost expiry setting is listed with its line")
    void shouldListLostExpirySettings() throws Exception {
        Run run = translate(
                INCOMPLETE,
                brokerXml(settings(
                        setting("a", "\n<no-expiry>true</no-expiry>", "\n<min-expiry-delay>5</min-expiry-delay>"))));
        assertThat(run.out())
                .contains("# Without equivalent: 2")
                .contains("#   line 2, address-setting 'a' no-expiry = true: Restante cannot remove a time to live.")
                .contains("#   line 3, address-setting 'a' min-expiry-delay = 5:");
        assertThat(run.err())
                .isEqualTo("restante: 2 settings have no equivalent. The end of the output lists the remedies"
                        + System.lineSeparator());
    }

    @Test
    @DisplayName("last-value settings of queues and addresses become the key")
    void shouldTranslateLastValues() throws Exception {
        migrate(addresses(
                        anycast("prices.plain"),
                        anycast("prices.key", "last-value-key='stock'"),
                        anycast("named", "last-value='true'"),
                        anycast("state.off", "last-value='false'"),
                        multicast("quotes", "<queue name='last' last-value-key='stock'/>"))
                + settings(
                        setting("prices.#", "<default-last-value-key>isin</default-last-value-key>"),
                        setting("state.#", "<default-last-value-queue>true</default-last-value-queue>")));
        assertThat(queue("prices.plain").lastValueKey()).isEqualTo("isin");
        assertThat(queue("prices.key").lastValueKey()).isEqualTo("stock");
        assertThat(queue("named").lastValueKey()).isEqualTo("_AMQ_LVQ_NAME");
        assertThat(newQueue("state.on").lastValueKey()).isEqualTo("_AMQ_LVQ_NAME");
        assertThat(queue("state.off").lastValueKey()).isNull();
        assertThat(at(prompt.json("subscription", "show", "quotes/Subscriptions/:last"), "options", "lastValueKey"))
                .isEqualTo("stock");
    }

    @Test
    @DisplayName("a multicast queue becomes the subscription that JMS clients of Artemis use")
    void shouldTranslateSubscriptions() throws Exception {
        Run run = migrate(addresses(multicast(
                        "news",
                        "<queue name='archive'/>",
                        "<queue name='office.printer'><filter string=\"colour = 'red'\"/></queue>",
                        "<queue name='head\\.office.my\\.printer'/>",
                        "<queue name='a.b.c'/>"))
                + settings(setting("news", "<max-delivery-attempts>4</max-delivery-attempts>")));
        assertThat(run.out()).contains("policy set 'news/Subscriptions/#' --kind subscriptions --max-delivery-count 4");
        Object printer = prompt.json("subscription", "show", "news/Subscriptions/office:printer");
        assertThat(at(printer, "shared")).isEqualTo(false);
        assertThat(at(printer, "selector")).isEqualTo("colour = 'red'");
        assertThat(at(printer, "options", "maxDeliveryCount").toString()).isEqualTo("4");
        assertThat(at(prompt.json("subscription", "show", "news/Subscriptions/:archive"), "shared"))
                .isEqualTo(true);
        List<?> all = (List<?>) prompt.json("subscription", "list", "--topic", "news");
        assertThat(all.stream().map(each -> at(each, "clientId") + ":" + at(each, "subscriptionName")))
                .containsExactlyInAnyOrder("null:archive", "office:printer", "head.office:my.printer", "null:a.b.c");
    }

    @Test
    @DisplayName("a multicast queue of an address with wildcards becomes a subscription by pattern")
    void shouldTranslatePatterns() throws Exception {
        migrate("<wildcard-addresses><any-words>></any-words><single-word>+</single-word></wildcard-addresses>"
                + addresses(
                        multicast("news.>", "<queue name='all'/>"),
                        multicast("+.eu", "<queue name='europe'><filter string=\"a = 1\"/></queue>")));
        try (JMSContext context = factory.createContext()) {
            for (String topic : List.of("news", "news.eu", "news.us.east")) {
                context.createProducer().setProperty("a", 1).send(context.createTopic(topic), topic);
            }
        }
        assertThat(admin.statistics("news.#/Subscriptions/:all").available()).isEqualTo(3);
        assertThat(admin.statistics("*.eu/Subscriptions/:europe").available()).isEqualTo(1);
    }

    @Test
    @DisplayName("addresses that cannot be names of queues or topics are listed, with their diverts")
    void shouldListOtherAddresses() throws Exception {
        Run run = migrate(
                INCOMPLETE,
                addresses(
                                anycast("$internal"),
                                anycast("-option"),
                                anycast("jobs.#"),
                                multicast("news.a*", "<queue name='all'/>"),
                                "<address name='nothing'/>",
                                anycast("good"))
                        + "<diverts>" + divert("d", "jobs.#", "good") + divert("e", "nothing", "good")
                        + "</diverts>");
        for (String setting : List.of(
                "address '$internal': a name in Restante does not begin with '$'",
                "address '-option': commands cannot take a name that begins with '-'",
                "address 'jobs.#': names of queues in Restante have no wildcards",
                "address 'news.a*': wildcards of Restante stand for whole segments",
                "address 'nothing': it has no routing type",
                "divert 'd': its address has no equivalent",
                "divert 'e': its address has no equivalent")) {
            assertThat(run.out()).contains("line 1, " + setting);
        }
        assertThat(run.out()).contains("# Without equivalent: 7");
        assertThat(run.out().lines().filter(line -> line.startsWith("restante ")))
                .containsExactly("restante queue create good");
    }

    @Test
    @DisplayName("a queue of the first versions of Artemis becomes a subscription of its address")
    void shouldTranslateCoreQueues() throws Exception {
        migrate("<queues><queue name='archive'><address>news</address><filter string='a = 1'/></queue></queues>");
        Object archive = prompt.json("subscription", "show", "news/Subscriptions/:archive");
        assertThat(at(archive, "selector")).isEqualTo("a = 1");
    }

    @Test
    @DisplayName("two queues cannot become the same subscription")
    void shouldListUsedNames() throws Exception {
        Run run = migrate(
                INCOMPLETE,
                addresses(multicast("a", "<queue name='x.y.z'/>"), multicast("b", "<queue name='x\\.y\\.z'/>"))
                        + "<diverts>" + divert("x.y.z", "a", "q") + "</diverts>");
        assertThat(run.out())
                .contains("queue 'x\\.y\\.z': another subscription has its name already")
                .contains("divert 'x.y.z': another subscription has its name already");
    }

    @Test
    @DisplayName("an anycast queue with another name than its address becomes the queue of the address")
    void shouldTranslateFullyQualifiedQueues() throws Exception {
        Run run = translate(
                INCOMPLETE,
                brokerXml(
                        addresses("<address name='orders'><anycast><queue name='first'><filter string='x = 1'/></queue>"
                                + "<queue name='second'/></anycast></address>")));
        assertThat(run.out())
                .contains("# Consumers of 'orders::first' receive from 'orders'")
                .contains("restante queue create orders\n".replace("\n", System.lineSeparator()))
                .contains("queue 'second': Artemis distributes")
                .contains("queue 'first' filter: a queue of Restante has no filter");
    }

    @Test
    @DisplayName("the file has a queue and a topic of the same name")
    void shouldTranslateAddressesWithBothTypes() throws Exception {
        migrate(addresses("<address name='both'><anycast><queue name='both'/></anycast>"
                + "<multicast><queue name='all'/></multicast></address>"));
        assertThat(admin.queue("both").name()).isEqualTo("both");
        assertThat(admin.topics().topic("both").name()).isEqualTo("both");
    }

    @Test
    @DisplayName("a divert that copies from a topic becomes a subscription that forwards")
    void shouldTranslateCopyingDiverts() throws Exception {
        migrate(addresses(multicast("orders", "<queue name='main'/>"), anycast("copies"), multicast("spy"))
                + "<diverts>"
                + divert("all", "orders", "copies")
                + divert("big", "orders", "copies, spy", "<filter string='total > 100'/>")
                + "</diverts>");
        try (JMSContext context = factory.createContext()) {
            Message order = context.createMessage();
            order.setIntProperty("total", 500);
            context.createProducer().send(context.createTopic("orders"), order);
        }
        assertThat(admin.statistics("copies").available()).isEqualTo(2);
        Object spy = prompt.json("subscription", "show", "orders/Subscriptions/:big-spy");
        assertThat(at(spy, "options", "forwardToTopic")).isEqualTo("spy");
        assertThat(admin.statistics("orders/Subscriptions/:main").available()).isEqualTo(1);
    }

    @Test
    @DisplayName("an exclusive divert moves all messages of a queue or topic")
    void shouldTranslateExclusiveDiverts() throws Exception {
        Run run = migrate(addresses(anycast("old"), anycast("new"), multicast("news", "<queue name='dead'/>"))
                + "<diverts>"
                + divert("rename", "old", "new", "<exclusive>true</exclusive>")
                + divert("take", "news", "archive", "<exclusive>true</exclusive>")
                + divert("never", "news", "new")
                + "</diverts>");
        assertThat(run.out()).contains("the divert 'take' takes all messages of the address:");
        try (JMSContext context = factory.createContext()) {
            context.createProducer().send(context.createQueue("old"), "a");
            context.createProducer().send(context.createTopic("news"), "b");
        }
        assertThat(admin.statistics("new").available()).isEqualTo(1);
        assertThat(admin.statistics("archive").available()).isEqualTo(1);
        assertThat(((List<?>) prompt.json("subscription", "list")).size()).isEqualTo(1);
    }

    @Test
    @DisplayName("diverts that cannot be expressed are listed, and the other commands work")
    void shouldListDivertsWithoutEquivalent() throws Exception {
        Run run = migrate(
                INCOMPLETE,
                addresses(anycast("q"), anycast("p"), anycast("DLQ"), multicast("t"))
                        + settings(setting("#", "<dead-letter-address>DLQ</dead-letter-address>"))
                        + "<diverts>"
                        + divert("copy", "p", "x")
                        + divert("part", "q", "x", "<exclusive>true</exclusive>", "<filter string='a = 1'/>")
                        + divert("rest", "t", "x", "<exclusive>true</exclusive>", "<filter string='a = 1'/>")
                        + divert("two", "q", "x,y", "<exclusive>true</exclusive>")
                        + divert("change", "t", "x", "<transformer-class-name>A</transformer-class-name>")
                        + divert("unknown", "z", "x")
                        + divert("retry", "DLQ", "q", "<exclusive>true</exclusive>")
                        + divert("size", "t", "x", "<filter string='AMQSize > 5'/>")
                        + "</diverts>");
        for (String name : List.of("copy", "part", "rest", "two", "change", "unknown", "retry", "size")) {
            assertThat(run.out()).contains("divert '" + name + "': ");
        }
        assertThat(run.out())
                .contains("# Without equivalent: 8")
                .contains("messages would come back from 'q' to 'DLQ'");
    }

    @Test
    @DisplayName("the routing type of a divert decides between a queue and a topic of the same name")
    void shouldRespectRoutingTypes() throws Exception {
        String both = "<address name='both'><anycast/><multicast/></address>";
        Run run = migrate(addresses(multicast("t"), both, anycast("only"))
                + "<diverts>"
                + divert("any", "t", "both", "<routing-type>ANYCAST</routing-type>")
                + divert("multi", "t", "both", "<routing-type>MULTICAST</routing-type>")
                + divert("pass", "t", "both", "<routing-type>PASS</routing-type>")
                + divert("none", "t", "only", "<routing-type>MULTICAST</routing-type>")
                + "</diverts>");
        assertThat(run.out())
                .contains("subscription create t any --shared --forward-to both")
                .contains("subscription create t multi --shared --forward-to-topic both")
                .contains("subscription create t pass --shared --forward-to-topic both")
                .contains("Artemis routes nothing to the other routing type:");
    }

    @Test
    @DisplayName("custom wildcards and delimiters are translated, or listed if names are divided otherwise")
    void shouldTranslateWildcardSyntax() throws Exception {
        migrate("<wildcard-addresses><delimiter>/</delimiter><any-words>></any-words>"
                + "<single-word>+</single-word></wildcard-addresses>"
                + settings(
                        setting("orders/>", "<max-delivery-attempts>2</max-delivery-attempts>"),
                        setting("orders/+/eu", "<max-delivery-attempts>3</max-delivery-attempts>")));
        assertThat(newQueue("orders/x").maxDeliveryCount()).isEqualTo(2);
        assertThat(newQueue("orders/x/eu").maxDeliveryCount()).isEqualTo(3);
        assertThat(newSubscription("orders/x")).isEqualTo("2");
        assertThat(newSubscription("orders")).isEqualTo("2");
        assertThat(newSubscription("orders/x/eu")).isEqualTo("3");
        Run run = translate(
                INCOMPLETE,
                brokerXml("<wildcard-addresses><delimiter>_</delimiter></wildcard-addresses>"
                        + settings(
                                setting("a_#", "<max-delivery-attempts>2</max-delivery-attempts>"),
                                setting("a_b", "<max-delivery-attempts>3</max-delivery-attempts>"),
                                setting("#", "<max-delivery-attempts>4</max-delivery-attempts>"))));
        assertThat(run.out())
                .contains("address-setting 'a_#': patterns of Restante divide names at '.' and '/', not at '_'")
                .contains("policy set a_b --max-delivery-count 3")
                .contains("policy set '#' --max-delivery-count 4");
    }

    @Test
    @DisplayName("matches that no pattern expresses are listed")
    void shouldListOtherMatches() throws Exception {
        String element = "<max-delivery-attempts>2</max-delivery-attempts>";
        Run run = translate(
                INCOMPLETE,
                brokerXml("<literal-match-markers>()</literal-match-markers>"
                        + settings(
                                setting("(a.#)", element),
                                setting("(b.c)", element),
                                setting("ord*", element),
                                setting("a.#.b", element),
                                setting("c#", element),
                                setting("c#", element))));
        assertThat(run.out())
                .contains("# Without equivalent: 4")
                .contains("policy set b.c --max")
                .contains("policy set 'c.#' --max");
    }

    @Test
    @DisplayName("equally specific policies get the order of Artemis, and other differences are listed")
    void shouldKeepTheOrderOfArtemis() throws Exception {
        Run run = migrate(
                INCOMPLETE,
                settings(
                        setting("*.#", "<max-delivery-attempts>2</max-delivery-attempts>"),
                        setting("*.orders.#", "<max-delivery-attempts>3</max-delivery-attempts>"),
                        setting("eu.#", "<max-delivery-attempts>4</max-delivery-attempts>")));
        assertThat(newQueue("us.orders").maxDeliveryCount()).isEqualTo(3);
        assertThat(newQueue("us.bills").maxDeliveryCount()).isEqualTo(2);
        assertThat(run.out())
                .contains("# Without equivalent: 1")
                .contains("address-settings '*.orders.#' and 'eu.#': for names that both match, Artemis prefers the"
                        + " first one, and Restante the second one.");
    }

    @Test
    @DisplayName("settings that Artemis merges for some names only are listed")
    void shouldListPartialMerges() throws Exception {
        Run run = translate(
                INCOMPLETE,
                brokerXml(settings(
                        setting("eu.#", "<redelivery-delay>1000</redelivery-delay>"),
                        setting("*.orders", "<redelivery-delay-multiplier>2</redelivery-delay-multiplier>"))));
        assertThat(run.out()).contains("address-settings '*.orders' and 'eu.#': for names that both match");
    }

    @Test
    @DisplayName("properties have values from options or defaults, and a missing one is an error")
    void shouldSubstituteProperties() throws Exception {
        String file = brokerXml(addresses(anycast("${prefix}.orders"), anycast("${other:usual}")));
        Run run = translate(0, file, "--property", "prefix=shop");
        assertThat(run.out()).contains("queue create shop.orders", "queue create usual");
        assertThat(prompt.fails(1, "migrate", "artemis", file).err())
                .contains("broker.xml, line 1: the property 'prefix' has no value. Give it with --property"
                        + " prefix=VALUE.");
        assertThat(prompt.fails(2, "migrate", "artemis", file, "--property", "prefix=a", "--property", "nix=b")
                        .err())
                .contains("--property nix: the file has no property of this name");
        assertThat(prompt.fails(2, "migrate", "artemis", file, "--property", "prefix")
                        .err())
                .contains("NAME=VALUE");
    }

    @Test
    @DisplayName("unknown elements and attributes, inclusions and other parts are listed")
    void shouldListUnknownSettings() throws Exception {
        Run run = translate(
                INCOMPLETE,
                file("<configuration xmlns='urn:activemq' xmlns:xi='http://www.w3.org/2001/XInclude'>"
                        + "<jms xmlns='urn:activemq:jms'><queue name='old'/></jms>"
                        + "<core xmlns='urn:activemq:core'>stray"
                        + "<xi:include href='settings.xml'/><warp-speed>9</warp-speed>"
                        + "<addresses><xi:include href='b.xml'/><address name='a' colour='red'><anycast>"
                        + "<queue name='a' size='5'><length/></queue></anycast></address></addresses>"
                        + settings(setting("a", "<mood>good</mood>"))
                        + "<federations/><bridges><bridge name='b'/></bridges>"
                        + "<broker-plugins><broker-plugin class-name='X'/></broker-plugins>"
                        + "<security-settings><security-setting match='a'/><security-setting match='#'>"
                        + "<permission type='send' roles='x'/><permission type='consume' roles='y'/>"
                        + "</security-setting></security-settings>"
                        + "</core></configuration>"));
        for (String setting : List.of(
                "jms:",
                "text 'stray': this setting is not known",
                "include 'settings.xml': other files are not read",
                "include 'b.xml': other files are not read",
                "warp-speed: this setting is not known",
                "address 'a' colour: this setting is not known",
                "queue 'a' size: this setting is not known",
                "queue 'a' length: this setting is not known",
                "address-setting 'a' mood: this setting is not known",
                "bridges bridge 'b': ",
                "broker-plugins broker-plugin: ",
                "security-setting 'a': ",
                "security-setting '#': ")) {
            assertThat(run.out()).contains("line 1, " + setting);
        }
        assertThat(run.out()).contains("# Without equivalent: 13");
    }

    @Test
    @DisplayName("queue settings without equivalent are listed, and their defaults are not")
    void shouldListQueueSettings() throws Exception {
        String harmless = "max-consumers='-1' purge-on-no-consumers='false' exclusive='false' group-rebalance='false'"
                + " group-buckets='-1' non-destructive='false' consumers-before-dispatch='0' ring-size='-1'"
                + " enabled='true' delay-before-dispatch='-1'";
        migrate(addresses("<address name='a'><anycast><queue name='a' " + harmless
                + "><durable>true</durable><user>me</user></queue></anycast></address>"));
        String lost = "max-consumers='5' purge-on-no-consumers='true' exclusive='true' group-rebalance='true'"
                + " group-buckets='4' non-destructive='true' consumers-before-dispatch='2' ring-size='3'"
                + " enabled='false' group-first-key='k'";
        assertThat(translate(
                                INCOMPLETE,
                                brokerXml(addresses("<address name='b'><anycast><queue name='b' " + lost
                                        + "><durable>false</durable></queue></anycast></address>")))
                        .out())
                .contains("# Without equivalent: 11");
    }

    @Test
    @DisplayName("a topic cannot take dead letters, which then stay with their queues")
    void shouldListTopicsAsTargets() throws Exception {
        Run run = migrate(
                INCOMPLETE,
                addresses(multicast("DLT", "<queue name='all'/>"), anycast("q"))
                        + settings(setting("#", "<dead-letter-address>DLT</dead-letter-address>")));
        assertThat(run.out()).contains("dead-letter-address 'DLT': dead letters of Restante go to a queue");
        assertThat(queue("q").deadLetterTo()).isNull();
    }

    @Test
    @DisplayName("a DOCTYPE is rejected, and no other file is read")
    void shouldRejectDoctypes() throws Exception {
        Path secret = Files.writeString(directory.resolve("secret.txt"), "the-secret");
        String entity = "<!DOCTYPE c [<!ENTITY x SYSTEM '" + secret.toUri() + "'>]>\n";
        for (String xml : List.of(
                entity + "<configuration xmlns='urn:activemq'><core xmlns='urn:activemq:core'><name>&x;</name></core>"
                        + "</configuration>",
                "<!DOCTYPE c SYSTEM '" + secret.toUri() + "'><configuration/>",
                "<!DOCTYPE c [<!ENTITY % p SYSTEM '" + secret.toUri() + "'>%p;]><configuration/>",
                "<!DOCTYPE c [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]><configuration>&b;</configuration>")) {
            Run run = prompt.fails(1, "migrate", "artemis", file(xml));
            assertThat(run.err()).contains("line 1: a DOCTYPE is not allowed").doesNotContain("the-secret");
            assertThat(run.out()).isEmpty();
        }
        String undeclared = file("<configuration xmlns='urn:activemq'>&x;</configuration>");
        assertThat(prompt.fails(1, "migrate", "artemis", undeclared).err())
                .contains("line 1: this is not well-formed XML");
    }

    @Test
    @DisplayName("a file that is missing, no XML or no broker.xml is rejected")
    void shouldRejectOtherFiles() throws Exception {
        assertThat(prompt.fails(1, "migrate", "artemis", directory + "/nix.xml").err())
                .contains("nix.xml does not exist");
        assertThat(prompt.fails(1, "migrate", "artemis", directory.toString()).err())
                .contains("is a directory");
        assertThat(prompt.fails(1, "migrate", "artemis", file("acceptor=5")).err())
                .contains("broker.xml, line 1: this is not well-formed XML");
        assertThat(prompt.fails(1, "migrate", "artemis", file("")).err()).contains("not well-formed XML");
        assertThat(prompt.fails(1, "migrate", "artemis", file("<beans xmlns='http://www.springframework.org'/>"))
                        .err())
                .contains("the root element is 'beans'");
        assertThat(prompt.fails(1, "migrate", "artemis", file("<configuration xmlns='urn:activemq'/>"))
                        .err())
                .contains("the element 'core' of the namespace 'urn:activemq:core' is missing");
        String wrong = brokerXml(settings(setting("a", "<redelivery-delay>soon</redelivery-delay>")));
        assertThat(prompt.fails(1, "migrate", "artemis", wrong).err())
                .contains("line 1: redelivery-delay is 'soon', which is not an integer");
        assertThat(prompt.fails(1, "migrate", "artemis", brokerXml("<addresses><address/></addresses>"))
                        .err())
                .contains("the element address needs the attribute name");
    }

    @Test
    @DisplayName("--json prints the same commands as words")
    void shouldPrintJson() throws Exception {
        String file = brokerXml(addresses(anycast("it&apos;s"))
                + settings(setting("#", "<address-full-policy>FAIL</address-full-policy>")));
        Run run = translate(INCOMPLETE, file, "--json");
        Object json = run.json();
        assertThat(at(json, "commands", 0)).isEqualTo(List.of("queue", "create", "it's"));
        assertThat(at(json, "withoutEquivalent", 0, "setting"))
                .isEqualTo("address-setting '#' address-full-policy = FAIL");
        assertThat(at(json, "withoutEquivalent", 0, "remedy").toString()).contains("Watch the backlog");
        assertThat(((Map<?, ?>) json).keySet().stream().map(Object::toString))
                .containsExactly("commands", "withoutEquivalent", "notNeeded");
    }

    @Test
    @DisplayName("a shell passes each word of the script unchanged, and runs nothing else")
    @DisabledOnOs(OS.WINDOWS)
    void shouldPrintAScriptForAShell() throws Exception {
        String hostile = "a'b&quot;c $(touch made) `touch made` \\ ; touch made &amp; ! ~";
        String file = brokerXml(addresses(
                multicast(
                        "t",
                        "<queue name='evil&#10;touch made'><filter string=\"x = 'y' and z = 'a&#10;b'\"/>"
                                + "</queue>"),
                "<address name=\"" + hostile + "\"><anycast/></address>",
                "<address name='bad&#10;touch made'><anycast/></address>"));
        Run text = translate(INCOMPLETE, file);
        List<?> commands = (List<?>) at(translate(INCOMPLETE, file, "--json").json(), "commands");
        Path script = Files.writeString(
                directory.resolve("move.sh"),
                "restante() { for word; do printf '[%s]' \"$word\"; done; printf ';'; }\n" + text.out());
        Process shell = new ProcessBuilder("sh", script.toString())
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .start();
        String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(shell.waitFor()).isZero();
        assertThat(printed)
                .isEqualTo(commands.stream()
                        .map(words -> ((List<?>) words)
                                        .stream().map(word -> "[" + word + "]").collect(Collectors.joining())
                                + ";")
                        .collect(Collectors.joining()));
        assertThat(directory.resolve("made")).doesNotExist();
    }
}
