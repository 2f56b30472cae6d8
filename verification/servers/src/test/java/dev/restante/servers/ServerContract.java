package dev.restante.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Contract tests for every supported application server. One server runs during most of the tests. The last tests need
 * other configurations, so they stop this server and start other servers.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@ExtendWith(ServerResultTable.class)
abstract class ServerContract extends ServerFixture {

    static final Duration MESSAGE_TIMEOUT = Duration.ofSeconds(30);

    private static final int BULK_MESSAGES = 10_000;

    @Test
    @Order(1)
    @Tag("smoke")
    @DisplayName("send, message-driven bean")
    void shouldDeliver() throws Exception {
        server.post("/orders/orders", "item", "jam");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(outcomesOf("jam"))
                .containsExactlyInAnyOrder("order", "invoice at delivery 1"));
    }

    @Test
    @Order(2)
    @DisplayName("rollback and redelivery")
    void shouldRedeliver() throws Exception {
        server.post("/orders/orders", "item", "souffle");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(outcomesOf("souffle"))
                .containsExactlyInAnyOrder("order", "invoice at delivery 2"));
    }

    @Test
    @Order(3)
    @DisplayName("poison message to the dead-letter queue")
    void shouldDeadLetter() throws Exception {
        server.post("/orders/orders", "item", "poison");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(outcomesOf("poison"))
                .containsExactlyInAnyOrder("order", "refused, MaxDeliveryCountExceeded"));
    }

    @Test
    @Order(4)
    @DisplayName("time-bound job and its dead-letter queue")
    void shouldDeadLetterOverdueJobs() throws Exception {
        server.post("/orders/jobs", "job", "door", "trade", "painter", "seconds", "60");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(job("door")).isEqualTo("painted"));
        server.post("/orders/jobs", "job", "pipe", "trade", "plumber", "seconds", "60");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(server.post("/orders/jobs/next"))
                .isEqualTo("pipe"));
        server.post("/orders/jobs", "job", "lamp", "trade", "electrician", "seconds", "1");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(job("lamp")).isEqualTo("overdue, TTLExpiredException"));
        assertThat(server.post("/orders/jobs/next")).isEqualTo("none");
        assertThat(job("pipe")).isEmpty();
    }

    @Test
    @Order(5)
    @Tag("smoke")
    @DisplayName("message and row in one transaction, commit and rollback")
    void shouldCommitMessageAndRow() throws Exception {
        assertThatThrownBy(() -> server.post("/orders/orders", "item", "tea", "fail", "true"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP 500");
        server.post("/orders/orders", "item", "coffee");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(outcomesOf("coffee"))
                .containsExactlyInAnyOrder("order", "invoice at delivery 1"));
        assertThat(outcomesOf("tea")).isEmpty();
        assertThat(databases.inDoubt()).isZero();
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(store.messages("orders"))
                .isZero());
    }

    @Test
    @Order(6)
    @Tag("smoke")
    @DisplayName("two-phase commit with a resource of another adapter")
    void shouldCommitInTwoPhases() throws Exception {
        long commits = crash.count("commit");
        for (String crashFirst : new String[] {"true", "false"}) {
            String text = "two-phase-" + crashFirst;
            server.post("/probe/work", "text", text, "queue", "probe.two", "crashFirst", crashFirst);
            assertThatThrownBy(() -> server.post(
                            "/probe/work",
                            "text",
                            text + "-failed",
                            "queue",
                            "probe.two",
                            "crashFirst",
                            crashFirst,
                            "fail",
                            "true"))
                    .isInstanceOf(IOException.class);
            eventually(server, MESSAGE_TIMEOUT, () -> assertThat(store.drain("probe.two"))
                    .containsExactly(text));
            assertThat(rows(text)).isOne();
            assertThat(rows(text + "-failed")).isZero();
        }
        assertThat(crash.count("commit")).isEqualTo(commits + 2);
        assertThat(crash.inDoubt()).isEmpty();
        assertNothingInDoubt();
    }

    @Test
    @Order(6)
    @Tag("smoke")
    @DisplayName("message and row in one commit, in the application's own database")
    void shouldCommitOnce() throws Exception {
        databases.watchEnds("orders", "parcels", "deliveries");
        String parcel = server.post("/orders/parcels", "recipient", "Ann");
        assertThatThrownBy(() -> server.post("/orders/parcels", "recipient", "Bob", "fail", "true"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP 500");
        // The system column xmin contains the id of the transaction that wrote the row.
        assertThat(
                        databases.column(
                                """
                        SELECT recipient || CASE WHEN p.xmin = m.xmin AND p.xmin = d.xmin THEN ' together' ELSE ' apart' END
                        FROM parcels p, restante_entity e
                        JOIN restante_delivery d ON d.entity = e.id JOIN restante_message m ON m.id = d.message
                        WHERE e.name = 'parcels'
                        """))
                .containsExactly("Ann together");

        assertThatThrownBy(() -> server.post("/orders/parcels/next", "fail", "true"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("HTTP 500");
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(server.post("/orders/parcels/next"))
                .isEqualTo(parcel));
        eventually(server, MESSAGE_TIMEOUT, () -> assertThat(parcels("Ann"))
                .containsExactly("parcel", "delivered", "receipt"));
        assertThat(server.post("/orders/parcels/next")).isEqualTo("none");
        assertThat(parcels("Bob")).isEmpty();

        server.post("/orders/orders", "item", "honey");
        assertThat(databases.ends("parcels")).containsExactly("COMMIT");
        assertThat(databases.ends("deliveries")).containsExactly("COMMIT");
        assertThat(databases.ends("orders"))
                .as("end of a transaction whose messages are in another database")
                .singleElement()
                .asString()
                .startsWith("PREPARE TRANSACTION");
        eventually(server, MESSAGE_TIMEOUT, this::assertNothingInDoubt);
    }

    @Test
    @Order(6)
    @Tag("smoke")
    @DisplayName("the console: users and roles of the server, counts, a redrive by its form")
    void shouldShowConsole() throws Exception {
        new ConsoleClient(this, server).checkRepair();
    }

    @Test
    @Order(7)
    @DisplayName("10,000 messages through 20 beans at a time, exactly once")
    void shouldDeliverManyExactlyOnce() throws Exception {
        store.send("probe.load", "many-", 0, BULK_MESSAGES);
        exactlyOnce("many-", BULK_MESSAGES);
    }

    @Test
    @Order(8)
    @DisplayName("undeploy and redeploy under load")
    void shouldRedeployUnderLoad() throws Exception {
        int batch = 1_000;
        int sent = 0;
        for (int round = 0; round < 3; round++) {
            store.send("probe.load", "load-", sent, sent + batch);
            sent += batch;
            long wanted = sent - batch * 5L / 6;
            eventually(server, Duration.ofMinutes(2), () -> assertThat(
                            databases.count("SELECT COUNT(*) FROM received WHERE text LIKE 'load-%'"))
                    .isGreaterThan(wanted));
            server.undeployProbe();
            store.send("probe.load", "load-", sent, sent + batch);
            sent += batch;
            server.deployProbe();
        }
        exactlyOnce("load-", sent);
        assertNothingInDoubt();
    }

    @Test
    @Order(9)
    @DisplayName("outbound work, end of the JVM at the commit, recovery")
    void shouldRecoverOutboundWork() throws Exception {
        for (String crashFirst : new String[] {"true", "false"}) {
            String text = "outbound-commit-" + crashFirst;
            crash.requestHaltAt("commit");
            post(text, crashFirst);
            crashAndRecover(() -> assertThat(store.drain("probe.kept")).containsExactly(text));
            assertThat(rows(text)).isOne();
        }
        String text = "outbound-prepare";
        crash.requestHaltAt("prepare");
        post(text, "false");
        crashAndRecover(() -> assertThat(store.drain("probe.kept")).isEmpty());
        assertThat(rows(text)).isZero();
    }

    @Test
    @Order(10)
    @DisplayName("inbound work, end of the JVM at prepare and commit, recovery")
    void shouldRecoverInboundWork() throws Exception {
        for (String call : new String[] {"commit", "prepare"}) {
            String text = "inbound-" + call;
            crash.requestHaltAt(call);
            store.send("probe.in", text);
            server.awaitEnd();
            crashAndRecover(() -> {
                assertThat(store.messages("probe.in")).isZero();
                assertThat(rows(text)).isOne();
            });
            assertNothingInDoubt();
            assertThat(store.drain("probe.out")).containsExactly(text);
        }
    }

    @Test
    @Order(10)
    @DisplayName("inbound work through the server's data source, end of the JVM at the commit, recovery")
    void shouldRecoverWorkOfDataSource() throws Exception {
        try (ServerStore near = ServerStore.shopStore(databases)) {
            crash.requestHaltAt("commit");
            near.send("probe.near", "near-commit");
            server.awaitEnd();
            crashAndRecover(() -> {
                assertThat(near.inDoubt()).isZero();
                assertThat(near.messages("probe.near")).isZero();
                assertThat(rows("near-commit")).isOne();
            });
        }
        assertNothingInDoubt();
    }

    @Test
    @Order(11)
    @DisplayName("kill -9 under load, exactly once")
    void shouldSurviveKill() throws Exception {
        int number = 3_000;
        store.send("probe.load", "kill-", 0, number);
        eventually(server, Duration.ofMinutes(2), () -> assertThat(
                        databases.count("SELECT COUNT(*) FROM received WHERE text LIKE 'kill-%'"))
                .isGreaterThan(number / 3));
        server.kill();
        resolveInDoubt();
        server.start();
        exactlyOnce("kill-", number);
        eventually(server, RECOVERY_TIMEOUT, this::assertNothingInDoubt);
    }

    @Test
    @Order(12)
    @DisplayName("no configuration: the embedded store in the server's data directory")
    void shouldRunWithoutConfiguration() throws Exception {
        server.stop();
        try (ApplicationServer other =
                create(archives, postgres.newPair(), ApplicationServer.AdapterConfiguration.NOT_AT_ALL)) {
            other.configure();
            other.start();
            other.post("/orders/orders", "item", "jam");
            eventually(other, MESSAGE_TIMEOUT, () -> assertThat(other.get("/orders/orders?item=jam"))
                    .contains("invoice at delivery 1"));
            assertThat(other.embeddedStore()).isNotEmptyDirectory();
            new ConsoleClient(this, other).checkRepair();
            other.stop();
        }
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, an unknown option: an error that names property and remedy")
    void shouldRefuseUnknownOption() throws Exception {
        assertRejected(
                ApplicationServer.AdapterConfiguration.WITH_UNKNOWN_OPTION,
                "options",
                "leaseDurration",
                "Did you mean leaseDuration");
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, a URL that no driver knows")
    void shouldRefuseBadUrl() throws Exception {
        assertRejected(
                ApplicationServer.AdapterConfiguration.WITH_BAD_URL,
                "url",
                "jdbc:postgressql://localhost/messages",
                "jdbc:postgresql://");
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, a queue that is missing and not made")
    void shouldRefuseMissingQueue() throws Exception {
        assertRejected(
                ApplicationServer.AdapterConfiguration.WITHOUT_QUEUES,
                "property destination '",
                "does not exist",
                "autoCreateQueues");
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, a wrong password")
    void shouldRefuseWrongPassword() throws Exception {
        assertRejected(
                ApplicationServer.AdapterConfiguration.WITH_WRONG_PASSWORD,
                "user 'restante' or password",
                "Correct the properties");
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, an unknown property of the adapter")
    void shouldRefuseUnknownProperty() throws Exception {
        assertRejected(ApplicationServer.AdapterConfiguration.WITH_UNKNOWN_PROPERTY, "storeUrl");
    }

    @Test
    @Order(13)
    @DisplayName("bad configuration, an unknown property of a bean")
    void shouldTellUnknownPropertyOfBean() throws Exception {
        assertRejected(
                create(
                        archives.withMisspeltProbe(),
                        postgres.newPair(),
                        ApplicationServer.AdapterConfiguration.AS_DOCUMENTED),
                "maxConcurency");
    }
}
