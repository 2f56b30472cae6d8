package dev.restante.store.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.restante.model.Delivery;
import dev.restante.store.Change;
import dev.restante.store.StoreException;
import dev.restante.store.jdbc.hsqldb.HsqldbTuning;
import dev.restante.store.jdbc.hsqldb.file.FaultyDisk;
import dev.restante.store.jdbc.hsqldb.file.FaultyDisk.DiskFault;
import dev.restante.store.jdbc.hsqldb.file.RoutedNames;
import dev.restante.testing.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sends, completions and checkpoints of an embedded store whose disk fails at the n-th call. The files are copied at
 * this call, after it and after the end of the store, as they are after the end of the process and after a loss of
 * power. Each copy must contain each message whose send was confirmed and whose completion was not begun. It must not
 * contain a message whose completion was confirmed.
 *
 * <p>Only every n-th call is tested, where n is the system property {@code restante.proof.disk.step}. Of the renames
 * and deletions, ten times as many are tested.
 */
@DisplayName("SND-01 an embedded store with a fault of its disk")
@Tag("proof")
final class DiskFaultTest {

    private static final int STEP = Integer.getInteger("restante.proof.disk.step", 1);

    private static final int NAME_CALLS_FACTOR = 10;

    /** Takes a checkpoint after each 150,000 bytes of the log. */
    private static final HsqldbTuning TUNING = new HsqldbTuning(150_000, Long.MAX_VALUE, 0, 2_000);

    private static final int MESSAGES = 60;

    @TempDir
    Path root;

    @TestFactory
    Stream<DynamicTest> shouldKeepConfirmedMessages() {
        Round counting = new Round(0, DiskFault.NONE);
        counting.run();
        assertThat(counting.completed).hasSize(MESSAGES / 3);
        assertThat(counting.confirmed).hasSize(MESSAGES - MESSAGES / 3);
        SortedSet<Integer> calls = new TreeSet<>();
        for (int call = 1; call <= counting.disk.calls(); call += STEP) {
            calls.add(call);
        }
        // A checkpoint has few renames and deletions between many writes.
        List<Integer> nameCalls = counting.disk.nameCalls();
        List<Integer> testedNameCalls = new ArrayList<>();
        for (int i = 0; i < nameCalls.size(); i += Math.max(1, STEP / NAME_CALLS_FACTOR)) {
            testedNameCalls.add(nameCalls.get(i));
        }
        calls.addAll(testedNameCalls);
        return Stream.of(DiskFault.values())
                .map(fault -> dynamicTest(
                        fault + " at some of " + counting.disk.calls() + " calls, of which " + nameCalls.size()
                                + " rename or delete",
                        () -> {
                            List<String> failures = new ArrayList<>();
                            for (int call : fault == DiskFault.STUCK_NAMES ? testedNameCalls : calls) {
                                Round round = new Round(call, fault);
                                try {
                                    round.run();
                                } catch (AssertionError e) {
                                    failures.add(round.disk.faultDescription() + ": " + e.getMessage());
                                }
                            }
                            assertThat(failures).isEmpty();
                        }));
    }

    private Path newFolder() {
        try {
            return Files.createTempDirectory(root, "store");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Life of a store with one fault. */
    private final class Round {
        private final Path database = newFolder().resolve("store");
        private final FaultyDisk disk;
        private final Random random = new Random(7);
        private final StoreCopies copies;

        private final Deque<Delivery> confirmed = new ArrayDeque<>();
        private final Set<Long> sent = new HashSet<>();
        private final Set<Long> completed = new HashSet<>();

        Round(int call, DiskFault fault) {
            disk = new FaultyDisk(call, fault, () -> copy("at the fault"));
            copies = new StoreCopies(database, disk);
        }

        void run() {
            try (StoreFixture fixture =
                    new StoreFixture(StoreChild.open(StoreChild.location(database), TUNING, disk))) {
                RoutedNames.route(database, disk);
                for (int i = 0; i < MESSAGES; i++) {
                    sendAndComplete(fixture, i);
                }
                copy("after all messages");
            } catch (StoreException e) {
                // The store could not be opened, or closed, or used any more.
                copy("after the failure " + e.getMessage());
            }
            copy("after the close");
            copies.check();
            Directories.delete(database.getParent());
        }

        private void sendAndComplete(StoreFixture fixture, int number) {
            Delivery delivery = fixture.shape().build();
            synchronized (this) {
                sent.add(delivery.id());
            }
            try {
                fixture.applied(new Change.Enqueue(
                        StoreFixture.message(delivery.ref().messageId(), text(1_000 + 137 * number)),
                        List.of(delivery)));
                synchronized (this) {
                    confirmed.add(delivery);
                }
            } catch (StoreException refused) {
                // The message may be stored or not.
            }
            if (number % 3 == 2) {
                complete(fixture);
            }
            try {
                fixture.store.maintain();
            } catch (StoreException refused) {
                // The next call tries the checkpoint again.
            }
        }

        /** Returns a text that the store cannot compress. */
        private String text(int length) {
            StringBuilder text = new StringBuilder();
            while (text.length() < length) {
                text.append(Long.toString(random.nextLong(), Character.MAX_RADIX));
            }
            return text.toString();
        }

        private void complete(StoreFixture fixture) {
            Delivery oldest;
            synchronized (this) {
                oldest = confirmed.pollFirst();
                if (oldest == null) {
                    return;
                }
            }
            try {
                fixture.applied(new Change.Discard(oldest.ref()));
                synchronized (this) {
                    completed.add(oldest.id());
                }
            } catch (StoreException refused) {
                // The message may be there or not, and is not completed again.
            }
        }

        /** Copies the files as they are after the end of the process, and after a loss of power. */
        private void copy(String time) {
            Set<Long> present = new HashSet<>();
            Set<Long> absent;
            Set<Long> allowed;
            synchronized (this) {
                confirmed.forEach(delivery -> present.add(delivery.id()));
                absent = Set.copyOf(completed);
                allowed = Set.copyOf(sent);
            }
            try {
                copies.add(time, present, absent, allowed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
