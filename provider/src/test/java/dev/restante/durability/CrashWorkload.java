package dev.restante.durability;

import static dev.restante.durability.CrashLedger.COMPLETED;
import static dev.restante.durability.CrashLedger.NOT_SENT;

import dev.restante.PeekLock;
import dev.restante.RestanteConnectionFactory;
import dev.restante.RestanteSessionModes;
import dev.restante.api.ErrorCodes;
import dev.restante.broker.BrokerException;
import dev.restante.model.DestinationName;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Child that is killed while four threads send and four settle. It reports each step before it begins and after it is
 * done, in the format of {@link CrashLedger}.
 *
 * <p>Arguments: URL, lease in milliseconds, seed, name of this run, mean length of a body.
 */
final class CrashWorkload {

    /** Queue whose messages are completed, abandoned, dead-lettered or locked to the end, under peek-lock. */
    static final String WORK = "work";

    /**
     * Queue like {@link #WORK}, with a time to live of up to {@value #LONGEST_TTL_MILLIS} ms and dead-lettering on
     * expiry.
     */
    static final String EXPIRING = "brief";

    /** Queue whose messages transactions move to {@link #OUT}. */
    static final String IN = "in";

    /** Queue to which transactions move or add messages, and from which no consumer receives. */
    static final String OUT = "out";

    /** Property with the unique name of a message. */
    static final String SERIAL = "Serial";

    /** First word of a line that reports the end of a thread because another node has declared this node dead. */
    static final String FENCED = "fenced";

    static final int LONGEST_TTL_MILLIS = 300;
    private static final long WAIT_MILLIS = 50;
    private static final long LONGEST_REJOIN_SECONDS = 20;

    private final Connection connection;
    private final String childId;
    private final int bodyLength;
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong serials = new AtomicLong();
    private final CountDownLatch rejoined = new CountDownLatch(1);

    private CrashWorkload(Connection connection, String childId, int bodyLength) {
        this.connection = connection;
        this.childId = childId;
        this.bodyLength = bodyLength;
    }

    public static void main(String[] arguments) throws JMSException {
        ChildJvm.tell("opening");
        RestanteConnectionFactory factory = new RestanteConnectionFactory(arguments[0]);
        factory.setLeaseDuration(Duration.ofMillis(Long.parseLong(arguments[1])));
        Connection connection = factory.createConnection();
        CrashWorkload workload = new CrashWorkload(connection, arguments[3], Integer.parseInt(arguments[4]));
        connection.setExceptionListener(workload::onException);
        connection.start();
        ChildJvm.tell("ready");
        List<WorkloadTask> tasks = List.of(
                workload::send,
                workload::send,
                workload::send,
                workload::sendTransacted,
                random -> workload.settle(random, List.of(WORK)),
                random -> workload.settle(random, List.of(EXPIRING, WORK)),
                workload::move,
                workload::move);
        Random seeds = new Random(Long.parseLong(arguments[2]));
        for (WorkloadTask task : tasks) {
            Random random = new Random(seeds.nextLong());
            new Thread(() -> workload.run(task, random)).start();
        }
    }

    private interface WorkloadTask {
        void run(Random random) throws JMSException;
    }

    private void run(WorkloadTask task, Random random) {
        try {
            task.run(random);
        } catch (JMSException | RuntimeException e) {
            e.printStackTrace();
            ChildJvm.tell((isFenced(e) ? FENCED : "failed") + " " + e);
        }
    }

    private void onException(JMSException notification) {
        if (ErrorCodes.NODE_REJOINED.equals(notification.getErrorCode())) {
            rejoined.countDown();
        }
    }

