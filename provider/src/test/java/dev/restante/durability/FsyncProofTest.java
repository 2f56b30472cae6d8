package dev.restante.durability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test that watches the system calls of a child. A kill does not reveal a missing fsync, because the operating system
 * keeps written data. The test runs only in the profile {@code fsync}.
 */
@DisplayName("steps forced to disk, as strace sees them")
@Tag("fsync")
final class FsyncProofTest {

    /** Beginning of a log line that only confirms earlier lines. */
    private static final String COMMIT_FRAME = "\"COMMIT/*R";

    private static final int TIMES = Integer.getInteger("restante.fsync.times", 200);
    private static final Pattern CALL =
            Pattern.compile("^(\\d+) +(?:[0-9:.]+ )?(fsync|fdatasync|write|pwrite64)\\(\\d+<([^>]*)>(.*)$");
    private static final Pattern RESUMED = Pattern.compile("^(\\d+) +<\\.\\.\\. (\\w+) resumed>.* = (-?\\d+)");
    private static final Pattern MARKER = Pattern.compile(", \"(begin|end) ([a-z-]+) (\\d+)\\\\n\"");

    @TempDir
    Path directory;

    @BeforeAll
    static void requireStrace() throws InterruptedException {
        int exit;
        try {
            exit = new ProcessBuilder("strace", "-V")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException missing) {
            throw new AssertionError("strace is missing; Maven installs strace with -Pfsync", missing);
        }
        assertThat(exit).as("exit code of strace -V").isZero();
    }

    @Test
    @Timeout(value = 10, unit = TimeUnit.MINUTES)
    @DisplayName("SND-01, PRD-11, RCV-08 each send, commit and complete, and each commit of the application's own"
            + " rows, writes and syncs the store's log before it returns")
    void shouldSyncBeforeItReturns() throws Exception {
        Path real = directory.toRealPath();
        Path markers = real.resolve("markers");
        Path trace = real.resolve("trace");
        try (ChildJvm child = ChildJvm.start(
                List.of(
                        "strace",
                        "-f",
                        "-y",
                        "-s",
                        "64",
                        "-e",
                        "trace=fsync,fdatasync,write,pwrite64",
                        "-o",
                        trace.toString()),
                FsyncChild.class,
                "jdbc:hsqldb:file:" + real.resolve("store"),
                markers.toString(),
                Integer.toString(TIMES))) {
            assertThat(child.awaitEnd()).as("exit code of the child").isZero();
        }

        TraceReader reading = new TraceReader(real.resolve("store.log").toString(), markers.toString());
        Files.readAllLines(trace).forEach(reading::take);

        assertThat(reading.missing)
                .as("steps that returned before their log was synced")
                .isEmpty();
        assertThat(reading.synced.keySet())
                .containsExactlyInAnyOrder("send", "commit", "complete", "send-to-receiver", "own-commit");
        assertThat(reading.synced.values()).containsOnly(TIMES);
        System.out.println("Steps that returned after a write and a sync of the log: " + reading.synced
                + "; syncs of the log in all, opening and closing included: " + reading.syncs);
    }

    /** Reader of the trace in its order. */
    private static final class TraceReader {
        private final String log;
        private final String markers;
        private final Map<String, String> unfinishedSyncs = new HashMap<>();
        private final Map<String, Integer> synced = new TreeMap<>();
        private final Map<String, String> missing = new TreeMap<>();
        private boolean logWritten;
        private boolean logSynced;
        private int syncs;

        private TraceReader(String log, String markers) {
            this.log = log;
            this.markers = markers;
        }

        void take(String line) {
            Matcher call = CALL.matcher(line);
            Matcher resumed = RESUMED.matcher(line);
            if (call.find()) {
                take(call.group(1), call.group(2), call.group(3), call.group(4));
            } else if (resumed.find()
                    && resumed.group(2).equals(unfinishedSyncs.remove(resumed.group(1)))
                    && resumed.group(3).equals("0")) {
                syncEnded();
            }
        }

        private void take(String thread, String name, String path, String rest) {
            boolean sync = name.equals("fsync") || name.equals("fdatasync");
            if (path.equals(markers)) {
                marked(rest);
            } else if (path.equals(log) && !sync && rest.contains(COMMIT_FRAME)) {
                // A line that only confirms synced lines need not be synced itself.
                return;
            } else if (path.equals(log) && !sync) {
                logWritten = true;
                logSynced = false;
            } else if (path.equals(log) && rest.contains("unfinished")) {
                unfinishedSyncs.put(thread, name);
            } else if (path.equals(log) && rest.endsWith("= 0")) {
                syncEnded();
            }
        }

        private void syncEnded() {
            syncs++;
            logSynced = true;
        }

        private void marked(String rest) {
            Matcher marker = MARKER.matcher(rest);
            assertThat(marker.find()).as("a marker in " + rest).isTrue();
            if (marker.group(1).equals("begin")) {
                logWritten = false;
                logSynced = false;
            } else if (logWritten && logSynced) {
                synced.merge(marker.group(2), 1, Integer::sum);
            } else {
                missing.put(
                        marker.group(2) + " " + marker.group(3), "written: " + logWritten + ", synced: " + logSynced);
            }
        }
    }
}
