package dev.restante.cli.message;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.InterruptibleInputStream;
import dev.restante.cli.shell.Millis;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.PropertyArgument;
import dev.restante.cli.shell.Utf8LineReader;
import dev.restante.console.json.JsonObject;
import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.Destination;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command {@code restante send}: sends a text message to a queue, or with --topic to a topic. */
@Command(
        name = "send",
        sortOptions = false,
        description = {
            "Sends a text message to a queue, or with --topic to a topic.",
            "The body is BODY, the content of --file, or the standard input."
        })
final class SendCommand extends OpenStoreCommand {

    private static final int BATCH = 100;

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of a queue, or with --topic of a topic")
    private String name = "";

    @Parameters(index = "1", paramLabel = "BODY", arity = "0..1", description = "Body of the message")
    private @Nullable String body;

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    @Option(names = "--create", description = "Create the queue or topic if it does not exist")
    private boolean create;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "Read the body from a file")
    private @Nullable Path file;

    @Option(names = "--lines", description = "Send each line of the body as a separate message")
    private boolean lines;

    @Option(
            names = "--bytes",
            description = "Send the file or the standard input, which may be large, as a bytes message")
    private boolean bytes;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "NAME[:TYPE]=VALUE",
            description = "Property to set; TYPE is boolean, byte, short, int, long, float, double or"
                    + " string; default: string")
    private List<String> properties = List.of();

    private final List<PropertyArgument> typedProperties = new ArrayList<>();

    @Option(names = "--group-id", paramLabel = "ID", description = "Message group (JMSXGroupID)")
    private @Nullable String groupId;

    @Option(names = "--duplicate-id", paramLabel = "ID", description = "Duplicate id for duplicate detection")
    private @Nullable String duplicateId;

    @Option(names = "--delay", paramLabel = "DURATION", description = "Delay until the message becomes available")
    private Duration delay = Duration.ZERO;

    @Option(
            names = "--time-to-live",
            paramLabel = "DURATION",
            description = "Time to live; default: the default of the queue")
    private Duration timeToLive = Duration.ZERO;

    @Option(names = "--priority", paramLabel = "N", description = "Priority, 0 to 9; default: 4")
    private int priority = Message.DEFAULT_PRIORITY;

    @Option(names = "--correlation-id", paramLabel = "ID", description = "JMSCorrelationID")
    private @Nullable String correlationId;

    @Option(names = "--reply-to", paramLabel = "QUEUE", description = "JMSReplyTo")
    private @Nullable String replyTo;

    @Option(names = "--jms-type", paramLabel = "TYPE", description = "JMSType")
    private @Nullable String jmsType;

    @Option(
            names = "--non-persistent",
            description = "Send a non-persistent message, which is lost if the node or the store fails")
    private boolean nonPersistent;

    SendCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected boolean createsMissingEntities() {
        return create;
    }

    @Override
    protected void validate() throws CommandException {
        if (body != null && file != null) {
            throw CommandException.usage("BODY cannot be combined with --file");
        }
        if (bytes && (body != null || lines)) {
            throw CommandException.usage(
                    "--bytes requires --file or the standard input, and cannot be combined with --lines");
        }
        if (priority < 0 || priority > 9) {
            throw CommandException.usage("--priority " + priority + " is not within 0 to 9");
        }
        if (delay.isNegative() || timeToLive.isNegative()) {
            throw CommandException.usage("--delay and --time-to-live must not be negative");
        }
        for (String property : properties) {
            typedProperties.add(PropertyArgument.parse("--property", property));
        }
        if (body == null && file == null && context().terminal().in()) {
            context().printError("restante: type the body, and end it with Ctrl-D");
        }
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        Session session =
                store.connect(null).createSession(lines ? Session.SESSION_TRANSACTED : Session.AUTO_ACKNOWLEDGE);
        Destination destination = topic ? session.createTopic(name) : session.createQueue(name);
        MessageProducer producer = session.createProducer(destination);
        producer.setDeliveryMode(nonPersistent ? DeliveryMode.NON_PERSISTENT : DeliveryMode.PERSISTENT);
        producer.setPriority(priority);
        producer.setTimeToLive(Millis.of(timeToLive));
        producer.setDeliveryDelay(Millis.of(delay));
        if (bytes) {
            BytesMessage message = session.createBytesMessage();
            try (InputStream stream = file == null ? nonEmptyInput() : InterruptibleInputStream.of(file)) {
                message.setObjectProperty("JMS_Restante_InputStream", stream);
                send(session, producer, message);
            }
        } else if (lines) {
            sendLines(session, producer);
        } else {
            send(session, producer, session.createTextMessage(text()));
        }
        return ExitCode.OK;
    }

    private String text() throws CommandException {
        if (body != null) {
            return body;
        }
        try (InputStream stream = file == null ? nonEmptyInput() : InterruptibleInputStream.of(file)) {
            return Utf8LineReader.readAll(stream);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED,
                    (file == null ? "the standard input" : "the file " + file) + " cannot be sent: "
                            + FailureReporter.sentence(e) + " Use --bytes to send the bytes unchanged.",
                    e);
        }
    }

    /** Returns the standard input, or rejects an empty input, which in a script is usually a mistake. */
    private InputStream nonEmptyInput() throws IOException, CommandException {
        PushbackInputStream stream = new PushbackInputStream(context().in());
        int first = stream.read();
        if (first < 0) {
            throw emptyInput();
        }
        stream.unread(first);
        return stream;
    }

    private static CommandException emptyInput() {
        return CommandException.usage(
                "the standard input is empty, so no message was sent. Write '' as BODY to send an empty text.");
    }

    private void sendLines(Session session, MessageProducer producer)
            throws IOException, JMSException, CommandException {
        try (Utf8LineReader reader = body != null
                ? Utf8LineReader.of(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                : file != null
                        ? Utf8LineReader.of(file)
                        : Utf8LineReader.of(context().in())) {
            List<Message> sent = new ArrayList<>();
            boolean empty = true;
            for (String line = next(reader); line != null && !context().isInterrupted(); line = next(reader)) {
                empty = false;
                sent.add(sendOne(session, producer, session.createTextMessage(line)));
                // Typed lines are sent at once, and lines that are already available in transactions of many messages.
                if (sent.size() == BATCH || !reader.ready()) {
                    commit(session, sent);
                }
            }
            if (empty && body == null && file == null && !context().isInterrupted()) {
                throw emptyInput();
            }
            commit(session, sent);
        }
    }

    private @Nullable String next(Utf8LineReader reader) throws CommandException {
        try {
            return context().readInterruptibly(reader::next);
        } catch (IOException e) {
            throw CommandException.partiallyDone(
                    ExitCode.FAILED,
                    "line " + Math.max(1, reader.number()) + " cannot be sent: " + FailureReporter.sentence(e)
                            + " The lines whose message ids were printed are sent.",
                    e);
        }
    }

    private void commit(Session session, List<Message> sent) throws JMSException {
        session.commit();
        for (Message message : sent) {
            printMessageId(message);
        }
        sent.clear();
    }

    private void send(Session session, MessageProducer producer, Message message) throws JMSException {
        printMessageId(sendOne(session, producer, message));
    }

    private Message sendOne(Session session, MessageProducer producer, Message message) throws JMSException {
        for (PropertyArgument property : typedProperties) {
            message.setObjectProperty(property.name(), property.value());
        }
        if (groupId != null) {
            message.setStringProperty("JMSXGroupID", groupId);
        }
        if (duplicateId != null) {
            message.setStringProperty("JMS_Restante_DuplicateId", duplicateId);
        }
        if (replyTo != null) {
            message.setJMSReplyTo(session.createQueue(replyTo));
        }
        message.setJMSCorrelationID(correlationId);
        message.setJMSType(jmsType);
        producer.send(message);
        return message;
    }

    private void printMessageId(Message message) throws JMSException {
        output().streamItem(
                        new JsonObject().with("destination", name).with("messageId", message.getJMSMessageID()),
                        String.valueOf(message.getJMSMessageID()));
    }
}
