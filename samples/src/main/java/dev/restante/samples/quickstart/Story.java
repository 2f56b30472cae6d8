package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.samples.quickstart.LedgerEntry.Kind;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * One life of the application: the front, the workers and the bookkeeper on one embedded store, until each job has its
 * outcome in the ledger or the process is killed. Where a former life was killed the next one goes on.
 */
final class Story {

    private static final long REPORT_PERIOD_MILLIS = 100;

    private final RestanteConnectionFactory factory;
    private final Script script;
    private final Reporter reporter = new Reporter(System.out);
    private final Finish finish;

    private Story(RestanteConnectionFactory factory, Script script) {
        this.factory = factory;
        this.script = script;
        this.finish = new Finish(script.jobs());
    }

    /** What one thread of the story does. */
    interface Part {
        void play() throws JMSException, InterruptedException;
    }

    /**
     * Runs one life.
     *
     * @param arguments the store's URL, and the script's name
     */
    public static void main(String[] arguments) throws JMSException, InterruptedException {
        endWithTheDirector();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0])) {
            new Story(factory, Script.named(arguments[1])).tell();
        }
    }

    private void tell() throws JMSException, InterruptedException {
        Queues.create(factory, script);
        try (Bookkeeper bookkeeper = Bookkeeper.open(factory, reporter, finish)) {
            start("observer", () -> observe(bookkeeper));
            List<Thread> threads = new ArrayList<>();
            threads.add(start("front", new Front(factory, script, reporter)));
            for (int number = 1; number <= script.workers(); number++) {
                String name = "worker-" + number;
                threads.add(start(name, new Worker(name, factory, script, reporter, finish)));
            }
            finish.await();
            for (Thread thread : threads) {
                thread.join();
            }
            try (RestanteAdmin admin = factory.admin()) {
                reporter.progress(progress(admin, bookkeeper));
            }
        }
    }

    private void observe(Bookkeeper bookkeeper) throws JMSException, InterruptedException {
        try (RestanteAdmin admin = factory.admin()) {
            while (!finish.reached()) {
                reporter.progress(progress(admin, bookkeeper));
                Thread.sleep(REPORT_PERIOD_MILLIS);
            }
        }
    }

    private static StoryLine.Progress progress(RestanteAdmin admin, Bookkeeper bookkeeper) throws JMSException {
        QueueStatistics jobs = admin.statistics(Queues.JOBS);
        return new StoryLine.Progress(
                jobs.available(),
                jobs.inFlight(),
                jobs.deadLettered(),
                bookkeeper.count(Kind.DONE_IN_TIME),
                bookkeeper.count(Kind.ANSWERED_LATE),
                bookkeeper.count(Kind.POISON),
                bookkeeper.count(Kind.MALFORMED));
    }

    /** Starts a thread; if it fails the whole process does, so that nothing is waited for in vain. */
    private static Thread start(String name, Part part) {
        Thread thread = new Thread(
                () -> {
                    try {
                        part.play();
                    } catch (JMSException | InterruptedException | RuntimeException failure) {
                        failure.printStackTrace();
                        Runtime.getRuntime().halt(3);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** The director holds the other end of the standard input: when it is gone, so is the story. */
    private static void endWithTheDirector() {
        start("end-with-director", () -> {
            try {
                while (System.in.read() >= 0) {
                    // nobody sends anything
                }
            } catch (IOException broken) {
                System.err.println("The director is gone: " + broken);
            }
            Runtime.getRuntime().halt(4);
        });
    }
}
