package dev.restante.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Message-driven beans of Restante beside those of the server's own provider, Artemis, in the same run of the same server: how many messages per second they work on, each in a transaction of the container.
 * It measures and proves nothing but that every message comes; what it has measured stands in docs/performance.md.
 */
@DisplayName("throughput of message-driven beans on WildFly")
@Tag("throughput")
final class WildFlyThroughputIT {

    private static final int MESSAGES = Integer.getInteger("servers.throughput.messages", 4_000);
    private static final int ROUNDS = Integer.getInteger("servers.throughput.rounds", 7);
    private static final int WARM_UP = Integer.getInteger("servers.throughput.warm-up", 3);

    private static final String CLI =
            """
            jms-queue add --queue-address=throughput.in --entries=[java:/jms/queue/throughput.in]
            jms-queue add --queue-address=throughput.out --entries=[java:/jms/queue/throughput.out]
            /subsystem=messaging-activemq/server=default/address-setting=#:write-attribute(name=max-size-bytes, value=209715200)
            """;

    @Test
    @DisplayName("measures both, in turn")
    void shouldMeasure() throws Exception {
        Archives archives = Archives.collect();
        Map<String, List<Double>> perSecond = new LinkedHashMap<>();
        for (Server.Adapter adapter : List.of(Server.Adapter.NOT_AT_ALL, Server.Adapter.AS_DOCUMENTED)) {
            String store = adapter == Server.Adapter.NOT_AT_ALL ? "embedded" : "PostgreSQL";
            try (Databases postgres = Databases.start();
                    Server server =
                            new WildFly(archives, postgres.newPair(), adapter, CLI, List.of(archives.throughput()))) {
                server.configure();
                server.start();
                server.awaitApplication("/throughput/ready");
                for (String work : List.of("receive", "forward", "row")) {
                    for (int round = -WARM_UP; round < ROUNDS; round++) {
                        for (String contender : List.of("restante", "artemis")) {
                            long micros = Long.parseLong(server.post(
                                    "/throughput/run",
                                    "contender",
                                    contender,
                                    "work",
                                    work,
                                    "messages",
                                    String.valueOf(MESSAGES)));
                            System.out.printf("%s %s %s %d%n", store, work, contender, micros);
                            if (round >= 0) {
                                perSecond
                                        .computeIfAbsent(
                                                store + ", " + work + ", " + contender, any -> new ArrayList<>())
                                        .add(MESSAGES * 1e6 / micros);
                            }
                        }
                    }
                }
                server.stop();
            }
        }
        report(perSecond);
        assertThat(perSecond.values()).allSatisfy(rounds -> assertThat(rounds).hasSize(ROUNDS));
    }

    private static void report(Map<String, List<Double>> perSecond) throws Exception {
        List<String> lines = new ArrayList<>();
        perSecond.forEach((name, rounds) -> {
            List<Double> sorted = new ArrayList<>(rounds);
            Collections.sort(sorted);
            lines.add(String.format(
                    Locale.ROOT,
                    "%-32s median %,8.0f per second, %,.0f to %,.0f",
                    name,
                    sorted.get(sorted.size() / 2),
                    sorted.get(0),
                    sorted.get(sorted.size() - 1)));
        });
        Path file = Server.build().resolve("throughput.txt");
        Files.write(file, lines);
        lines.forEach(System.out::println);
    }
}
