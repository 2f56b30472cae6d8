package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Entry point of the demo, which kills an application under load, restarts it and checks that no job is lost or
 * duplicated.
 *
 * <ol>
 *   <li>It starts the {@link DemoApplication} in a separate process and kills it with {@code kill -9} during the
 *       spike.
 *   <li>It starts the application again on the same store, and waits for its end.
 *   <li>It opens the store and checks that each job is accounted for exactly once.
 * </ol>
 *
 * <p>The exit code is 0 if the ledger balances, 1 if it does not, and 2 if the application failed.
 */
public final class Quickstart {

    private final Path directory;
    private final String planName;
    private final DemoPlan plan;
    private final int kills;
    private final Display display;
    private final Set<Integer> receipts = new HashSet<>();

    private Quickstart(Path directory, String planName, int kills) {
        this.directory = directory;
        this.planName = planName;
        this.plan = DemoPlan.named(planName);
        this.kills = kills;
        this.display = Display.forThisTerminal(plan);
    }

    /**
     * Runs the quickstart.
     *
     * @param arguments none, or the directory (default {@code target/quickstart}), the plan ({@code full} or
     *     {@code short}) and the number of kills (default 1)
     */
    public static void main(String[] arguments) throws IOException, JMSException, InterruptedException {
        System.exit(run(arguments));
    }

    static int run(String... arguments) throws IOException, JMSException, InterruptedException {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/quickstart");
        String planName = arguments.length > 1 ? arguments[1] : "full";
        int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        return new Quickstart(directory, planName, kills).runDemo();
    }

    private int runDemo() throws IOException, JMSException, InterruptedException {
        delete(directory);
        Files.createDirectories(directory);
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        for (int attempt = 1; attempt <= kills; attempt++) {
            // The last kill comes in the middle of the jobs, which is in the spike.
            runProcess(url, attempt, plan.jobs() * attempt / (kills + 1));
        }
        int exitCode = runProcess(url, kills + 1, Integer.MAX_VALUE);
        if (exitCode != 0) {
            System.out.println("The story failed with exit code " + exitCode);
            return 2;
        }
        JobLedger ledger = readLedger(url);
        System.out.println();
        System.out.println("The ledger, read from " + directory + " after " + kills + " kill -9");
        System.out.println(ledger.text());
        return ledger.exitCode();
    }

    /** Runs the application until its end, or kills it after a number of accepted jobs. Returns its exit code. */
    private int runProcess(String url, int attempt, int killAt) throws IOException, InterruptedException {
        display.note("life " + attempt + " begins");
        try (DemoProcess demo = DemoProcess.start(url, planName)) {
            boolean killed = false;
            for (Optional<DemoEvent> event = demo.next(); event.isPresent(); event = demo.next()) {
                // Events from before the kill count even if they are read after it.
                show(event.get());
                if (!killed && receipts.size() >= killAt) {
                    demo.kill();
                    killed = true;
                    display.note("kill -9 after " + receipts.size() + " accepted jobs");
                }
            }
            return demo.exitCode();
        }
    }

    private void show(DemoEvent event) {
        if (event instanceof DemoEvent.JobAccepted accepted) {
            receipts.add(accepted.job());
        } else if (event instanceof DemoEvent.TextEvent text) {
            display.note(text.note());
        } else if (event instanceof DemoEvent.ProgressEvent progress) {
            display.progress(receipts.size(), progress);
        }
    }

    private JobLedger readLedger(String url) throws JMSException {
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(url);
                RestanteAdmin admin = factory.admin();
                JMSContext context = factory.createContext()) {
            List<Integer> mailed = new ArrayList<>();
            for (Message mail : LedgerEntry.browse(context, Queues.MAIL)) {
                mailed.add(mail.getIntProperty(Job.ID));
            }
            long leftOver = 0;
            for (String name : List.of(Queues.JOBS, Queues.DEAD_JOBS, Queues.RESULTS)) {
                leftOver += LedgerEntry.browse(context, name).size()
                        + admin.statistics(name).inFlight();
            }
            return new JobLedger(LedgerEntry.readAll(context), receipts, mailed, leftOver);
        }
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
