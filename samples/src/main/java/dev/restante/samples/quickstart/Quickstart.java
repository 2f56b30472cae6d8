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
 * The director: starts the {@link Story} in a process of its own, kills that with {@code kill -9} in the middle of the
 * spike, starts it again on the same store, and at the end opens the store itself to see whether each job is accounted
 * for exactly once. Exit code 0 if so, 1 if the ledger does not balance, 2 if the story failed.
 */
public final class Quickstart {

    private final Path directory;
    private final String scriptName;
    private final Script script;
    private final int kills;
    private final Display display;
    private final Set<Integer> receipts = new HashSet<>();

    private Quickstart(Path directory, String scriptName, int kills) {
        this.directory = directory;
        this.scriptName = scriptName;
        this.script = Script.named(scriptName);
        this.kills = kills;
        this.display = Display.forThisTerminal(script);
    }

    /**
     * Runs it.
     *
     * @param arguments none; or the directory (default {@code target/quickstart}), the script ({@code full} or
     *     {@code short}) and how often to kill (default 1)
     */
    public static void main(String[] arguments) throws IOException, JMSException, InterruptedException {
        System.exit(run(arguments));
    }

    static int run(String... arguments) throws IOException, JMSException, InterruptedException {
        Path directory = Path.of(arguments.length > 0 ? arguments[0] : "target/quickstart");
        String scriptName = arguments.length > 1 ? arguments[1] : "full";
        int kills = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 1;
        return new Quickstart(directory, scriptName, kills).direct();
    }

    private int direct() throws IOException, JMSException, InterruptedException {
        delete(directory);
        Files.createDirectories(directory);
        String url = "jdbc:hsqldb:file:" + directory.resolve("store");
        for (int life = 1; life <= kills; life++) {
            // The last kill falls into the middle of the jobs, which is in the spike.
            live(url, life, script.jobs() * life / (kills + 1));
        }
        int exitCode = live(url, kills + 1, Integer.MAX_VALUE);
        if (exitCode != 0) {
            System.out.println("The story failed with exit code " + exitCode);
            return 2;
        }
        Ledger ledger = readLedger(url);
        System.out.println();
        System.out.println("The ledger, read from " + directory + " after " + kills + " kill -9");
        System.out.println(ledger.text());
        return ledger.exitCode();
    }

    /** One life, to its end or until so many jobs are accepted; returns its exit code. */
    private int live(String url, int life, int killAt) throws IOException, InterruptedException {
        display.note("life " + life + " begins");
        try (StoryProcess story = StoryProcess.start(url, scriptName)) {
            boolean killed = false;
            for (Optional<StoryLine> line = story.next(); line.isPresent(); line = story.next()) {
                // What was told before the kill counts, even if it is read after it.
                show(line.get());
                if (!killed && receipts.size() >= killAt) {
                    story.kill();
                    killed = true;
                    display.note("kill -9 after " + receipts.size() + " accepted jobs");
                }
            }
            return story.exitCode();
        }
    }

    private void show(StoryLine line) {
        if (line instanceof StoryLine.Accepted accepted) {
            receipts.add(accepted.job());
        } else if (line instanceof StoryLine.Note note) {
            display.note(note.note());
        } else if (line instanceof StoryLine.Progress progress) {
            display.progress(receipts.size(), progress);
        }
    }

    private Ledger readLedger(String url) throws JMSException {
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
            return new Ledger(LedgerEntry.readAll(context), receipts, mailed, leftOver);
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
