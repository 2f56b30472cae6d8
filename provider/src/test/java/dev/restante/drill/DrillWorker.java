package dev.restante.drill;

import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.durability.ChildJvm;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Node with an application that sends, relays and receives until it reads a line. It reports each step before and after
 * it takes the step. The arguments are the URL, the name, whether it keeps its connections and sessions after a failed
 * call, the lease in milliseconds, and the store timeout in milliseconds.
 *
 * <p>Times are values of {@code System.nanoTime()}, which all processes of a machine share. The reports are:
 *
 * <ul>
 *   <li>{@code send QUEUE/ID...}, {@code settle QUEUE/ID...} and {@code move QUEUE/ID QUEUE/ID}: a step that is
 *       about to happen completely or not at all, with a number
 *   <li>{@code done N}, {@code refused N}, {@code unknown N TOKEN}: the result of the call
 *   <li>{@code got QUEUE/ID REDELIVERED BEFORE NAME}: a message received by a call that began at that time
 *   <li>{@code ahead NAME}: the exception listener was told that the database has lost committed data
 * </ul>
 */
final class DrillWorker {

    static final String IN = "in";
    static final String OUT = "out";
    static final String AUTO = "auto";

    /** Last report of a worker. */
    static final String ENDED = "ended";

    /** Suffix of the ids of messages in the worker's group, which are sent in the order of their ids. */
    static final String GROUPED = "g";

    private static final long POLL_MILLIS = 200;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final RestanteConnectionFactory factory;
    private final String name;
    private final boolean keepsSessions;
    private volatile boolean ending;
    private int steps;
    private int serial;

