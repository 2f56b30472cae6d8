package dev.restante.drill;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.durability.ChildJvm;
import dev.restante.timedhistory.HistoryLine;
import dev.restante.timedhistory.OperationRecorder;
import dev.restante.timedhistory.OperationRecorder.RecordedOperation;
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
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Node with an application that sends, relays and receives until it reads a line. It prints the {@link HistoryLine} of
 * each begin and end of an operation. The arguments are the URL, the name, whether it keeps its connections and
 * sessions after a failed call, the lease in milliseconds, and the store timeout in milliseconds.
 */
final class DrillWorker {

    static final String IN = "in";
    static final String OUT = "out";
    static final String AUTO = "auto";

    /** Queue of messages with a short time to live. */
    static final String BRIEF = "brief";

    /** Prefix of a queue to which only one worker sends, and from which only one of its sessions receives. */
    static final String OWN = "own.";

    /** Last remark of a worker. */
    static final String ENDED = "ended";

    /** Remark of a worker whose exception listener was told that the database has lost committed data. */
    static final String AHEAD = "ahead of its store";

    private static final int LONGEST_TTL_MILLIS = 1_000;

    private static final long POLL_MILLIS = 200;
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final RestanteConnectionFactory factory;
    private final String name;
    private final boolean keepsSessions;
    private final OperationRecorder recorder;
    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger serials = new AtomicInteger();
    private volatile boolean ending;

