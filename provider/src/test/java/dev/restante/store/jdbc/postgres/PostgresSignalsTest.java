package dev.restante.store.jdbc.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.restante.store.Signals;
import dev.restante.store.Store;
import dev.restante.store.jdbc.StoreOpening;
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

@DisplayName("wake-ups between nodes through PostgreSQL")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class PostgresSignalsTest {

    private final String url = PostgresServer.newDatabase();
    private final Store here = open();
    private final Store there = open();
    private final BlockingQueue<Signals.Arrival> heard = new LinkedBlockingQueue<>();

    private Store open() {
        return StoreOpening.open(new StoreLocation.Url(url, PostgresServer.USER, ""));
    }

    @AfterEach
    void close() {
        here.close();
        there.close();
    }

    /** Announces until it is heard: what was announced before the other had begun to listen is lost. */
    private void awaitListening() throws InterruptedException {
        do {
            here.signals().announce(List.of(new Signals.Arrival(1, List.of())));
        } while (heard.poll(100, TimeUnit.MILLISECONDS) == null);
    }

    @Test
    @DisplayName("more deliveries than one notification can name are named in the next ones, none left out")
    void shouldNameTheRest() throws InterruptedException {
        here.signals().listen(arrival -> {}, () -> {});
        there.signals().listen(heard::add, () -> {});
        awaitListening();
        List<Long> ids = LongStream.rangeClosed(1, 1_000).boxed().toList();
        here.signals().announce(List.of(new Signals.Arrival(8, ids), new Signals.Arrival(9, List.of(7L))));
        Set<Long> named = new TreeSet<>();
        Set<Long> others = new TreeSet<>();
        while (named.size() < ids.size() || others.isEmpty()) {
            Signals.Arrival arrival = heard.take();
            if (arrival.entityId() == 8) {
                named.addAll(arrival.olderIds());
            } else if (arrival.entityId() == 9) {
                others.addAll(arrival.olderIds());
            }
        }
        assertThat(named).containsExactlyElementsOf(ids);
        assertThat(others).containsExactly(7L);
    }

    @Test
    @DisplayName(
            "RCV-19 wake-ups come again after the connection that listens went half-open, though nothing fails on it")
    void shouldListenAgain() throws Exception {
        try (DatabaseProxy proxy = new DatabaseProxy(url);
                Store behind = StoreOpening.open(
                        new StoreLocation.Url(proxy.url(), PostgresServer.USER, ""),
                        true,
                        StoreTimeouts.of(Duration.ofSeconds(3), null))) {
            here.signals().listen(arrival -> {}, () -> {});
            behind.signals().listen(heard::add, () -> {});
            awaitListening();
            proxy.existing(DatabaseProxy.Line.SWALLOW);
            heard.clear();
            awaitListening();
        }
    }
}
