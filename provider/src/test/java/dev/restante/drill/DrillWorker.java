package dev.restante.drill;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.restante.RestanteSessionModes;
import dev.restante.RestanteXAConnectionFactory;
import dev.restante.admin.RestanteAdmin;
import dev.restante.durability.ChildJvm;
import dev.restante.timedhistory.HistoryLine;
import dev.restante.timedhistory.OperationRecorder;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Session;
import jakarta.jms.XAConnection;
import jakarta.jms.XASession;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Node with an application that works until it reads the line {@value #END} or the end of the input. It prints the
 * {@link HistoryLine} of each begin and end of an operation. The arguments are the URL, the name, whether it keeps its
 * connections and sessions after a failed call, the lease in milliseconds, the store timeout in milliseconds, and the
 * shortest pause of its application in milliseconds.
 *
 * <p>Each line that it reads is a command, whose end it reports with a remark.
 */
final class DrillWorker {

    /** Command to close all sessions. The remark is {@link #RESTING}. */
    static final String REST = "rest";

    /** Command to open the sessions again. It has no remark. */
    static final String WORK = "work";

    /** Command to measure the resources of the JVM. The remark begins with {@link #MEASURED}. */
    static final String MEASURE = "measure";

    /** Command to end. The remark is {@link #ENDED}. */
    static final String END = "end";

    static final String RESTING = "resting";
    static final String MEASURED = "measured ";
    static final String ENDED = "ended";

    /** Remark of a worker whose exception listener was told that the database has lost committed data. */
    static final String AHEAD = "ahead of its store";

    private final RestanteXAConnectionFactory factory;
    private final boolean keepsSessions;
    private final OperationRecorder recorder;
    private final WorkerPace pace;
    private final AtomicInteger sessions = new AtomicInteger();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean resting;

    /** Connection that keeps the node open while no session is open; null before the first rest. */
    private @Nullable Connection nodeHolder;

    private DrillWorker(String[] arguments) {
        factory = new RestanteXAConnectionFactory(arguments[0]);
        recorder = new OperationRecorder(arguments[1], event -> ChildJvm.tell(HistoryLine.of(event)));
        keepsSessions = Boolean.parseBoolean(arguments[2]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[3])));
        factory.setStoreTimeout(Duration.ofMillis(Long.parseLong(arguments[4])));
        factory.setLingerDuration(Duration.ZERO);
        pace = new WorkerPace(arguments[1], Long.parseLong(arguments[5]));
    }

    /** Work of one thread with its own session. */
    interface WorkerTask {
        TaskIteration begin(WorkerSession session) throws JMSException;
    }

    /** Part of the work that the thread repeats. */
    interface TaskIteration {
        void perform() throws JMSException;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, JMSException {
        DrillWorker worker = new DrillWorker(arguments);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        worker.work();
        for (String line = commands.readLine(); line != null && !line.equals(END); line = commands.readLine()) {
            switch (line) {
                case REST -> {
                    worker.holdNode();
                    worker.rest();
                    worker.recorder.note(RESTING);
                }
                case WORK -> worker.work();
                case MEASURE -> worker.recorder.note(MEASURED + measured());
                default -> worker.recorder.failure("unknown command " + line);
            }
        }
        worker.rest();
        worker.factory.close();
        worker.recorder.note(ENDED);
    }

    private void holdNode() throws JMSException {
        if (nodeHolder == null) {
            nodeHolder = factory.createConnection();
        }
    }

    private void work() {
        resting = false;
        DrillTasks tasks = new DrillTasks(pace);
        start("send", Session.AUTO_ACKNOWLEDGE, tasks::send);
        start("send-batches", Session.SESSION_TRANSACTED, tasks::sendBatches);
        start("relay", Session.SESSION_TRANSACTED, tasks::relay);
        start("settle", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, tasks::settle);
        start("auto", Session.AUTO_ACKNOWLEDGE, tasks::consume);
        start("brief", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, tasks::settleBrief);
        start("own", Session.AUTO_ACKNOWLEDGE, tasks::sendAndReceive);
        FeatureTasks features = new FeatureTasks(pace);
        start("later", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, features::sendLater);
        start("refuse", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, features::refuse);
        start("dead", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, features::settleDeadLetters);
        start("large", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, features::sendLarge);
        start("publish", Session.AUTO_ACKNOWLEDGE, features::publish);
        for (String subscription : FeatureTasks.SUBSCRIPTIONS) {
            start(
                    subscription,
                    RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE,
                    session -> features.read(session, subscription));
        }
        start("administer", () -> administer(features));
        start("branches", () -> repeat("branches", this::workInBranchesUntilRefused));
    }

    private void start(String role, int mode, WorkerTask task) {
        start(role, () -> work(role, mode, task));
    }

    private void start(String role, Runnable work) {
        Thread thread = new Thread(work, role);
        threads.add(thread);
        thread.start();
    }

    private void rest() throws InterruptedException {
        resting = true;
        for (Thread thread : threads) {
            thread.join();
        }
        threads.clear();
    }

    /** Returns the used memory after a collection of garbage, the threads and the open files. */
    private static String measured() {
        System.gc();
        UnixOperatingSystemMXBean system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + " "
                + ManagementFactory.getThreadMXBean().getThreadCount() + " " + system.getOpenFileDescriptorCount();
    }

    private void work(String role, int mode, WorkerTask task) {
        repeat(role, () -> workUntilRefused(role, mode, task));
    }

    private void repeat(String role, Runnable work) {
        try {
            while (!resting) {
                work.run();
            }
        } catch (RuntimeException | Error e) {
            recorder.failure(role + " " + e);
        }
    }

    /** Works with one XA session until a call fails. */
    private void workInBranchesUntilRefused() {
        try (XAConnection connection = factory.createXAConnection()) {
            connection.start();
            XASession xa = connection.createXASession();
            try (WorkerSession session = new WorkerSession("branches#" + sessions.incrementAndGet(), xa, recorder)) {
                TaskIteration iteration = new BranchTasks(pace).relay(session, xa.getXAResource());
                while (!resting) {
                    iteration.perform();
                }
            }
        } catch (JMSException e) {
            reportFailure("branches", e);
        }
    }

    private void administer(FeatureTasks features) {
        try (RestanteAdmin admin = factory.admin()) {
            work("administer", Session.AUTO_ACKNOWLEDGE, session -> features.administer(session, admin));
        } catch (JMSException e) {
            reportFailure("administer", e);
        }
    }

    /** Works with one connection and session until a call fails, or until the end if the worker keeps its sessions. */
    private void workUntilRefused(String role, int mode, WorkerTask task) {
        try (Connection connection = factory.createConnection();
                WorkerSession session = new WorkerSession(
                        role + "#" + sessions.incrementAndGet(), connection.createSession(mode), recorder)) {
            connection.setExceptionListener(this::onException);
            connection.start();
            TaskIteration iteration = task.begin(session);
            while (!resting) {
                try {
                    iteration.perform();
                } catch (JMSException e) {
                    if (!keepsSessions) {
                        throw e;
                    }
                    reportFailure(role, e);
                    releaseMessages(role, session);
                }
            }
        } catch (JMSException e) {
            reportFailure(role, e);
        }
    }

    private void releaseMessages(String role, WorkerSession session) {
        try {
            session.releaseMessages();
        } catch (JMSException e) {
            reportFailure(role + "-gives-back", e);
        }
    }

    private void onException(JMSException problem) {
        recorder.note("listener " + problem.getErrorCode());
        if (String.valueOf(problem.getMessage()).contains(AHEAD)) {
            recorder.note(AHEAD);
        }
    }

    private void reportFailure(String what, JMSException e) {
        recorder.note(what + " " + e.getErrorCode());
        pace.pause(20);
    }
}
