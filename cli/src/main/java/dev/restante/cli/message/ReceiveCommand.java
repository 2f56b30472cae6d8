package dev.restante.cli.message;

import dev.restante.RestanteConsumer;
import dev.restante.RestanteMessagingModes;
import dev.restante.admin.SubscriptionDescription;
import dev.restante.api.DeadLetterQueues;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.Session;
import jakarta.jms.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante receive}. */
@Command(
        name = "receive",
        sortOptions = false,
        description = {
            "Receives messages and prints their bodies, or with --json everything.",
            "Each is settled after it was printed; what could not be printed stays."
        })
final class ReceiveCommand extends StoreCommand {

    private static final long PIECE_MILLIS = 500;
    private static final Duration LONGEST = Duration.ofDays(365);

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "How many at most, default 1")
    private long count = 1;

    @Option(names = "--all", description = "As many as come, until none comes within the timeout")
    private boolean all;

    @Option(
            names = {"-t", "--timeout"},
            paramLabel = "DURATION",
            description = "How long to wait for each, default 5s")
    private Duration timeout = Duration.ofSeconds(5);

    @Option(names = "--selector", paramLabel = "SELECTOR", description = "Only what a selector matches; queues only")
    private @Nullable String selector;

    @Option(
            names = "--deferred",
            paramLabel = "N",
            split = ",",
            description = "The deferred messages with these numbers")
    private List<Long> deferred = List.of();

    @Option(
            names = "--settle",
            paramLabel = "HOW",
            description = "What becomes of them: ${COMPLETION-CANDIDATES}; default COMPLETE")
    private Settlement settlement = Settlement.COMPLETE;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for --settle DEAD_LETTER")
    private @Nullable String reason;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "The body of the one message goes to a new file, however large it is")
    private @Nullable Path file;

    ReceiveCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected void check() throws CommandFailure {
        if (count < 1) {
            throw CommandFailure.usage("--count " + count + " is less than 1");
        }
        if (file != null && (count > 1 || all || deferred.size() > 1)) {
            throw CommandFailure.usage("--output is for one message");
        }
        if (timeout.isNegative() || timeout.compareTo(LONGEST) > 0) {
            throw CommandFailure.usage("--timeout " + timeout + " is not within 0s and " + LONGEST.toDays() + "d");
        }
        if (isSubscription() && selector != null) {
            throw CommandFailure.usage("--selector is for queues; a subscription has its own selector");
        }
        if (selector != null && !deferred.isEmpty()) {
            throw CommandFailure.usage("--deferred says which messages are meant; --selector does not go with it");
        }
        if (reason != null && settlement != Settlement.DEAD_LETTER) {
            throw CommandFailure.usage("--reason goes with --settle DEAD_LETTER");
        }
    }

    private boolean isSubscription() {
        String name = entity.name();
        return name.contains("/Subscriptions/") && !DeadLetterQueues.isOne(name);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        SubscriptionDescription subscription =
                isSubscription() ? store.admin().topics().subscription(entity.name()) : null;
        Connection connection = store.connect(subscription == null ? null : subscription.clientId());
        Session session = connection.createSession(RestanteMessagingModes.INDIVIDUAL_ACKNOWLEDGE);
        connection.start();
        try (MessageConsumer consumer = subscription == null
                ? session.createConsumer(session.createQueue(entity.name()), selector)
                : consumer(session, subscription)) {
            SettlingPrinter printer = new SettlingPrinter(shell(), settlement, reason, file);
            return deferred.isEmpty() ? receive(consumer, printer) : receiveDeferred(consumer, printer);
        }
    }

    private int receiveDeferred(MessageConsumer consumer, SettlingPrinter printer) throws Exception {
        List<Message> found = RestanteConsumer.of(consumer).receiveDeferred(deferred);
        for (Message message : found) {
            printer.print(message);
        }
        return found.isEmpty() ? ExitCode.NOT_FOUND : ExitCode.OK;
    }

    /** With the same selector: with another one the subscription would be another. */
    private MessageConsumer consumer(Session session, SubscriptionDescription subscription)
            throws JMSException, CommandFailure {
        Topic topic = session.createTopic(subscription.topic());
        String name = subscription.name();
        if (!subscription.durable() || name == null) {
            throw new CommandFailure(
                    ExitCode.REFUSED, "the subscription '" + entity.name() + "' is not durable: its consumers own it");
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
            printer.print(message);
            received++;
            if (shell().mustEnd()) {
                break;
            }
        }
        return received == 0 ? ExitCode.NOTHING_RECEIVED : ExitCode.OK;
    }

    /** Waits piece by piece, to see meanwhile whether the reader of the output has gone. */
    private @Nullable Message waitFor(MessageConsumer consumer) throws JMSException {
        long endNanos = System.nanoTime() + TimeUnit.NANOSECONDS.convert(timeout);
        while (!shell().mustEnd()) {
            long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
            if (leftMillis <= 0) {
                return null;
            }
            Message message = consumer.receive(Math.min(PIECE_MILLIS, leftMillis));
            if (message != null) {
                return message;
            }
        }
        return null;
    }
}