    private DrillWorker(String[] arguments) {
        factory = new RestanteConnectionFactory(arguments[0]);
        name = arguments[1];
        keepsSessions = Boolean.parseBoolean(arguments[2]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[3])));
        factory.setStoreTimeout(Duration.ofMillis(Long.parseLong(arguments[4])));
        factory.setLingerDuration(Duration.ZERO);
    }

    /** Work of one thread with its own session. */
    private interface WorkerTask {
        TaskIteration begin(Session session) throws JMSException;
    }

    /** Part of the work that the thread repeats. */
    private interface TaskIteration {
        void perform() throws JMSException;
    }

    /** Step that the store takes completely or not at all. */
    private interface AtomicStep {
        void perform() throws JMSException;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException, JMSException {
        DrillWorker worker = new DrillWorker(arguments);
        List<Thread> threads = new ArrayList<>();
        threads.add(worker.start("send", Session.AUTO_ACKNOWLEDGE, worker::send));
        threads.add(worker.start("send-batches", Session.SESSION_TRANSACTED, worker::sendBatches));
        threads.add(worker.start("relay", Session.SESSION_TRANSACTED, worker::relay));
        threads.add(worker.start("settle", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, worker::settle));
        threads.add(worker.start("auto", Session.AUTO_ACKNOWLEDGE, worker::receive));
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        worker.ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
        worker.factory.close();
        ChildJvm.tell(ENDED);
    }

    private Thread start(String role, int mode, WorkerTask task) {
        Thread thread = new Thread(() -> work(role, mode, task), role);
        thread.start();
        return thread;
    }

    private void work(String role, int mode, WorkerTask task) {
        try {
            while (!ending) {
                workUntilRefused(role, mode, task);
            }
        } catch (RuntimeException | Error e) {
            ChildJvm.tell("failure " + role + " " + e);
        }
    }

    /** Works with one connection and session until a call fails, or until the end if the worker keeps its sessions. */
    private void workUntilRefused(String role, int mode, WorkerTask task) {
        try (Connection connection = factory.createConnection();
                Session session = connection.createSession(mode)) {
            connection.setExceptionListener(this::onException);
            connection.start();
            TaskIteration iteration = task.begin(session);
            while (!ending) {
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

    private void onException(JMSException problem) {
        ChildJvm.tell("note listener " + problem.getErrorCode());
        if (String.valueOf(problem.getMessage()).contains("ahead of its store")) {
            ChildJvm.tell("ahead " + name);
        }
    }

    private static void reportFailure(String what, JMSException e) {
        ChildJvm.tell("note " + what + " " + e.getErrorCode());
        pause(20);
    }

    /** Releases the messages of a session, like an application that starts again with it. */
    private static void releaseMessages(String role, Session session) throws JMSException {
        try {
            if (session.getTransacted()) {
                session.rollback();
            } else {
                session.recover();
            }
        } catch (JMSException e) {
            reportFailure(role + "-gives-back", e);
        }
    }

    /** Pauses, because an application has other work to do, too. */
    private static void pause(int pauses) {
        LockSupport.parkNanos(pauses * PAUSE_NANOS);
    }

    private synchronized String newId() {
        return name + "-" + ++serial;
    }

    private synchronized int newStep() {
        return ++steps;
    }

    /** Takes a step and reports its result. A failure is thrown. */
    private void perform(String what, AtomicStep step) throws JMSException {
        String number = name + "." + newStep();
        ChildJvm.tell(what + " as " + number);
        try {
            step.perform();
            ChildJvm.tell("done " + number + " " + System.nanoTime());
        } catch (JMSException e) {
            ChildJvm.tell(
                    e instanceof OutcomeUnknownException unknown
                            ? "unknown " + number + " " + unknown.getToken()
                            : "refused " + number + " " + e.getErrorCode());
            throw e;
        }
    }

    private TaskIteration send(Session session) throws JMSException {
        MessageProducer toIn = session.createProducer(session.createQueue(IN));
        MessageProducer toAuto = session.createProducer(session.createQueue(AUTO));
        AtomicInteger sent = new AtomicInteger();
        return () -> {
            int number = sent.getAndIncrement();
            boolean grouped = number % 3 == 0;
            boolean auto = number % 4 == 0;
            String id = newId() + (grouped ? GROUPED : "");
            TextMessage message = session.createTextMessage(id);
            if (grouped) {
                message.setStringProperty("JMSXGroupID", name);
            }
            perform("send " + (auto ? AUTO : IN) + "/" + id, () -> (auto ? toAuto : toIn).send(message));
            pause(1);
        };
    }

    private TaskIteration sendBatches(Session session) throws JMSException {
        MessageProducer producer = session.createProducer(session.createQueue(IN));
        return () -> {
            String first = newId();
            String second = newId();
            perform("send " + IN + "/" + first + " " + IN + "/" + second, () -> {
                producer.send(session.createTextMessage(first));
                producer.send(session.createTextMessage(second));
                session.commit();
            });
            pause(4);
        };
    }

    private TaskIteration relay(Session session) throws JMSException {
        MessageConsumer consumer = session.createConsumer(session.createQueue(IN));
        MessageProducer producer = session.createProducer(session.createQueue(OUT));
        return () -> {
            Message message = receive(consumer, IN);
            if (message != null) {
                String id = message.getBody(String.class);
                perform("move " + IN + "/" + id + " " + OUT + "/" + id, () -> {
                    producer.send(session.createTextMessage(id));
                    session.commit();
                });
            }
        };
    }

    private TaskIteration settle(Session session) throws JMSException {
        MessageConsumer consumer = session.createConsumer(session.createQueue(OUT));
        return () -> {
            Message message = receive(consumer, OUT);
            if (message != null) {
                perform("settle " + OUT + "/" + message.getBody(String.class), message::acknowledge);
            }
        };
    }

    private TaskIteration receive(Session session) throws JMSException {
        MessageConsumer consumer = session.createConsumer(session.createQueue(AUTO));
        return () -> receive(consumer, AUTO);
    }

    private Message receive(MessageConsumer consumer, String queue) throws JMSException {
        long beforeNanos = System.nanoTime();
        Message message = consumer.receive(POLL_MILLIS);
        if (message != null) {
            ChildJvm.tell("got " + queue + "/" + message.getBody(String.class) + " " + message.getJMSRedelivered() + " "
                    + beforeNanos + " " + name);
        }
        return message;
    }
}
