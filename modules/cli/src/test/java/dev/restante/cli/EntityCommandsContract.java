package dev.restante.cli;

import static dev.restante.cli.Run.at;
import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.option.QueueOption;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Contract of the commands on queues, topics, subscriptions and the store. */
abstract class EntityCommandsContract extends CommandLineContract {

    private void damage(String name) throws SQLException {
        try (Connection connection = database();
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("UPDATE restante_entity SET options = 'lockDuration=?' WHERE name = '"
                            + name + "' OR subscription_name = '" + name + "'"))
                    .isOne();
        }
    }

    @Test
    @DisplayName(
            "SND-08 lists show an unreadable queue or subscription without options, together with the readable ones")
    void shouldListWhatCannotBeRead() throws SQLException {
        prompt.ok("queue", "create", "bad");
        prompt.ok("queue", "create", "good");
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "worse", "--shared");
        prompt.ok("subscription", "create", "news", "better", "--shared");
        damage("bad");
        damage("worse");
        Object queues = prompt.json("queue", "list");
        assertThat(at(queues, 0, "name")).isEqualTo("bad");
        assertThat(at(queues, 0, "unreadableReason").toString()).contains("lockDuration");
        assertThat(queues.toString()).containsOnlyOnce("options=");
        assertThat(prompt.ok("queue", "list").out())
                .contains("bad (unreadable)")
                .containsPattern("good +[0-9]");
        assertThat(prompt.fails(1, "queue", "show", "bad").err()).contains("cannot be read");
        Object subscriptions = prompt.json("subscription", "list", "--topic", "news");
        assertThat(subscriptions.toString()).containsOnlyOnce("options=").containsOnlyOnce("unreadableReason=");
        assertThat(prompt.ok("subscription", "list").out())
                .contains(":worse (unreadable)")
                .contains(":better ");
    }

    @Test
    @DisplayName("BEY-04 an administrator creates a queue with options, shows, copies, alters, resets and deletes it")
    void shouldAdministerQueues() {
        prompt.ok("queue", "create", "other");
        prompt.ok("topic", "create", "news");
        String created = prompt.ok(
                        "queue create orders --lock-duration 1m30s --max-delivery-count 3 --default-time-to-live 2h"
                                .concat(" --dead-letter-on-expiry --expire-only-with-consumer")
                                .concat(
                                        " --duplicate-detection-window 10m --duplicate-id-source correlation-id --dead-letter-to other --expired-to other --groups-required")
                                .concat(" --redelivery-back-off 1s --redelivery-back-off-multiplier 2")
                                .concat(" --redelivery-back-off-maximum 1m --redelivery-back-off-jitter 0.5")
                                .concat(
                                        " --auto-delete-on-idle 1d --late-settlement allow-if-unclaimed --max-in-flight 7 --group-expiry message")
                                .concat(" --status send-disabled --deletion-protected --group-assignment sticky")
                                .split(" "))
                .out();
        assertThat(created).isEqualTo("created queue orders" + System.lineSeparator());
        prompt.ok("queue", "copy", "orders", "copy");
        Object options = at(prompt.json("queue", "show", "copy"), "options");
        assertThat(options.toString())
                .isEqualTo("{lockDuration=PT1M30S, maxDeliveryCount=3, defaultTimeToLive=PT2H, deadLetterOnExpiry=true,"
                        + " expireOnlyWithConsumer=true, duplicateDetectionWindow=PT10M,"
                        + " duplicateIdSource=CORRELATION_ID, deadLetterTo=other,"
                        + " expiredTo=other,"
                        + " groupsRequired=true, redeliveryBackOff={initial=PT1S, multiplier=2.0, maximum=PT1M,"
                        + " jitter=0.5}, forwardTo=null, forwardToTopic=null, autoDeleteOnIdle=PT24H,"
                        + " lateSettlement=ALLOW_IF_UNCLAIMED, maxInFlight=7, groupExpiry=MESSAGE,"
                        + " status=SEND_DISABLED, deletionProtected=true, lastValueKey=null, groupAssignment=STICKY,"
                        + " userMetadata=null}");

        prompt.ok("queue", "alter", "copy", "--max-delivery-count", "4", "--no-groups-required");
        Object altered = at(prompt.json("queue", "show", "copy"), "options");
        assertThat(at(altered, "maxDeliveryCount")).isEqualTo(new BigDecimal(4));
        assertThat(at(altered, "groupsRequired")).isEqualTo(false);
        assertThat(at(altered, "lockDuration")).isEqualTo("PT1M30S");
        String all = "lock-duration,max-delivery-count,default-time-to-live,dead-letter-on-expiry,"
                + "expire-only-with-consumer,duplicate-detection-window,duplicate-id-source,dead-letter-to,expired-to,groups-required,"
                + "redelivery-back-off,forward-to,forward-to-topic,auto-delete-on-idle,late-settlement,max-in-flight,group-expiry,"
                + "status,deletion-protected,last-value-key,group-assignment";
        Object reset = at(prompt.json("queue", "alter", "copy", "--reset", all), "options");
        prompt.ok("queue", "create", "plain");
        assertThat(reset).isEqualTo(at(prompt.json("queue", "show", "plain"), "options"));
        assertThat(prompt.ok("queue", "alter", "plain", "--forward-to-topic", "news")
                        .out())
                .contains("altered queue plain");
        assertThat(prompt.ok("queue", "list").out())
                .contains("NAME")
                .contains("topic news")
                .doesNotContain("Dead");
        assertThat(prompt.ok("queue", "list", "--dead-letters", "co*").out())
                .contains("copy/$DeadLetterQueue")
                .doesNotContain("orders");
        assertThat(prompt.ok("queue", "delete", "copy").out()).contains("deleted queue copy");
        prompt.fails(3, "queue", "delete", "copy");
        assertThat(at(prompt.json("queue", "delete", "copy", "--if-exists"), "deleted"))
                .isEqualTo(false);
        assertThat(prompt.ok("queue", "show", "orders").out())
                .containsPattern("options.redeliveryBackOff.initial +1s")
                .containsPattern("options.forwardTo +-");
    }

    @Test
    @DisplayName("BEY-04 each option has a command-line argument that sets it, and its group name resets it")
    void shouldHaveEachOption() {
        prompt.ok("queue", "create", "elsewhere");
        prompt.ok("topic", "create", "elsewhere");
        String help = prompt.ok("queue", "alter", "--help").out().replaceAll("\\s+", " ");
        Object plain = at(prompt.json("queue", "create", "q", "--dead-letter-on-expiry"), "options");
        for (QueueOption<?> option : QueueOption.all()) {
            String[] name = option.name().split("\\.");
            String group = name[0].replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
            String argument = option.name().equals("redeliveryBackOff.initial")
                    ? "--" + group
                    : "--" + String.join("-", name).replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
            String sample = sample(option);
            assertThat(help).contains(argument.substring(2), option.summary());
            Object altered = at(
                    option.type() == Boolean.class
                            ? prompt.json("queue", "alter", "q", argument)
                            : prompt.json("queue", "alter", "q", argument, sample),
                    "options");
            assertThat(String.valueOf(at(altered, (Object[]) name))).isEqualTo(String.valueOf(option.parse(sample)));
            prompt.ok("queue", "alter", "q", "--reset", group, "--dead-letter-on-expiry");
            assertThat(at(prompt.json("queue", "show", "q"), "options")).isEqualTo(plain);
        }
    }

    private static String sample(QueueOption<?> option) {
        Object[] constants = option.type().isEnum() ? option.type().getEnumConstants() : new Object[0];
        return Stream.concat(
                        Stream.of("elsewhere", "true", "1h", "7", "0.5", "PROPERTY:id"),
                        Stream.of(constants).map(Object::toString))
                .filter(text -> {
                    try {
                        return !Objects.equals(option.parse(text), option.defaultValue());
                    } catch (IllegalArgumentException none) {
                        return false;
                    }
                })
                .findFirst()
                .orElseThrow();
    }

    @Test
    @DisplayName("BEY-04 rejected commands have specific exit codes, and only --force deletes a non-empty queue")
    void shouldRefuse() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("send", "orders", "a");
        assertThat(prompt.fails(4, "queue", "delete", "orders").err()).contains("'orders'", "--force");
        assertThat(prompt.fails(4, "queue", "create", "orders").err()).contains("orders");
        assertThat(prompt.fails(3, "queue", "show", "nothing").err()).contains("'nothing'", "restante list");
        assertThat(prompt.fails(3, "peek", "nothing").err()).contains("nothing");
        assertThat(prompt.fails(3, "send", "nothing", "a").err()).contains("nothing");
        assertThat(prompt.fails(3, "stats", "nothing").err()).contains("'nothing'");
        assertThat(prompt.fails(3, "subscription", "show", "news/Subscriptions/:x")
                        .err())
                .contains("news");
        assertThat(prompt.fails(2, "queue", "create", "q", "--lock-duration", "13h")
                        .err())
                .contains("lock");
        assertThat(prompt.fails(2, "queue", "create", "q", "--lock-duration", "30")
                        .err())
                .contains("'30' is not a duration");
        assertThat(prompt.fails(2, "queue", "alter", "orders", "--reset", "colour")
                        .err())
                .contains("'colour'", "lock-duration");
        assertThat(prompt.fails(2, "queue", "create", "q", "--forward-to", "nothing")
                        .err())
                .contains("nothing");
        assertThat(prompt.fails(2, "peek", "orders", "--selector", "a =").err()).contains("a =");
        prompt.fails(2, "queue");
        prompt.fails(2, "colour");
        assertThat(prompt.ok("queue", "delete", "orders", "--force").out()).contains("deleted");
    }

    @Test
    @DisplayName(
            "STA-01, STA-02 commands pause, disable and resume entities, and a send to a disabled entity exits with 4")
    void shouldGiveStatus() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "s", "--shared");
        for (String[] entity :
                new String[][] {{"queue", "orders"}, {"topic", "news"}, {"subscription", "news/Subscriptions/:s"}}) {
            assertThat(prompt.ok(entity[0], "pause", entity[1]).out())
                    .contains("paused " + entity[0] + " " + entity[1] + ": RECEIVE_DISABLED");
            assertThat(at(prompt.json(entity[0], "disable", entity[1]), "status"))
                    .isEqualTo("DISABLED");
            assertThat(at(prompt.json(entity[0], "show", entity[1]), "options", "status"))
                    .isEqualTo("DISABLED");
        }
        assertThat(prompt.fails(4, "send", "orders", "a").err()).contains("'orders'", "DISABLED");
        prompt.fails(4, "send", "news", "a", "--topic");
        assertThat(at(prompt.json("queue", "resume", "orders"), "status")).isEqualTo("ACTIVE");
        prompt.ok("topic", "resume", "news");
        prompt.ok("subscription", "resume", "news/Subscriptions/:s");
        prompt.ok("send", "orders", "a");
        assertThat(prompt.ok("receive", "orders", "--timeout", "10s").out()).contains("a");
        prompt.fails(3, "queue", "pause", "nothing");
        prompt.fails(3, "topic", "pause", "nothing");
    }

    @Test
    @DisplayName("STA-03 an administrator cannot delete a protected queue, even with --force")
    void shouldProtect() {
        prompt.ok("queue", "create", "orders", "--deletion-protected");
        assertThat(prompt.fails(4, "queue", "delete", "orders", "--force").err())
                .contains("orders", "deletionProtected");
        prompt.ok("queue", "alter", "orders", "--no-deletion-protected");
        prompt.ok("queue", "delete", "orders");
    }

    @Test
    @DisplayName("TOP-03 commands list, add, alter and remove the rules of a subscription")
    void shouldAdministerRules() {
        prompt.ok("topic", "create", "news");
        prompt.ok("subscription", "create", "news", "s", "--shared", "--selector", "x > 1");
        String name = "news/Subscriptions/:s";
        assertThat(prompt.json("subscription", "rule", "list", name).toString())
                .isEqualTo("[{name=$Default, selector=x > 1}]");
        prompt.ok("subscription", "rule", "remove", name, "$Default");
        prompt.fails(3, "subscription", "rule", "remove", name, "$Default");
        prompt.ok("subscription", "rule", "remove", name, "$Default", "--if-exists");
        prompt.ok("subscription rule add NAME fr --match JMSType=order --match n:int=7 --set region=EU --unset country"
                .replace("NAME", name)
                .split(" "));
        prompt.fails(4, "subscription", "rule", "add", name, "fr");
        prompt.ok("subscription", "rule", "add", name, "copy", "--copy");
        prompt.ok("subscription", "rule", "add", name, "all");
        assertThat(prompt.json("subscription", "rule", "list", name).toString())
                .isEqualTo(
                        "[{name=all}, {name=copy, set={}}, {name=fr, match={JMSType={type=string, value=order},"
                                + " n={type=int, value=7}}, set={region={type=string, value=EU}, country={type=null, value=null}}}]");
        assertThat(prompt.ok("subscription", "rule", "list", name).out())
                .containsPattern("fr +JMSType=order, n=7 +region=EU, unset country")
                .containsPattern("copy +everything +copy");

        prompt.ok("subscription", "rule", "alter", name, "fr", "--selector", "y = 1");
        assertThat(prompt.json("subscription", "rule", "list", name).toString()).contains("{name=fr, selector=y = 1}");
        prompt.fails(3, "subscription", "rule", "alter", name, "other");
        prompt.fails(2, "subscription", "rule", "alter", name, "fr", "--selector", "y =");
        prompt.fails(2, "subscription", "rule", "alter", name, "fr", "--selector", "y = 1", "--match", "a=b");
        prompt.fails(2, "subscription", "rule", "alter", name, "fr", "--match", "a");
        prompt.fails(2, "subscription", "rule", "alter", name, "fr", "--set", "JMSPriority=1");
        prompt.fails(2, "subscription", "rule", "alter", name, "fr", "--set", "n:int=x");
    }

    @Test
    @DisplayName(
            "BEY-04 SUB-04 commands create, copy, alter, list and delete topics and subscriptions by their full names")
    void shouldAdministerTopicsAndSubscriptions() {
        prompt.ok("topic", "create", "news", "--default-time-to-live", "1h", "--duplicate-detection-window", "30s");
        prompt.ok("topic", "copy", "news", "copy");
        prompt.ok("topic", "alter", "copy", "--auto-delete-on-idle", "5m", "--reset", "default-time-to-live");
        assertThat(at(prompt.json("topic", "show", "copy"), "options").toString())
                .isEqualTo(
                        "{defaultTimeToLive=null, duplicateDetectionWindow=PT30S, duplicateIdSource=DUPLICATE_ID, autoDeleteOnIdle=PT5M,"
                                + " status=ACTIVE, deletionProtected=false, userMetadata=null}");
        prompt.fails(2, "topic", "alter", "copy", "--reset", "colour");

        prompt.fails(2, "subscription", "create", "news", "all");
        Object created = prompt.json(
                "subscription create news a/b --client-id me --selector x>1 --max-delivery-count 2".split(" "));
        String name = "news/Subscriptions/me:a%2Fb";
        assertThat(at(created, "name")).isEqualTo(name);
        assertThat(at(created, "selector")).isEqualTo("x>1");
        assertThat(at(created, "deadLetterQueue")).isEqualTo(name + "/$DeadLetterQueue");
        prompt.ok("subscription", "alter", name, "--lock-duration", "5s");
        prompt.ok("subscription", "copy", name, "c");
        Object copy = prompt.json("subscription", "show", "news/Subscriptions/me:c");
        assertThat(at(copy, "options", "lockDuration")).isEqualTo("PT5S");
        assertThat(at(copy, "options", "maxDeliveryCount")).isEqualTo(new BigDecimal(2));
        assertThat(at(copy, "shared")).isEqualTo(false);
        assertThat((List<?>) prompt.json("subscription", "list", "--topic", "news"))
                .hasSize(2);
        assertThat(prompt.ok("subscription", "list", "*me:c").out())
                .contains("x>1")
                .doesNotContain("%2F");
        assertThat(prompt.ok("topic", "list").out()).contains("news", "copy");
        assertThat(prompt.ok("list", "--type", "subscription").out())
                .contains(name)
                .doesNotContain("copy ");
        assertThat(at(prompt.json("stats", "news"), 0, "subscriptions")).isEqualTo(new BigDecimal(2));

        prompt.fails(4, "topic", "delete", "news");
        prompt.ok("subscription", "delete", name);
        prompt.fails(3, "subscription", "delete", name);
        prompt.ok("subscription", "delete", name, "--if-exists");
        prompt.ok("topic", "delete", "news", "--force");
        assertThat((List<?>) prompt.json("subscription", "list")).isEmpty();
    }

    @Test
    @DisplayName("TTL-12 commands show, set and remove the maximum time to live of the store")
    void shouldAlterStore() {
        prompt.ok("queue", "create", "orders");
        assertThat(at(prompt.json("store", "alter", "--maximum-time-to-live", "7d"), "maximumTimeToLive"))
                .isEqualTo("PT168H");
        Object shown = prompt.json("store", "show");
        assertThat(at(shown, "maximumTimeToLive")).isEqualTo("PT168H");
        assertThat(at(shown, "queues")).isEqualTo(new BigDecimal(1));
        assertThat(at(shown, "deadLetterQueues")).isEqualTo(new BigDecimal(1));
        assertThat(prompt.ok("store", "alter", "--no-maximum-time-to-live").out())
                .contains("none");
        prompt.fails(2, "store", "alter");
    }

    @Test
    @DisplayName("SND-09 store outcome prints the outcome of a token, and rejects invalid and unknown tokens")
    void shouldTellOutcome() {
        prompt.ok("queue", "create", "orders");
        // The pipeline has not reached this batch of the node of the test.
        String later = "batch-1-0-1000000";
        Object told = prompt.json("store", "outcome", later);
        assertThat(at(told, "token")).isEqualTo(later);
        assertThat(at(told, "outcome")).isEqualTo("NOT_COMMITTED");
        assertThat(prompt.ok("store", "outcome", later).out())
                .isEqualTo(later + " NOT_COMMITTED: it did not take effect and never will" + System.lineSeparator());
        assertThat(prompt.fails(3, "store", "outcome", "step-987654321-1").err())
                .contains("no record of step-987654321-1", "more than a day ago");
        assertThat(prompt.fails(2, "store", "outcome", "nonsense").err())
                .contains("'nonsense' is not an outcome token");
        prompt.fails(2, "store", "outcome");
    }

    @Test
    @DisplayName("VIS-10 stats and top print the message counts of queues as tables and as JSON")
    void shouldCount() {
        prompt.ok("queue", "create", "orders");
        prompt.ok("queue", "create", "empty");
        prompt.ok("send", "orders", "a");
        prompt.ok("send", "orders", "b", "--delay", "1h");
        prompt.ok("send", "orders", "c", "--non-persistent", "--priority", "9");
        Object counts = at(prompt.json("stats", "ord*"), 0);
        assertThat(at(counts, "name")).isEqualTo("orders");
        assertThat(at(counts, "scheduled")).isEqualTo(new BigDecimal(1));
        assertThat(at(counts, "oldestAge").toString()).startsWith("PT");
        assertThat(at(prompt.json("stats", "orders", "--dead-letters"), 0, "type"))
                .isEqualTo("QUEUE");
        assertThat(prompt.ok("stats").out()).contains("AVAILABLE", "orders", "empty");
        assertThat(prompt.ok("stats", "orders/$DeadLetterQueue").out()).contains("DEAD_LETTER_QUEUE");

        Run top = prompt.ok("top", "--iterations", "2", "--interval", "1ms", "--json");
        assertThat(top.jsonLines()).hasSize(2);
        assertThat(at(top.jsonLines().get(0), "entities", 0, "depthPerSecond")).isNull();
        assertThat(at(top.jsonLines().get(1), "entities", 0, "depthPerSecond")).isEqualTo(new BigDecimal("0.0"));
        String once = prompt.ok("top", "--once").out();
        assertThat(once.lines().toList().get(0)).startsWith("NAME").contains("CHANGE/S");
        assertThat(once.lines().toList().get(1)).startsWith("orders");
        assertThat(once).doesNotContain("\u001b");
    }
}