    private DrillWorker(String[] arguments) {
        factory = new RestanteConnectionFactory(arguments[0]);
        name = arguments[1];
        recorder = new OperationRecorder(name, event -> ChildJvm.tell(HistoryLine.of(event)));
        keepsSessions = Boolean.parseBoolean(arguments[2]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[3])));
        factory.setStoreTimeout(Duration.ofMillis(Long.parseLong(arguments[4])));
        factory.setLingerDuration(Duration.ZERO);
    }

    /** Work of one thread with its own session. */
    private interface WorkerTask {
        TaskIteration begin(WorkerSession session) throws JMSException;
    }

    /** Part of the work that the thread repeats. */
    private interface TaskIteration {
        void perform() throws JMSException;
    }

    /** Call that the store executes completely or not at all. */
    private interface AtomicCall {
        void perform() throws JMSException;
    }

    /** Received message with its name in the history. */
    private record Received(Message message, String name) {}

    public static void main(String[] arguments) throws IOException, InterruptedException, JMSException {
        DrillWorker worker = new DrillWorker(arguments);
        List<Thread> threads = new ArrayList<>();
        threads.add(worker.start("send", Session.AUTO_ACKNOWLEDGE, worker::send));
        threads.add(worker.start("send-batches", Session.SESSION_TRANSACTED, worker::sendBatches));
        threads.add(worker.start("relay", Session.SESSION_TRANSACTED, worker::relay));
        threads.add(worker.start("settle", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, worker::settle));
        threads.add(worker.start("auto", Session.AUTO_ACKNOWLEDGE, worker::consume));
        threads.add(worker.start("brief", RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE, worker::settleBrief));
        threads.add(worker.start("own", Session.AUTO_ACKNOWLEDGE, worker::sendAndReceive));
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
        worker.ending = true;
        for (Thread thread : threads) {
            thread.join();
        }
        worker.factory.close();
        worker.recorder.note(ENDED);
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
            recorder.failure(role + " " + e);
        }
    }

    /** Works with one connection and session until a call fails, or until the end if the worker keeps its sessions. */
    private void workUntilRefused(String role, int mode, WorkerTask task) {
        try (Connection connection = factory.createConnection();
                WorkerSession session = new WorkerSession(role, connection.createSession(mode))) {
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
                    session.releaseMessages();
                }
            }
        } catch (JMSException e) {
            reportFailure(role, e);
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
        pause(20);
    }

    /** Pauses, because an application has other work to do, too. */
    private static void pause(int pauses) {
        LockSupport.parkNanos(pauses * PAUSE_NANOS);
    }

    private String newId() {
        return name + "-" + serials.incrementAndGet();
    }

    /** Executes a call whose begin was recorded, and records its end. A failure is thrown. */
    private static void perform(RecordedOperation operation, AtomicCall call) throws JMSException {
        try {
            call.perform();
            operation.ok();
        } catch (JMSException e) {
            recordFailure(operation, e);
            throw e;
        }
    }

    private static void recordFailure(RecordedOperation operation, JMSException e) {
        if (e instanceof OutcomeUnknownException unknown) {
            operation.unknown(unknown.getToken());
        } else {
            operation.refused(e.getErrorCode());
        }
    }

    /** Session and consumer of one thread, whose operations are recorded. */
    private final class WorkerSession implements AutoCloseable {

        private final String role;
        private final String id;
        private final Session session;
        private @Nullable MessageConsumer consumer;
        private String queue = "";

        WorkerSession(String role, Session session) {
            this.role = role;
            this.id = role + "#" + sessions.incrementAndGet();
            this.session = session;
        }

        void openConsumer(String name) throws JMSException {
            queue = name;
            perform(recorder.open(id, queue), () -> consumer = session.createConsumer(session.createQueue(queue)));
        }

        MessageProducer producer(String name) throws JMSException {
            return session.createProducer(session.createQueue(name));
        }

        TextMessage message(String id) throws JMSException {
            return session.createTextMessage(id);
        }

        @Nullable
        Received receive() throws JMSException {
            return receive(
                    session.getAcknowledgeMode() == Session.AUTO_ACKNOWLEDGE
                            ? recorder.consume(id, queue)
                            : recorder.receive(id, queue));
        }

        private @Nullable Received receive(RecordedOperation operation) throws JMSException {
            try {
                Message message = Objects.requireNonNull(consumer).receive(POLL_MILLIS);
                if (message == null) {
                    operation.ok();
                    return null;
                }
                String name = queue + "/" + message.getBody(String.class);
                operation.received(name, message.getJMSRedelivered());
                return new Received(message, name);
            } catch (JMSException e) {
                recordFailure(operation, e);
                throw e;
            }
        }

        /** Releases the messages of the session, like an application that starts again with it. */
        void releaseMessages() throws JMSException {
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

        @Override
        public void close() throws JMSException {
            if (consumer != null) {
                perform(recorder.close(id, queue), session::close);
            }
        }
    }

    private TaskIteration send(WorkerSession session) throws JMSException {
        MessageProducer toIn = session.producer(IN);
        MessageProducer toAuto = session.producer(AUTO);
        MessageProducer toBrief = session.producer(BRIEF);
        AtomicInteger sent = new AtomicInteger();
        return () -> {
            int number = sent.getAndIncrement();
            if (number % 7 == 6) {
                sendBrief(session, toBrief, 1 + number * 37L % LONGEST_TTL_MILLIS);
                return;
            }
            String group = number % 3 == 0 ? name : null;
            boolean auto = number % 4 == 0;
            String id = newId();
            TextMessage message = session.message(id);
            message.setStringProperty("JMSXGroupID", group);
            perform(
                    recorder.send(session.id, List.of((auto ? AUTO : IN) + "/" + id), group, 0),
                    () -> (auto ? toAuto : toIn).send(message));
            pause(1);
        };
    }

    private void sendBrief(WorkerSession session, MessageProducer producer, long timeToLiveMillis) throws JMSException {
        String id = newId();
        TextMessage message = session.message(id);
        perform(
                recorder.send(session.id, List.of(BRIEF + "/" + id), null, timeToLiveMillis),
                () -> producer.send(
                        message, Message.DEFAULT_DELIVERY_MODE, Message.DEFAULT_PRIORITY, timeToLiveMillis));
    }

    private TaskIteration sendBatches(WorkerSession session) throws JMSException {
        MessageProducer producer = session.producer(IN);
        return () -> {
            String first = newId();
            String second = newId();
            perform(recorder.send(session.id, List.of(IN + "/" + first, IN + "/" + second), null, 0), () -> {
                producer.send(session.message(first));
                producer.send(session.message(second));
                session.session.commit();
            });
            pause(4);
        };
    }

    private TaskIteration relay(WorkerSession session) throws JMSException {
        session.openConsumer(IN);
        MessageProducer producer = session.producer(OUT);
        return () -> {
            Received received = session.receive();
            if (received != null) {
                String id = received.message.getBody(String.class);
                perform(recorder.move(session.id, received.name, OUT + "/" + id), () -> {
                    producer.send(session.message(id));
                    session.session.commit();
                });
            }
        };
    }

    private TaskIteration settle(WorkerSession session) throws JMSException {
        session.openConsumer(OUT);
        AtomicInteger count = new AtomicInteger();
        return () -> {
            Received received = session.receive();
            if (received == null) {
                return;
            }
            int number = count.getAndIncrement();
            PeekLock lock = PeekLock.of(received.message);
            if (number % 5 == 1) {
                perform(recorder.renew(session.id, received.name), lock::renew);
            }
            if (number % 8 == 7) {
                perform(recorder.release(session.id, received.name), lock::abandon);
            } else {
                perform(recorder.complete(session.id, received.name), received.message::acknowledge);
            }
        };
    }

    private TaskIteration settleBrief(WorkerSession session) throws JMSException {
        session.openConsumer(BRIEF);
        return () -> {
            Received received = session.receive();
            if (received != null) {
                perform(recorder.complete(session.id, received.name), received.message::acknowledge);
                // The next messages wait, so that some of them expire.
                pause(10);
            }
        };
    }

    private TaskIteration consume(WorkerSession session) throws JMSException {
        session.openConsumer(AUTO);
        return session::receive;
    }

    /** Sends some messages and receives until none is left, in a queue with this consumer only. */
    private TaskIteration sendAndReceive(WorkerSession session) throws JMSException {
        String queue = OWN + name;
        session.openConsumer(queue);
        MessageProducer producer = session.producer(queue);
        return () -> {
            for (int i = 0; i < 3; i++) {
                String id = newId();
                perform(
                        recorder.send(session.id, List.of(queue + "/" + id), null, 0),
                        () -> producer.send(session.message(id)));
            }
            while (session.receive() != null) {
                pause(1);
            }
        };
    }
}