    /** Returns whether a call failed because this node was declared dead, during the call or since its receive. */
    private boolean isFenced(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof BrokerException refused) {
                return switch (refused.reason()) {
                    case NODE_FENCED -> true;
                    case LOCK_LOST -> hasRejoined();
                    default -> false;
                };
            }
        }
        return false;
    }

    private boolean hasRejoined() {
        try {
            return rejoined.await(LONGEST_REJOIN_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Returns the body of a serial, which determines its length and content. */
    static String body(String serial, int meanLength) {
        int length = 1 + Math.floorMod(serial.hashCode() * 31, 2 * meanLength);
        return (serial + "/").repeat(1 + length / (serial.length() + 1));
    }

    // ---- reports ----

    private interface WorkloadStep {
        void run() throws JMSException;
    }

    private static String moved(String serial, String from, String to) {
        return serial + ">" + from + ">" + to;
    }

    private void step(List<String> moves, WorkloadStep action) throws JMSException {
        String name = childId + "." + steps.incrementAndGet();
        ChildJvm.tell("begin " + name + " " + String.join(" ", moves));
        action.run();
        ChildJvm.tell("end " + name);
    }

    private static String got(Message message, String queue) throws JMSException {
        String serial = message.getStringProperty(SERIAL);
        ChildJvm.tell("got " + serial + " " + queue + " " + message.getIntProperty("JMSXDeliveryCount"));
        return serial;
    }

    // ---- sending ----

    private String newSerial() {
        return childId + "-" + serials.incrementAndGet() + "-" + bodyLength;
    }

    private static TextMessage message(Session session, String serial) throws JMSException {
        int length = Integer.parseInt(serial.substring(serial.lastIndexOf('-') + 1));
        TextMessage message = session.createTextMessage(body(serial, length));
        message.setStringProperty(SERIAL, serial);
        return message;
    }

    private void send(Random random) throws JMSException {
        Session session = connection.createSession();
        MessageProducer producer = session.createProducer(null);
        String[] queues = {WORK, EXPIRING, IN, WORK, IN};
        while (true) {
            String queue = queues[random.nextInt(queues.length)];
            String serial = newSerial();
            long timeToLive = queue.equals(EXPIRING) ? 1 + random.nextInt(LONGEST_TTL_MILLIS) : 0;
            TextMessage message = message(session, serial);
            step(
                    List.of(moved(serial, NOT_SENT, queue)),
                    () -> producer.send(
                            session.createQueue(queue),
                            message,
                            Message.DEFAULT_DELIVERY_MODE,
                            Message.DEFAULT_PRIORITY,
                            timeToLive));
        }
    }

    private void sendTransacted(Random random) throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageProducer producer = session.createProducer(null);
        String[] queues = {WORK, IN, OUT};
        while (true) {
            List<String> moves = new ArrayList<>();
            for (int i = random.nextInt(5); i >= 0; i--) {
                String queue = queues[random.nextInt(queues.length)];
                String serial = newSerial();
                producer.send(session.createQueue(queue), message(session, serial));
                moves.add(moved(serial, NOT_SENT, queue));
            }
            if (random.nextInt(10) == 0) {
                session.rollback();
            } else {
                step(moves, session::commit);
            }
        }
    }

    // ---- settling ----

    private void settle(Random random, List<String> queues) throws JMSException {
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        List<MessageConsumer> consumers = new ArrayList<>();
        for (String queue : queues) {
            consumers.add(session.createConsumer(session.createQueue(queue)));
        }
        while (true) {
            int index = random.nextInt(queues.size());
            Message message = consumers.get(index).receive(WAIT_MILLIS);
            if (message != null) {
                settle(random, queues.get(index), message);
            }
        }
    }

    private void settle(Random random, String queue, Message message) throws JMSException {
        String serial = got(message, queue);
        PeekLock lock = PeekLock.of(message);
        int choice = random.nextInt(100);
        if (choice < 40) {
            step(List.of(moved(serial, queue, COMPLETED)), message::acknowledge);
        } else if (choice < 70) {
            step(List.of(moved(serial, queue, COMPLETED)), lock::complete);
        } else if (choice < 80) {
            step(
                    List.of(moved(serial, queue, queue + DestinationName.DEAD_LETTER_SUFFIX)),
                    () -> lock.deadLetter("Refused", serial, Map.of("by", childId)));
        } else if (choice < 95) {
            lock.abandon(Map.of("abandoned", childId));
            ChildJvm.tell("counted " + serial + " " + queue);
        }
    }

    private void move(Random random) throws JMSException {
        Session session = connection.createSession(Session.SESSION_TRANSACTED);
        MessageConsumer consumer = session.createConsumer(session.createQueue(IN));
        MessageProducer producer = session.createProducer(session.createQueue(OUT));
        while (true) {
            List<String> received = new ArrayList<>();
            List<String> moves = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                Message message = consumer.receive(WAIT_MILLIS);
                if (message != null) {
                    String serial = got(message, IN);
                    received.add(serial);
                    moves.add(moved(serial, IN, OUT));
                    producer.send(message(session, serial));
                }
            }
            if (received.isEmpty()) {
                continue;
            }
            if (random.nextInt(8) == 0) {
                session.rollback();
                received.forEach(serial -> ChildJvm.tell("counted " + serial + " " + IN));
            } else {
                String added = newSerial();
                producer.send(message(session, added));
                moves.add(moved(added, NOT_SENT, OUT));
                step(moves, session::commit);
            }
        }
    }
}
