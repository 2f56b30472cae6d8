package dev.restante.node;

import dev.restante.broker.BrokerException;
import dev.restante.broker.BrokerSettings;
import dev.restante.broker.UnitOfWork;
import dev.restante.model.Entity;
import dev.restante.model.MachineClock;
import dev.restante.node.BrokerFixture.TestMessage;
import dev.restante.store.jdbc.StoreOpener;
import dev.restante.store.jdbc.connect.StoreLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** Broker with the real clock, and concurrent senders. */
abstract class BrokerStressFixture {

    static final int SENDERS = 4;

    @TempDir
    Path folder;

    final ExecutorService threads = Executors.newCachedThreadPool();
    final List<BrokerException> unexpected = java.util.Collections.synchronizedList(new ArrayList<>());

    @AfterEach
    void endThreads() {
        threads.shutdownNow();
    }

    BrokerNode open() {
        return open(16L << 20);
    }

    BrokerNode open(long bufferBytes) {
        return open(bufferBytes, MachineClock.SYSTEM);
    }

    BrokerNode open(long bufferBytes, MachineClock clock) {
        BrokerSettings defaults = BrokerSettings.defaults("stress");
        return BrokerNode.open(
                StoreOpener.open(new StoreLocation.Url("jdbc:hsqldb:file:" + folder.resolve("store"), "SA", "")),
                new BrokerSettings(
                        "stress",
                        defaults.lease(),
                        defaults.storeTimeout(),
                        defaults.pollInterval(),
                        defaults.maxMessageBytes(),
                        1L << 30,
                        bufferBytes),
                clock);
    }

    /** Task that sends messages, and returns in order the texts of those messages that it did not roll back. */
    final class Sender implements Callable<List<String>> {
        private final BrokerNode node;
        private final Entity queue;
        private final int number;
        private final int count;
        private final List<Integer> priorities;

        Sender(BrokerNode node, Entity queue, int number, int count, List<Integer> priorities) {
            this.node = node;
            this.queue = queue;
            this.number = number;
            this.count = count;
            this.priorities = priorities;
        }

        @Override
        public List<String> call() {
            Random random = new Random(number);
            List<String> sent = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                int priority = priorities.get(i % priorities.size());
                TestMessage mail = TestMessage.of(
                                "s" + number + "p" + priority + ":" + String.format(Locale.ROOT, "%06d", i))
                        .priority(priority);
                switch (number % SENDERS) {
                    case 0 -> node.sender().send(BrokerFixture.prepared(node, queue, mail));
                    case 1 -> node.sender().send(BrokerFixture.prepared(node, queue, mail.nonPersistent()));
                    case 2 -> node.sender().sendAsync(BrokerFixture.prepared(node, queue, mail), this::note);
                    default -> {
                        UnitOfWork unit = node.newUnitOfWork();
                        unit.send(BrokerFixture.prepared(node, queue, mail));
                        if (random.nextInt(10) == 0) {
                            unit.rollback();
                            continue;
                        }
                        unit.commit();
                    }
                }
                sent.add(mail.text());
            }
            return sent;
        }

        private void note(BrokerException refusal) {
            if (refusal != null) {
                unexpected.add(refusal);
            }
        }
    }

    void note(BrokerException refusal) {
        if (refusal != null) {
            unexpected.add(refusal);
        }
    }
}
