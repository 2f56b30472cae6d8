package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import dev.restante.RestanteConnectionFactory;
import dev.restante.cli.shell.JsonReader;
import jakarta.jms.BytesMessage;
import jakarta.jms.Connection;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.StreamMessage;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of the commands on messages. */
abstract class MessageCommandsContract extends CommandLineContract {

    private List<String> bodies(String name) {
        List<String> bodies = new ArrayList<>();
        for (Object message : (List<?>) at(prompt.json("peek", name, "--body"), "messages")) {
            bodies.add((String) at(message, "body"));
        }
        return bodies;
    }

    private String sequenceNumber(String name, int position) {
        return (String) at(prompt.json("peek", name), "messages", position, "sequenceNumber");
    }

    @Test
    @DisplayName(
            "SND-06 send sets headers and properties, and forget-duplicate makes the store accept a duplicate id again")
    void shouldSend() throws IOException {
        prompt.ok("queue", "create", "orders", "--duplicate-detection-window", "1h");
        String id = prompt.ok("send orders hello -p a=x -p b:int=5 -p c:boolean=true --group-id g --duplicate-id d1"
                        .concat(" --time-to-live 1h --priority 7 --correlation-id c1 --reply-to answers")
                        .concat(" --jms-type t --non-persistent")
                        .split(" "))
                .out()
                .strip();
        Object received = prompt.json("receive", "orders");
        assertThat(at(received, "messageId")).isEqualTo(id);
        assertThat(at(received, "body")).isEqualTo("hello");
        assertThat(at(received, "properties").toString())
                .contains(
                        "a={type=string, value=x}",
                        "b={type=int, value=5}",
                        "c={type=boolean, value=true}",
                        "JMSXGroupID={type=string, value=g}",
                        "JMS_Restante_DuplicateId={type=string, value=d1}")
                .doesNotContain("SequenceNumber", "JMSXDeliveryCount");
        assertThat(at(received, "priority")).isEqualTo(new BigDecimal(7));
        assertThat(at(received, "deliveryMode")).isEqualTo("NON_PERSISTENT");
        assertThat(at(received, "correlationId")).isEqualTo("c1");
        assertThat(at(received, "jmsType")).isEqualTo("t");
        assertThat(at(received, "replyTo", "name")).isEqualTo("answers");
        assertThat(at(received, "deliveryCount")).isEqualTo(BigDecimal.ONE);
        assertThat(at(received, "expiresAt")).isNotNull();

        prompt.ok("send", "orders", "again", "--duplicate-id", "d1");
        assertThat(bodies("orders")).isEmpty();
        prompt.ok("forget-duplicate", "orders", "d1");
        assertThat(prompt.fails(3, "forget-duplicate", "orders", "d1").err()).contains("'d1'");
        prompt.ok("send", "orders", "again", "--duplicate-id", "d1");
        prompt.withInput("one\ntwo\n").ok("send", "orders", "--lines");
        prompt.withInput("whole\ntext").ok("send", "orders");
        Path file = Files.write(directory.resolve("body"), new byte[] {1, 2, 3});
        prompt.ok("send", "orders", "--file", file.toString(), "--bytes");
        assertThat(bodies("orders")).containsExactly("again", "one", "two", "whole\ntext", "AQID");

        assertThat(prompt.fails(2, "send", "orders", "a", "-p", "b:int=x").err())
                .contains("'x' is not a valid int");
        prompt.fails(2, "send", "orders", "a", "-p", "b");
        prompt.fails(2, "send", "orders", "a", "--priority", "10");
        prompt.ok("send", "made", "a", "--create");
        assertThat(bodies("made")).containsExactly("a");
    }

