package dev.restante.samples.quickstart;

import dev.restante.RestanteConnectionFactory;
import dev.restante.admin.QueueStatistics;
import dev.restante.admin.RestanteAdmin;
import dev.restante.samples.quickstart.LedgerEntry.JobOutcome;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Demo application with front end, workers and bookkeeper on one embedded store. It runs until each job has its outcome
 * in the ledger or the process is killed. After a kill the next run continues.
 */
final class DemoApplication {

    private static final long REPORT_PERIOD_MILLIS = 100;

    private final RestanteConnectionFactory factory;
    private final DemoPlan plan;
    private final EventReporter reporter = new EventReporter(System.out);
    private final CompletionCheck completionCheck;

    private DemoApplication(RestanteConnectionFactory factory, DemoPlan plan) {
        this.factory = factory;
        this.plan = plan;
        this.completionCheck = new CompletionCheck(plan.jobs());
    }

    /** Work of one thread of the demo. */
    interface DemoComponent {
        void play() throws JMSException, InterruptedException;
    }

    /**
     * Runs the demo application.
     *
     * @param arguments the store's URL and the name of the plan
     */
    public static void main(String[] arguments) throws JMSException, InterruptedException {
        endWithTheDirector();
        try (RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0])) {
            new DemoApplication(factory, DemoPlan.named(arguments[1])).tell();
        }
    }

    private void tell() throws JMSException, InterruptedException {
        Queues.create(factory, plan);
        try (Bookkeeper bookkeeper = Bookkeeper.open(factory, reporter, completionCheck)) {
            start("observer", () -> observe(bookkeeper));
            List<Thread> threads = new ArrayList<>();
            threads.add(start("front", new WebFrontEnd(factory, plan, reporter)));
            for (int number = 1; number <= plan.workers(); number++) {
                String name = "worker-" + number;
                threads.add(start(name, new Worker(name, factory, plan, reporter, completionCheck)));
            }
            completionCheck.await();
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
            while (!completionCheck.reached()) {
                reporter.progress(progress(admin, bookkeeper));
                Thread.sleep(REPORT_PERIOD_MILLIS);
            }
        }
    }

    private static DemoEvent.ProgressEvent progress(RestanteAdmin admin, Bookkeeper bookkeeper) throws JMSException {
        QueueStatistics jobs = admin.statistics(Queues.JOBS);
        return new DemoEvent.ProgressEvent(
                jobs.available(),
                jobs.inFlight(),
                jobs.deadLettered(),
                bookkeeper.count(JobOutcome.DONE_IN_TIME),
                bookkeeper.count(JobOutcome.ANSWERED_LATE),
                bookkeeper.count(JobOutcome.POISON),
                bookkeeper.count(JobOutcome.MALFORMED));
    }

    /** Starts a thread. If the thread fails, the whole process halts, so that no other thread waits forever. */
    private static Thread start(String name, DemoComponent component) {
        Thread thread = new Thread(
                () -> {
                    try {
                        component.play();
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

    /** Halts this process when the parent process ends, because that closes the standard input. */
    private static void endWithTheDirector() {
        start("end-with-director", () -> {
            try {
                while (System.in.read() >= 0) {
                    // the parent process sends nothing
                }
            } catch (IOException broken) {
                System.err.println("The director is gone: " + broken);
            }
            Runtime.getRuntime().halt(4);
        });
    }
}
