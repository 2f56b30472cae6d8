package dev.restante.cli.message;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.cli.shell.Millis;
import dev.restante.cli.shell.NamedValue;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.cli.shell.TextLines;
import dev.restante.console.json.Fields;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code restante send}. */
@Command(
        name = "send",
        sortOptions = false,
        description = {
            "Sends a text message to a queue, or with --topic to a topic.",
            "Its body is BODY, or the content of --file, or else the standard input."
        })
final class SendCommand extends StoreCommand {

    private static final int BATCH = 100;

    @Parameters(index = "0", paramLabel = "NAME", description = "A queue, or with --topic a topic")
    private String name = "";

    @Parameters(index = "1", paramLabel = "BODY", arity = "0..1", description = "The text")
    private @Nullable String body;

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    @Option(names = "--create", description = "Make the queue or topic if there is none")
    private boolean create;

    @Option(
            names = {"-f", "--file"},
            paramLabel = "FILE",
            description = "The body is what is in a file")
    private @Nullable Path file;

    @Option(names = "--lines", description = "Each line of the body is a message of its own")
    private boolean lines;

    @Option(names = "--bytes", description = "Send the file or the standard input as a bytes message, however large")
    private boolean bytes;

    @Option(
            names = {"-p", "--property"},
            paramLabel = "NAME[:TYPE]=VALUE",
            description = "A property; TYPE is boolean, byte, short, int, long, float, double or string, the default")
    private List<String> properties = List.of();

    private final List<NamedValue> given = new ArrayList<>();

    @Option(names = "--group-id", paramLabel = "ID", description = "The message group, JMSXGroupID")
    private @Nullable String groupId;

    @Option(names = "--duplicate-id", paramLabel = "ID", description = "What duplicate detection compares")
    private @Nullable String duplicateId;

    @Option(names = "--delay", paramLabel = "DURATION", description = "When it becomes available: so long from now")
    private Duration delay = Duration.ZERO;

    @Option(names = "--time-to-live", paramLabel = "DURATION", description = "Default: that of the queue")
    private Duration timeToLive = Duration.ZERO;

    @Option(names = "--priority", paramLabel = "N", description = "0 to 9, default 4")
    private int priority = Message.DEFAULT_PRIORITY;

    @Option(names = "--correlation-id", paramLabel = "ID", description = "JMSCorrelationID")
    private @Nullable String correlationId;

    @Option(names = "--reply-to", paramLabel = "QUEUE", description = "JMSReplyTo")
    private @Nullable String replyTo;

    @Option(names = "--jms-type", paramLabel = "TYPE", description = "JMSType")
    private @Nullable String jmsType;

    @Option(names = "--non-persistent", description = "Not kept if the store fails")
    private boolean nonPersistent;

    SendCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected boolean mayCreate() {
        return create;
    }

    @Override
    protected void check() throws CommandFailure {
        if (body != null && file != null) {
            throw CommandFailure.usage("the body comes either from BODY or from --file");
        }
        if (bytes && (body != null || lines)) {
            throw CommandFailure.usage("--bytes goes with --file or the standard input, and without --lines");
        }
        if (priority < 0 || priority > 9) {
            throw CommandFailure.usage("--priority " + priority + " is not within 0 to 9");
        }
        if (delay.isNegative() || timeToLive.isNegative()) {
            throw CommandFailure.usage("--delay and --time-to-live can't be negative");
        }
        for (String property : properties) {
            given.add(NamedValue.parse("--property", property));
        }
        if (body == null && file == null && shell().terminal().in()) {
            shell().note("restante: the body is read from the terminal; Ctrl-D ends it");
        }
    }

    @Override
    protected int run(OpenStore store) throws Exception {
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
            try (InputStream stream = file == null ? firstOfInput() : Files.newInputStream(file)) {
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

    private String text() throws IOException, CommandFailure {
        if (body != null) {
            return body;
        }
        try {
            return TextLines.decoded(file == null ? input() : Files.readAllBytes(file));
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    (file == null ? "the standard input" : "the file " + file) + " can't be sent: " + Failures.reason(e)
                            + "; --bytes sends any bytes as they are",
                    e);
        }
    }

    /** In a script an empty input is a mistake more often than a body. */
    private byte[] input() throws IOException, CommandFailure {
        byte[] read = shell().in().readAllBytes();
        if (read.length == 0) {
            throw emptyInput();
        }
        return read;
    }

    /** As a stream: what comes may be larger than the memory. */
    private InputStream firstOfInput() throws IOException, CommandFailure {
        PushbackInputStream stream = new PushbackInputStream(shell().in());
        int first = stream.read();
        if (first < 0) {
            throw emptyInput();
        }
        stream.unread(first);
        return stream;
    }

    private static CommandFailure emptyInput() {
        return CommandFailure.usage(
                "the standard input is empty, so nothing was sent; write '' as BODY to send an empty text");
    }

    private void sendLines(Session session, MessageProducer producer) throws IOException, JMSException, CommandFailure {
        try (TextLines reader = body != null
                ? TextLines.of(new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)))
                : file != null ? TextLines.of(file) : TextLines.of(shell().in())) {
            List<Message> sent = new ArrayList<>();
            boolean empty = true;
            for (String line = next(reader); line != null && !shell().mustEnd(); line = next(reader)) {
                empty = false;
                sent.add(sendOne(session, producer, session.createTextMessage(line)));
                // What somebody types is sent at once, what is there already in transactions of many.
                if (sent.size() == BATCH || !reader.ready()) {
                    commit(session, sent);
                }
            }
            if (empty && body == null && file == null && !shell().mustEnd()) {
                throw emptyInput();
            }
            commit(session, sent);
        }
    }

    private static @Nullable String next(TextLines reader) throws CommandFailure {
        try {
            return reader.next();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitCode.FAILED,
                    "line " + Math.max(1, reader.number()) + " can't be sent: " + Failures.reason(e)
                            + "; the lines before it whose ids were printed are sent",
                    e);
        }
    }

    private void commit(Session session, List<Message> sent) throws JMSException {
        session.commit();
        for (Message message : sent) {
            tell(message);
        }
        sent.clear();
    }

    private void send(Session session, MessageProducer producer, Message message) throws JMSException {
        tell(sendOne(session, producer, message));
    }

    private Message sendOne(Session session, MessageProducer producer, Message message) throws JMSException {
        for (NamedValue property : given) {
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

    private void tell(Message message) throws JMSException {
        output().item(
                        new Fields().with("destination", name).with("messageId", message.getJMSMessageID()),
                        String.valueOf(message.getJMSMessageID()));
    }
}
