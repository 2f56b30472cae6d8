package dev.restante.cli.message;

import dev.restante.PeekLock;
import dev.restante.RestanteConsumer;
import dev.restante.RestanteSessionModes;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.DeadLetterQueueNames;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante receive}: receives messages and prints their bodies, or with --json all their fields. */
@Command(
        name = "receive",
        sortOptions = false,
        description = {
            "Receives messages and prints their bodies, or with --json all their fields.",
            "Settles each message after printing it. A message that cannot be printed is released."
        })
final class ReceiveCommand extends OpenStoreCommand {

    private static final long POLL_MILLIS = 500;
    private static final Duration MAX_TIMEOUT = Duration.ofDays(365);

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "Maximum number of messages; default: 1")
    private long count = 1;

    @Option(names = "--all", description = "Receive until no message arrives within the timeout")
    private boolean all;

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "DURATION",
            description = "Maximum time to wait for each message; default: 5s")
    private Duration timeout = Duration.ofSeconds(5);

    @Option(
            names = "--selector",
            paramLabel = "SELECTOR",
            description = "Only messages that a selector matches; queues only")
    private @Nullable String selector;

    @Option(
            names = "--deferred",
            paramLabel = "N",
            split = ",",
            description = "Receive the deferred messages with these sequence numbers")
    private List<Long> deferred = List.of();

    @Option(
            names = "--settle",
            paramLabel = "SETTLEMENT",
            completionCandidates = SettlementOption.Candidates.class,
            description = "How to settle the messages: ${COMPLETION-CANDIDATES}; default: complete")
    private SettlementOption settlement = SettlementOption.COMPLETE;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Dead-letter reason, for --settle dead-letter")
    private @Nullable String reason;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write the body of the message, which may be large, to a new file")
    private @Nullable Path file;

    ReceiveCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected void validate() throws CommandException {
        if (count < 1) {
            throw CommandException.usage("--count " + count + " is less than 1");
        }
        if (file != null && (count > 1 || all || deferred.size() > 1)) {
            throw CommandException.usage("--output can be used for one message only");
        }
        if (timeout.isNegative() || timeout.compareTo(MAX_TIMEOUT) > 0) {
            throw CommandException.usage(
                    "--timeout " + timeout + " is not between 0s and " + MAX_TIMEOUT.toDays() + "d");
        }
        if (isSubscription() && selector != null) {
            throw CommandException.usage(
                    "--selector can be used for queues only, because a subscription has its own selector");
        }
        if (selector != null && !deferred.isEmpty()) {
            throw CommandException.usage("--selector cannot be combined with --deferred");
        }
        if (reason != null && settlement != SettlementOption.DEAD_LETTER) {
            throw CommandException.usage("--reason requires --settle dead-letter");
        }
    }

    private boolean isSubscription() {
        String name = entity.name();
        return name.contains("/Subscriptions/") && !DeadLetterQueueNames.isDeadLetterQueue(name);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        SubscriptionDescription subscription =
                isSubscription() ? store.admin().topics().subscription(entity.name()) : null;
        Connection connection = store.connect(subscription == null ? null : subscription.clientId());
        Session session = connection.createSession(RestanteSessionModes.INDIVIDUAL_ACKNOWLEDGE);
        connection.start();
        try (MessageConsumer consumer = subscription == null
                ? session.createConsumer(session.createQueue(entity.name()), selector)
                : consumer(session, subscription)) {
            SettlingPrinter printer = new SettlingPrinter(context(), settlement, reason, file);
            return deferred.isEmpty() ? receive(consumer, printer) : receiveDeferred(consumer, printer);
        }
    }

    private int receiveDeferred(MessageConsumer consumer, SettlingPrinter printer) throws Exception {
        List<Message> found = RestanteConsumer.of(consumer).receiveDeferred(deferred);
        List<Long> received = new ArrayList<>();
        for (Message message : found) {
            received.add(PeekLock.of(message).sequenceNumber());
            printer.printAndSettle(message);
        }
        return RequestedMessages.received(deferred, received)
                .report(context(), entity.name(), "that is deferred", received.size());
    }

    /**
     * Creates a consumer with the selector of the subscription, because another selector would replace the
     * subscription.
     */
    private MessageConsumer consumer(Session session, SubscriptionDescription subscription)
            throws JMSException, CommandException {
        Topic topic = session.createTopic(subscription.topic());
        String name = subscription.name();
        if (!subscription.durable() || name == null) {
            throw new CommandException(
                    ExitCode.REJECTED,
                    "the subscription '" + entity.name()
                            + "' is not durable, so only its own consumers can receive from it");
        }
        return subscription.shared()
                ? session.createSharedDurableConsumer(topic, name, subscription.selector())
                : session.createDurableConsumer(topic, name, subscription.selector(), subscription.noLocal());
    }

    private int receive(MessageConsumer consumer, SettlingPrinter printer) throws Exception {
        long received = 0;
        while (all || received < count) {
            Message message = timeout.isZero() ? consumer.receiveNoWait() : waitFor(consumer);
            if (message == null) {
                break;
            }
            printer.printAndSettle(message);
            received++;
            if (context().shouldStop()) {
                break;
            }
        }
        return received == 0 ? ExitCode.NOTHING_RECEIVED : ExitCode.OK;
    }

    /** Waits in short steps, to notice meanwhile that the reader of the output has gone. */
    private @Nullable Message waitFor(MessageConsumer consumer) throws JMSException {
        long endNanos = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        while (!context().shouldStop()) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (leftMillis <= 0) {
                return null;
            }
            Message message = consumer.receive(Math.min(POLL_MILLIS, leftMillis));
            if (message != null) {
                return message;
            }
        }
        return null;
    }
}
