package dev.restante;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * List of all sources that notice an interrupt of their thread, or wait in a way that an interrupt cuts short. Each has
 * a decision here. A new source fails this test: use {@link dev.restante.model.Uninterrupted} there, or add the source
 * with its decision.
 */
@DisplayName("RCV-22 an interrupt ends waits for messages only")
final class InterruptsTest {

    /** The effect of an interrupt of a thread that runs the code of a source. */
    private enum Decision {
        /** It ends a wait for a message or for the start of a send. Nothing was done; the thread stays interrupted. */
        ENDS_A_WAIT,
        /** It ends nothing, and the thread stays interrupted. */
        KEPT,
        /** It ends work of an administrator after the step under way, as documented. */
        CANCELS,
        /** It ends a look at figures, which returns what it has, or fails. */
        ENDS_A_LOOK,
        /** Only threads of Restante run this. Applications do not interrupt them, and an interrupt ends nothing. */
        OWN_THREAD,
        /** The program of a user: an interrupt is the user's wish to end it. */
        PROGRAM
    }

    private static final Path MODULES = Path.of("..");

    private static final Pattern SIGN = Pattern.compile(
            "catch \\([^)]*InterruptedException"
                    + "|Thread\\.interrupted\\(\\)|currentThread\\(\\)\\.isInterrupted\\(\\)|[uU]ninterruptibly\\(|LockSupport\\.park");

    private static final Map<String, Decision> DECISIONS = decisions();

    private static Map<String, Decision> decisions() {
        Map<String, Decision> decisions = new HashMap<>();
        decide(
                decisions,
                Decision.ENDS_A_WAIT,
                "provider/jms/core/WakeSignal",
                "provider/jms/receive/ReceiveCalls",
                "provider/jms/send/SessionSender",
                "provider/node/receive/QueueReceiver",
                "provider/node/receive/ReceiverLook");
        decide(
                decisions,
                Decision.KEPT,
                "provider/jms/mode/LazyMode",
                "provider/jms/send/CompletionQueue",
                "provider/model/Uninterrupted",
                "provider/node/commit/AwaitedOutcome",
                "provider/socket/FrameChannel",
                "provider/store/commit/CommitPipeline",
                "provider/store/jdbc/connect/OutsideThreads");
        decide(
                decisions,
                Decision.CANCELS,
                "provider/NodeOpener",
                "provider/SharedNode",
                "provider/ToolAdministration",
                "provider/node/admin/Purging",
                "provider/node/admin/Redriving",
                "provider/node/admin/Resubmitting",
                "provider/node/core/BulkThrottle",
                "provider/node/core/RateLimit",
                "provider/socket/ResumedWork",
                "provider/socket/ServedConnection");
        decide(
                decisions,
                Decision.ENDS_A_LOOK,
                "provider/StatisticsLooks",
                "ra/ra/console/Consoles",
                "spring/restante-spring/spring/SharedQuestion");
        decide(
                decisions,
                Decision.OWN_THREAD,
                "provider/jta/ExpiryWorker",
                "provider/model/WorkerThread",
                "provider/node/worker/AlarmClock",
                "provider/socket/LargeCalls",
                "provider/store/commit/BatchQueue",
                "provider/store/jdbc/connect/ConnectionWatchdog",
                "provider/store/jdbc/connect/GivenPool",
                "provider/store/jdbc/hsqldb/HsqldbUpkeep",
                "ra/ra/inbound/EndpointSession");
        decide(
                decisions,
                Decision.PROGRAM,
                "cli/cli/Main",
                "cli/cli/entity/KeyListener",
                "cli/cli/shell/Shell",
                "cli/cli/shell/StoreCommand",
                "console/console/count/Census",
                "console/console/login/Login",
                "console/console/plot/Histories",
                "console/console/route/Capacity",
                "console/console/server/ConsoleServer",
                "test/test/QueueAssert");
        return decisions;
    }

    private static void decide(Map<String, Decision> decisions, Decision decision, String... sources) {
        for (String source : sources) {
            assertThat(decisions.put(source, decision)).as(source).isNull();
        }
    }

    /** Modules that only build, test, measure or show Restante. */
    private static final Set<String> OTHERS =
            Set.of("bench", "foreign-suites", "mutation", "samples", "tck-runner", "test-servers");

    /** A wait that begins again after an interrupt, without a look whether a signal has come with it. */
    private static final Pattern MISSES_SIGNALS =
            Pattern.compile("Uninterrupted\\s*\\.within\\([^;]*?(?:\\bawaitNanos|\\btimedWait|\\bwait\\()");

    @Test
    void shouldMissNoSignals() throws IOException {
        assertThat(containing(MISSES_SIGNALS))
                .as("sources that may miss a signal; Uninterrupted.awaitSignal and awaitNotify do not")
                .isEmpty();
    }

    @Test
    void shouldDecideEachPlace() throws IOException {
        assertThat(containing(SIGN))
                .as("sources that an interrupt may concern; Uninterrupted has waits that it does not end")
                .containsExactlyInAnyOrderElementsOf(DECISIONS.keySet());
    }

    private static List<String> containing(Pattern pattern) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path sources : sources()) {
            try (Stream<Path> files = Files.walk(sources)) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .filter(file -> pattern.matcher(read(file)).find())
                        .map(InterruptsTest::name)
                        .forEach(found::add);
            }
        }
        return found;
    }

    private static String name(Path file) {
        return MODULES.relativize(file)
                .toString()
                .replace(File.separatorChar, '/')
                .replace("src/main/java/dev/restante/", "")
                .replace(".java", "");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path modules : List.of(MODULES, MODULES.resolve("spring"))) {
            try (Stream<Path> all = Files.list(modules)) {
                all.filter(module -> !OTHERS.contains(module.getFileName().toString()))
                        .map(module -> module.resolve("src/main/java"))
                        .filter(Files::isDirectory)
                        .forEach(sources::add);
            }
        }
        return sources;
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