    @Test
    @DisplayName("peek prints a table of at most 100 columns, and all columns with --wide")
    void shouldFitTheTerminal() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "a");
        prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "A reason of more than 24 characters");
        String dead = "orders/$DeadLetterQueue";
        assertThat(prompt.ok("peek", dead).out().lines())
                .hasSize(2)
                .allMatch(line -> line.length() <= 100)
                .last(STRING)
                .endsWith("A reason of more than 2…");
        assertThat(prompt.ok("peek", dead, "--wide").out())
                .contains("MESSAGE ID", "A reason of more than 24 characters");
        assertThat(prompt.ok("purge", dead, "--all").out()
                        + prompt.ok("purge", dead, "--all").out())
                .contains("1 message of", "0 messages of");
    }

    @Test
    @DisplayName(
            "RCV-08 RCV-11 receive prints messages and settles them as requested, and exits with 7 without a message")
    void shouldReceive() {
        prompt.ok("queue", "create", "orders");
        prompt.withInput("a\nb\nc\nd").ok("send", "orders", "--lines", "-p", "colour=red");
        assertThat(prompt.ok("receive", "orders", "--selector", "colour = 'red'")
                        .out()
                        .strip())
                .isEqualTo("a");
        assertThat(prompt.ok("receive", "orders", "--settle", "abandon").out().strip())
                .isEqualTo("b");
        assertThat(prompt.ok("receive", "orders", "--settle", "defer").out().strip())
                .isEqualTo("b");
        assertThat(prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", "NoPaint")
                        .out()
                        .strip())
                .isEqualTo("c");
        assertThat(prompt.ok("receive", "orders", "--all", "--timeout", "2s")
                        .out()
                        .strip())
                .isEqualTo("d");
        Run nothing = prompt.run("receive", "orders", "--timeout", "0s");
        assertThat(nothing).isEqualTo(new Run(7, "", ""));
        Object deferred = at(prompt.json("peek", "orders", "--state", "deferred"), "messages", 0);
        assertThat(at(deferred, "deliveryCount")).isEqualTo(new BigDecimal(2));
        String number = (String) at(deferred, "sequenceNumber");
        assertThat(prompt.ok("receive", "orders", "--deferred", number, "--settle", "abandon")
                        .out()
                        .strip())
                .isEqualTo("b");
        assertThat(prompt.ok("undefer", "orders", number).out().strip())
                .isEqualTo("made 1 message of orders available again");
        prompt.fails(3, "undefer", "orders", number);
        assertThat(prompt.ok("receive", "orders", "--settle", "defer").out().strip())
                .isEqualTo("b");
        assertThat(prompt.ok("receive", "orders", "--deferred", number).out().strip())
                .isEqualTo("b");
        assertThat(prompt.run("receive", "orders", "--deferred", number).exitCode())
                .isEqualTo(3);
        assertThat(prompt.ok("receive", "orders", "--dead-letters").out().strip())
                .isEqualTo("c");
        prompt.fails(3, "receive", "nothing");
    }

    @Test
    @DisplayName("SUB-04 receive takes messages from a durable subscription, and leaves the subscription unchanged")
    void shouldReceiveFromSubscriptions() {
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "all", "--shared");
        prompt.ok("subscription create news mine --client-id me --selector colour='red'".split(" "));
        prompt.ok("send", "news", "a", "--topic");
        prompt.ok("send", "news", "b", "--topic", "-p", "colour=red");
        Object before = prompt.json("subscription", "list");
        assertThat(prompt.ok("receive", "news/Subscriptions/:all", "-n", "2").out())
                .isEqualToNormalizingNewlines("a\nb\n");
        assertThat(prompt.ok("receive", "news/Subscriptions/me:mine").out().strip())
                .isEqualTo("b");
        assertThat(prompt.json("subscription", "list")).isEqualTo(before);
        prompt.fails(2, "receive", "news/Subscriptions/:all", "--selector", "a = 1");
    }

    @Test
    @DisplayName("SCH-08 commands show, export, import and cancel repeated sends of queues and topics")
    void shouldKnowRepetitions() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("topic", "create", "news");
        String repeated = " m -p JMS_Restante_SchedulePeriod:long=3600000 -p JMS_Restante_ScheduleRepeat:int=5";
        prompt.ok(("send orders" + repeated).split(" "));
        prompt.ok(("send news --topic" + repeated).split(" "));
        Object peeked = prompt.json("peek", "orders", "--state", "SCHEDULED");
        assertThat(at(peeked, "messages", 0, "repeatSchedule", "period")).isEqualTo("PT1H");
        assertThat(at(peeked, "messages", 0, "repeatSchedule", "repeatCount")).isEqualTo(new BigDecimal(5));
        Path file = directory.resolve("repeated.jsonl");
        prompt.ok("export", "orders", "-o", file.toString());
        prompt.ok("queue", "create", "copy");
        prompt.ok("import", "copy", "-i", file.toString());
        Object imported = prompt.json("peek", "copy");
        assertThat(at(imported, "messages", 0, "repeatSchedule"))
                .isEqualTo(at(peeked, "messages", 0, "repeatSchedule"));
        assertThat(prompt.ok("cancel", "copy", "--all").out()).contains("cancelled 1 ");
        assertThat(prompt.ok("peek", "news", "--topic").out()).contains("SCHEDULED");
        assertThat(prompt.ok("cancel", "news", "--topic", "--all").out()).contains("cancelled 1 ");
        prompt.fails(3, "peek", "news");
    }

    @Test
    @DisplayName("BEY-04 commands peek by page, state and selector, purge messages, and cancel scheduled messages")
    void shouldPeekAndPurge() {
        prompt.ok("queue", "create", "orders");
        prompt.withInput("a\nb\nc").ok("send", "orders", "--lines", "-p", "n:int=1");
        prompt.withInput("d\ne").ok("send", "orders", "--lines", "-p", "n:int=2", "--delay", "1h");
        Object first = prompt.json("peek", "orders", "-n", "2");
        assertThat((List<?>) at(first, "messages")).hasSize(2);
        Object second =
                prompt.json("peek", "orders", "--after", (String) at(first, "next"), "--selector", "n = 1", "-b");
        assertThat(at(second, "messages", 0, "body")).isEqualTo("c");
        assertThat(at(second, "next")).isNull();
        Run human = prompt.run("peek", "orders", "-n", "1");
        assertThat(human.out()).contains("SEQUENCE", "AVAILABLE");
        assertThat(human.err()).startsWith("more: --after ");
        assertThat(prompt.run("peek", "orders", "-n", "1", "--body").out()).containsPattern("body +a");
        assertThat(prompt.ok("browse", "orders", "--json", "--state", "scheduled")
                        .jsonLines())
                .hasSize(2)
                .allSatisfy(message -> {
                    Instant sent = Instant.parse(at(message, "sentAt").toString());
                    Instant due = Instant.parse(at(message, "scheduledFor").toString());
                    Instant timestamp = Instant.parse(at(message, "timestamp").toString());
                    assertThat(Duration.between(timestamp, due)).isEqualTo(Duration.ofHours(1));
                    // It comes from the message id, which can differ from a clock that was just corrected.
                    assertThat(sent).isCloseTo(timestamp, within(1, ChronoUnit.MINUTES));
                });
        assertThat(prompt.ok("browse", "orders", "--state", "scheduled").out()).contains("sent at ", ", due at ");
        assertThat(prompt.ok("peek", "orders", "--state", "scheduled", "--wide").out())
                .contains("SENT AT", "DUE AT");
        assertThat(prompt.ok("browse", "orders", "--body").out().lines()).hasSize(5);
        prompt.fails(2, "peek", "orders", "-n", "0");

        prompt.fails(2, "purge", "orders");
        prompt.fails(2, "purge", "orders", "--all", "--state", "available");
        prompt.ok("purge", "orders", "--sequence-number", sequenceNumber("orders", 1));
        assertThat(bodies("orders")).containsExactly("a", "c", "d", "e");
        prompt.fails(2, "cancel", "orders");
        Object cancelled = prompt.json("cancel", "orders", "--sequence-number", sequenceNumber("orders", 2));
        assertThat(at(cancelled, "cancelled")).isEqualTo(BigDecimal.ONE);
        assertThat(prompt.ok("cancel", "orders", "--all").out()).contains("cancelled 1 ");
        assertThat(at(prompt.json("purge", "orders", "--selector", "n = 1"), "removed"))
                .isEqualTo(new BigDecimal(2));
        assertThat(bodies("orders")).isEmpty();
        prompt.ok("send", "orders", "a");
        assertThat(prompt.fails(3, "break-lock", "orders", sequenceNumber("orders", 0))
                        .err())
                .contains("is not locked");
        assertThat(prompt.ok("purge", "orders", "--all").out()).contains("removed 1 message of orders");
    }

    @Test
    @DisplayName("BEY-03 commands count dead letters by reason, and redrive them to their source or another queue")
    void shouldRedrive() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "other");
        for (String reason : List.of("NoPaint", "NoPaint", "NoTime")) {
            prompt.ok("send", "orders", reason);
            prompt.ok("receive", "orders", "--settle", "dead-letter", "--reason", reason);
        }
        assertThat(prompt.json("dead-letters", "orders").toString())
                .isEqualTo("{name=orders/$DeadLetterQueue, reasons=[{reason=NoPaint, count=2},"
                        + " {reason=NoTime, count=1}], otherReasons=0}");
        assertThat(prompt.ok("dead-letters", "orders/$DeadLetterQueue", "-n", "1")
                        .out())
                .contains("NoPaint", "(others)");
        assertThat(at(prompt.json("peek", "orders", "-d"), "messages", 0, "deadLetter")
                        .toString())
                .isEqualTo("{reason=NoPaint, source=orders}");
        assertThat(prompt.ok("peek", "orders", "-d").out()).contains("NoPaint");
        Object moved = prompt.json(
                "redrive", "orders", "--selector", "DeadLetterReason = 'NoPaint'", "--count", "1", "--rate", "1000");
        assertThat(at(moved, "moved")).isEqualTo(BigDecimal.ONE);
        assertThat(bodies("orders")).containsExactly("NoPaint");
        assertThat(prompt.ok("redrive", "orders", "--to", "other").out()).contains("redrove 2 messages");
        assertThat(bodies("other")).containsExactly("NoPaint", "NoTime");
    }

    @Test
    @DisplayName("an exported and imported message keeps its headers, typed properties and body of any kind")
    void shouldExportAndImport() throws Exception {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "copy");
        sendAllKinds();
        Path file = directory.resolve("export.jsonl");
        assertThat(at(prompt.json("export", "orders", "-o", file.toString()), "exported"))
                .isEqualTo(new BigDecimal(7));
        assertThat(prompt.fails(4, "export", "orders", "-o", file.toString()).err())
                .contains("--overwrite");
        prompt.ok("export", "orders", "-o", file.toString(), "--overwrite");
        assertThat(at(prompt.json("import", "copy", "-i", file.toString(), "--no-origin"), "imported"))
                .isEqualTo(new BigDecimal(7));
        List<String> original = comparable(prompt.ok("export", "orders"));
        assertThat(comparable(prompt.ok("export", "copy"))).isEqualTo(original);
        assertThat(String.join("\n", original))
                .contains("kind=TEXT", "kind=BYTES", "kind=MAP", "kind=STREAM", "kind=OBJECT", "kind=MESSAGE")
                .contains("{type=float, value=NaN}", "{type=long, value=9223372036854775807}", "{type=char, value=c}")
                .contains(
                        "correlationIdBytes=AQI=",
                        "replyTo={type=topic, name=answers}",
                        "NON_PERSISTENT",
                        "{type=float, value=-0.0}");

        prompt.ok("purge", "copy", "--all");
        prompt.withInput(Files.readString(file)).ok("import", "copy");
        Object origin = at(prompt.json("peek", "copy"), "messages", 0, "properties");
        assertThat(at(origin, "exportedDestination", "value")).isEqualTo("orders");
        assertThat(at(origin, "exportedMessageId", "value").toString()).startsWith("ID:");
        assertThat(at(origin, "exportedTimestamp", "type")).isEqualTo("long");
        assertThat(at(origin, "exportedDeliveryCount", "value")).isEqualTo(BigDecimal.ZERO);
    }

    /** Returns the fields of exported messages without those that the store assigns. */
    private static List<String> comparable(Run export) {
        return export.jsonLines().stream()
                .map(line -> {
                    Map<Object, Object> fields = new java.util.LinkedHashMap<>((Map<?, ?>) line);
                    List.of(
                                    "sequenceNumber",
                                    "messageId",
                                    "timestamp",
                                    "sentAt",
                                    "enqueuedAt",
                                    "destination",
                                    "sizeBytes")
                            .forEach(fields::remove);
                    return fields.toString();
                })
                .toList();
    }

    private void sendAllKinds() throws JMSException {
        try (RestanteConnectionFactory factory = application();
                Connection connection = factory.createConnection();
                Session session = connection.createSession()) {
            MessageProducer producer = session.createProducer(session.createQueue("orders"));
            List<Message> messages = new ArrayList<>();
            messages.add(session.createMessage());
            messages.add(session.createTextMessage("grüße\n\"\u0001\uD83D\uDE00"));
            messages.add(session.createTextMessage());
            BytesMessage bytes = session.createBytesMessage();
            bytes.writeBytes(new byte[] {0, -1, 127});
            messages.add(bytes);
            MapMessage map = session.createMapMessage();
            StreamMessage stream = session.createStreamMessage();
            for (Object value : new Object[] {
                true, (byte) 1, (short) 2, 3, Long.MAX_VALUE, Float.NaN, 1e300, 'c', "text", new byte[] {5}, null
            }) {
                map.setObject(value == null ? "null" : value.getClass().getSimpleName(), value);
                stream.writeObject(value);
            }
            messages.add(map);
            messages.add(stream);
            messages.add(session.createObjectMessage(new java.util.ArrayList<>(List.of("a", Locale.ROOT))));
            messages.get(0).setJMSCorrelationIDAsBytes(new byte[] {1, 2});
            messages.get(0).setJMSReplyTo(session.createTopic("answers"));
            messages.get(1).setJMSType("type");
            messages.get(1).setJMSCorrelationID("text");
            for (Object value : new Object[] {true, (byte) 1, (short) 2, 3, Long.MIN_VALUE, -0.0f, 1e-300, "text"}) {
                messages.get(1).setObjectProperty("p" + value.getClass().getSimpleName(), value);
            }
            messages.get(1).setStringProperty("pNull", null);
            messages.get(1).setStringProperty("JMSXGroupID", "g");
            messages.get(1).setIntProperty("JMSXGroupSeq", 2);
            for (int i = 0; i < messages.size(); i++) {
                producer.send(messages.get(i), i == 2 ? DeliveryMode.NON_PERSISTENT : DeliveryMode.PERSISTENT, i, 0);
            }
        }
    }

    @Test
    @DisplayName("TTL-08 an import keeps the remaining times to live and delays, and omits expired messages")
    void shouldKeepTimes() throws IOException {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "lives", "--time-to-live", "2h");
        prompt.ok("send", "orders", "later", "--delay", "1h", "--time-to-live", "2h");
        String lines = prompt.ok("export", "orders").out();
        String expired = lines.lines()
                .findFirst()
                .orElseThrow()
                .replaceFirst("\"expiresAt\":\"[^\"]*\"", "\"expiresAt\":\"2020-01-01T00:00:00Z\"")
                .replace("lives", "over");
        prompt.ok("purge", "orders", "--all");
        Run run = prompt.withInput(lines + expired).ok("import", "orders", "--no-origin");
        assertThat(run.out()).contains("imported 2 messages", "1 that have expired");
        List<?> messages = (List<?>) at(prompt.json("peek", "orders"), "messages");
        List<Object> before = lines.lines().map(JsonReader::parse).toList();
        for (int i = 0; i < 2; i++) {
            for (String time : i == 0 ? List.of("expiresAt") : List.of("expiresAt", "scheduledFor")) {
                assertThat(Instant.parse((String) at(messages.get(i), time)))
                        .isCloseTo(Instant.parse((String) at(before.get(i), time)), within(5, ChronoUnit.SECONDS));
            }
        }
        prompt.ok("purge", "orders", "--all");
        prompt.withInput(lines + expired).ok("import", "orders", "--no-expiry", "--no-delay");
        assertThat(prompt.json("peek", "orders").toString())
                .doesNotContain("expiresAt", "scheduledFor")
                .contains("state=AVAILABLE");
    }

    @Test
    @DisplayName("a failed import names the line, the number of imported messages and the line with which to continue")
    void shouldGoOnWithImport() throws IOException {
        prompt.ok("queue", "create", "orders");
        prompt.withInput("a\nb\nc\nd\ne").ok("send", "orders", "--lines");
        List<String> lines = prompt.ok("export", "orders").out().lines().toList();
        prompt.ok("purge", "orders", "--all");
        List<String> broken = new ArrayList<>(lines);
        broken.set(3, lines.get(3).substring(0, 40));
        Run run = prompt.withInput(String.join("\n", broken)).fails(1, "import", "orders", "--batch", "2");
        assertThat(run.err()).contains("line 4 ", "2 messages were imported", "--from-line 3");
        prompt.withInput(String.join("\n", lines)).ok("import", "orders", "--from-line", "3");
        assertThat(bodies("orders")).containsExactly("a", "b", "c", "d", "e");
        prompt.withInput("{\"a\":1}").fails(1, "import", "orders");
        prompt.fails(1, "import", "orders", "-i", directory.resolve("missing").toString());
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "all", "--shared");
        prompt.withInput(lines.get(0)).ok("import", "news", "--topic");
        assertThat(bodies("news/Subscriptions/:all")).containsExactly("a");
        assertThat(Pattern.compile("\"kind\"").matcher(lines.get(0)).find()).isTrue();
    }

    @Test
    @DisplayName("send rejects an empty standard input, but sends an empty text argument")
    void shouldRefuseEmptyInput() {
        prompt.ok("queue", "create", "orders");
        for (String option : new String[] {"--lines", "--bytes", "--non-persistent"}) {
            assertThat(prompt.withInput("").fails(2, "send", "orders", option).err())
                    .contains("standard input is empty");
        }
        assertThat(bodies("orders")).isEmpty();
        prompt.ok("send", "orders", "");
        assertThat(bodies("orders")).containsExactly("");
    }

    @Test
    @DisplayName("a command with a misspelt word suggests the known word")
    void shouldSuggestCommands() {
        assertThat(prompt.fails(2, "recieve", "orders").err()).contains("Did you mean", "receive");
        assertThat(prompt.fails(2, "sned", "orders", "a").err()).contains("Did you mean send?");
        assertThat(prompt.fails(2, "queue", "crate", "orders").err()).contains("Did you mean", "create");
        assertThat(prompt.fails(2, "send", "orders", "a", "--delai=3s").err()).contains("Did you mean", "--delay");
        prompt.ok("queue", "create", "orders");
        assertThat(prompt.fails(3, "send", "ordres", "a").err()).contains("Did you mean orders?");
        assertThat(prompt.fails(3, "stats", "nothing").err()).doesNotContain("Did you mean");
    }

    @Test
    @DisplayName("restante without arguments prints its help")
    void shouldPrintHelp() {
        assertThat(prompt.ok().out())
                .startsWith("Usage: restante")
                .isEqualTo(prompt.ok("--help").out());
    }

    @Test
    @DisplayName("an import with an invalid time or number names the line and the field")
    void shouldNameFieldOfImport() {
        prompt.ok("queue", "create", "orders");
        String line = "{\"kind\":\"TEXT\",\"body\":\"a\",\"%s\":\"%s\"}";
        for (String field : new String[] {"expiresAt", "scheduledFor", "timestamp", "enqueuedAt"}) {
            for (String hostile : new String[] {
                "+1000000000-12-31T23:59:59Z", "-1000000000-01-01T00:00:00Z", "+999999999999-01-01T00:00:00Z", "soon"
            }) {
                assertThat(prompt.withInput(String.format(Locale.ROOT, line, field, hostile))
                                .fails(1, "import", "orders")
                                .err())
                        .contains("line 1 ", "\"" + field + "\"", hostile);
            }
        }
        for (String field : new String[] {"sequenceNumber", "deliveryCount"}) {
            assertThat(prompt.withInput(String.format(Locale.ROOT, line, field, "many"))
                            .fails(1, "import", "orders")
                            .err())
                    .contains("line 1 ", "\"" + field + "\"", "many");
        }
        assertThat(bodies("orders")).isEmpty();
    }
}
