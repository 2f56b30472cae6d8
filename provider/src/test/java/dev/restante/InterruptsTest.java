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
 * Test with a list of all sources that notice an interrupt of their thread, or that wait in a way that an interrupt
 * ends. Each source has a decision here. For a new source, use {@link dev.restante.model.Uninterruptibles} or add the
 * source with its decision.
 */
@DisplayName("RCV-22 interrupts, which end only waits for messages")
final class InterruptsTest {

    /** Effect of an interrupt of a thread that runs the code of a source. */
    private enum Decision {
        /**
         * End of a wait for a message or for the start of a send. The call has done nothing, and the thread stays
         * interrupted.
         */
        ENDS_A_WAIT,
        /** No effect, except that the thread stays interrupted. */
        KEPT,
        /** End of the work of an administrator after the current step, as documented. */
        CANCELS,
        /** End of a statistics query, which returns partial results or fails. */
        ENDS_A_LOOK,
        /** No effect, because only threads of Restante run the code. Applications do not interrupt them. */
        OWN_THREAD,
        /** End of a program, as its user intends. */
        PROGRAM
    }

    private static final Path PROJECT = Path.of("..");

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
                "provider/jms/receive/BlockingReceive",
                "provider/jms/send/SessionSender",
                "provider/node/receive/QueueReceiver",
                "provider/node/receive/ReceiverFinalCheck");
        decide(
                decisions,
                Decision.KEPT,
                "provider/jms/mode/PipelinedAcknowledgeMode",
                "provider/jms/send/CompletionQueue",
                "provider/model/Uninterruptibles",
                "provider/node/commit/AwaitedOutcome",
                "provider/socket/FrameChannel",
                "provider/store/commit/CommitPipeline",
                "provider/store/jdbc/connect/NonTransactionalExecutor",
                "provider/store/jdbc/connect/InternalConnectionSource");
        decide(
                decisions,
                Decision.CANCELS,
                "provider/runtime/NodeOpener",
                "provider/runtime/SharedNode",
                "provider/runtime/ToolAdministration",
                "provider/node/feature/redrive/DeadLetterRedriver",
                "provider/node/feature/redrive/DeadLetterResubmitter",
                "provider/node/admin/message/MessagePurger",
                "provider/node/core/BulkThrottle",
                "provider/node/feature/redrive/RateLimit",
                "provider/socket/ResumableCall",
                "provider/socket/PeerConnection");
        decide(
                decisions,
                Decision.ENDS_A_LOOK,
                "provider/runtime/StatisticsCache",
                "ra/ra/console/ConsoleRegistry",
                "modules/spring/restante-spring/spring/SharedStoreQuery");
        decide(
                decisions,
                Decision.OWN_THREAD,
                "provider/jta/ExpiryWorker",
                "provider/model/WorkerThread",
                "provider/node/worker/NodeScheduler",
                "provider/socket/LargeCallLimiter",
                "provider/store/commit/BatchQueue",
                "provider/store/jdbc/connect/ConnectionWatchdog",
                "provider/store/jdbc/connect/ApplicationPool",
                "provider/store/jdbc/hsqldb/HsqldbMaintenance",
                "ra/ra/inbound/EndpointSession");
        decide(
                decisions,
                Decision.PROGRAM,
                "modules/cli/cli/Main",
                "modules/cli/cli/entity/QuitKeyListener",
                "modules/cli/cli/shell/CommandContext",
                "modules/cli/cli/shell/PasswordPrompt",
                "modules/console/console/count/EntityCountCache",
                "modules/console/console/login/BasicAuthenticator",
                "modules/console/console/plot/HistoryPlots",
                "modules/console/console/route/ConcurrencyLimit",
                "modules/console/console/server/ConsoleServer",
                "modules/test/test/QueueAssert");
        return decisions;
    }

    private static void decide(Map<String, Decision> decisions, Decision decision, String... sources) {
        for (String source : sources) {
            assertThat(decisions.put(source, decision)).as(source).isNull();
        }
    }

    /** Modules that only build, test, measure or demonstrate Restante. */
    private static final Set<String> OTHERS = Set.of("samples", "tck-runner");

    /** Wait that begins again after an interrupt without a check for a signal. */
    private static final Pattern MISSES_SIGNALS =
            Pattern.compile("Uninterruptibles\\s*\\.await\\([^;]*?(?:\\bawaitNanos|\\btimedWait|\\bwait\\()");

    @Test
    void shouldMissNoSignals() throws IOException {
        assertThat(containing(MISSES_SIGNALS))
                .as("sources with waits that can miss a signal; use Uninterruptibles.awaitSignal or awaitNotify")
                .isEmpty();
    }

    @Test
    void shouldDecideEachPlace() throws IOException {
        assertThat(containing(SIGN))
                .as("sources with waits that an interrupt can end; use the waits of Uninterruptibles")
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
        return PROJECT.relativize(file)
                .toString()
                .replace(File.separatorChar, '/')
                .replace("src/main/java/dev/restante/", "")
                .replace(".java", "");
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (Path modules : List.of(PROJECT, PROJECT.resolve("modules"), PROJECT.resolve("modules/spring"))) {
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
