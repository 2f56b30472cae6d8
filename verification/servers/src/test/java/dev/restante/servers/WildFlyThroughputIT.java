package dev.restante.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Throughput comparison of message-driven beans with Restante and with Artemis, the messaging provider of WildFly. Both
 * providers run in turn on the same server, and the beans process each message in a container transaction. The test
 * measures messages per second, but asserts only that the beans process every message.
 * docs/explanation/performance.md contains results.
 */
@DisplayName("throughput of message-driven beans on WildFly")
@Tag("throughput")
final class WildFlyThroughputIT {

    private static final int MESSAGES = Integer.getInteger("servers.throughput.messages", 4_000);
    private static final int ROUNDS = Integer.getInteger("servers.throughput.rounds", 7);
    private static final int WARM_UP = Integer.getInteger("servers.throughput.warm-up", 4);

    /**
     * Commands that add queues to Artemis in the full profile and set a memory limit that fits all messages of a round.
     */
    private static final String QUEUES =
            """
            jms-queue add --queue-address=throughput.in --entries=[java:/jms/queue/throughput.in]
            jms-queue add --queue-address=throughput.out --entries=[java:/jms/queue/throughput.out]
            /subsystem=messaging-activemq/server=default/address-setting=#:write-attribute(name=max-size-bytes, value=209715200)
            """;

    private final StringBuilder table = new StringBuilder("| store | bean | Restante | Artemis | ratio |\n")
            .append("| --- | --- | --- | --- | --- |\n");

    @Test
    @DisplayName("measures both, in turn")
    void shouldMeasure() throws Exception {
        DeploymentArchives archives = DeploymentArchives.collect();
        for (ApplicationServer.AdapterConfiguration adapter : List.of(
                ApplicationServer.AdapterConfiguration.NOT_AT_ALL,
                ApplicationServer.AdapterConfiguration.AS_DOCUMENTED)) {
            try (ServerDatabases postgres = ServerDatabases.start();
                    ApplicationServer server = new WildFlyServer(
                            archives, postgres.newPair(), adapter, QUEUES, List.of(archives.throughput()))) {
                server.configure();
                server.start();
                server.awaitApplication("/throughput/ready");
                for (String work : List.of("receive", "forward", "row")) {
                    measure(
                            server,
                            adapter == ApplicationServer.AdapterConfiguration.NOT_AT_ALL ? "embedded" : "PostgreSQL",
                            work);
                }
                server.stop();
            }
        }
        Files.writeString(ApplicationServer.build().resolve("throughput.md"), table);
        System.out.println(table);
    }

    private void measure(ApplicationServer server, String store, String work) throws Exception {
        Map<String, List<Double>> perSecond = new TreeMap<>();
        for (int round = -WARM_UP; round < ROUNDS; round++) {
            for (String contender : List.of("restante", "artemis")) {
                double measured = measured(server, contender, work);
                if (round >= 0) {
                    perSecond
                            .computeIfAbsent(contender, any -> new ArrayList<>())
                            .add(measured);
                }
            }
        }
        perSecond.values().forEach(rounds -> rounds.sort(null));
        List<Double> ours = perSecond.get("restante");
        List<Double> theirs = perSecond.get("artemis");
        table.append(String.format(
                Locale.ROOT,
                "| %s | %s | %s | %s | %.1f |%n",
                store,
                work,
                shown(ours),
                shown(theirs),
                median(ours) / median(theirs)));
    }

    private static double measured(ApplicationServer server, String contender, String work) throws Exception {
        try {
            String micros = server.post(
                    "/throughput/run", "contender", contender, "work", work, "messages", String.valueOf(MESSAGES));
            assertThat(micros).matches("\\d+");
            return MESSAGES * 1e6 / Long.parseLong(micros);
        } catch (IOException failure) {
            throw new IOException(contender + ", " + work + ": " + failure.getMessage() + "\n" + server.log(), failure);
        }
    }

    private static double median(List<Double> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static String shown(List<Double> sorted) {
        return String.format(
                Locale.ROOT, "%,.0f (%,.0f to %,.0f)", median(sorted), sorted.get(0), sorted.get(sorted.size() - 1));
    }
}
