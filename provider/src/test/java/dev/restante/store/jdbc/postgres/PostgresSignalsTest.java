package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import dev.restante.store.jdbc.connect.StoreTimeouts;
import dev.restante.testing.DatabaseProxy;
import dev.restante.testing.PostgresServer;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("signals between nodes through PostgreSQL notifications")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSignalsTest {

    private final String url = PostgresServer.newDatabase();
    private final Store here = open();
    private final Store there = open();
    private final BlockingQueue<Signals.AvailabilitySignal> heard = new LinkedBlockingQueue<>();

    private Store open() {
        return StoreOpener.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Announces a signal until it is heard, because signals get lost before the other node listens. */
    private void awaitListening() throws InterruptedException {
        do {
            here.signals().announce(List.of(new Signals.AvailabilitySignal(1, List.of())));
        } while (heard.poll(100, TimeUnit.MILLISECONDS) == null);
    }

    @Test
    @DisplayName("deliveries that do not fit into one notification are named in the next notifications")
    void shouldNameTheRest() throws InterruptedException {
        here.signals().listen(signal -> {}, () -> {});
        there.signals().listen(heard::add, () -> {});
        awaitListening();
        List<Long> ids = LongStream.rangeClosed(1, 1_000).boxed().toList();
        here.signals()
                .announce(List.of(
                        new Signals.AvailabilitySignal(8, ids), new Signals.AvailabilitySignal(9, List.of(7L))));
        Set<Long> named = new TreeSet<>();
        Set<Long> others = new TreeSet<>();
        while (named.size() < ids.size() || others.isEmpty()) {
            Signals.AvailabilitySignal signal = heard.take();
            if (signal.entityId() == 8) {
                named.addAll(signal.earlierIds());
            } else if (signal.entityId() == 9) {
                others.addAll(signal.earlierIds());
            }
        }
        assertThat(named).containsExactlyElementsOf(ids);
        assertThat(others).containsExactly(7L);
    }

    @Test
    @DisplayName("RCV-19 a node hears signals again after its connection became half-open without an error")
    void shouldListenAgain() throws Exception {
        try (DatabaseProxy proxy = new DatabaseProxy(url);
                Store behind = StoreOpener.open(
                        new StoreLocation.Url(proxy.url(), PostgresServer.USER, ""),
                        true,
                        StoreTimeouts.of(Duration.ofSeconds(3), null))) {
            here.signals().listen(signal -> {}, () -> {});
            behind.signals().listen(heard::add, () -> {});
            awaitListening();
            proxy.setExistingConnections(DatabaseProxy.TrafficMode.DROP);
            heard.clear();
            awaitListening();
        }
    }
}
