package dev.restante.cli.message;

import dev.restante.api.ErrorCodes;
import dev.restante.api.OutcomeUnknownException;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.JsonReader;
import dev.restante.cli.shell.MessageCountText;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Utf8LineReader;
import dev.restante.console.json.JsonObject;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Command {@code restante import}: sends the messages of an export with their properties, bodies and the headers
 * that a sender can set.
 */
@Command(
        name = "import",
        sortOptions = false,
        description = {
            "Sends the messages of an export with their properties, bodies and the headers that a sender can set.",
            "Other headers become properties whose names begin with exported. Expired messages are skipped."
        })
final class ImportCommand extends OpenStoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "Name of a queue, or with --topic of a topic")
    private String name = "";

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    @Option(names = "--create", description = "Create the queue or topic if it does not exist")
    private boolean create;

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "File to read; default: standard input")
    private @Nullable Path file;

    @Option(names = "--from-line", paramLabel = "N", description = "First line to import; default: 1")
    private long fromLine = 1;

    @Option(names = "--batch", paramLabel = "N", description = "Messages per transaction; default: 100")
    private int batch = 100;

    @Option(names = "--no-expiry", description = "Ignore expiry times, and import expired messages, too")
    private boolean noExpiry;

    @Option(
            names = "--no-delay",
            description = "Ignore delivery times, so that scheduled messages are available at once")
    private boolean noDelay;

    @Option(names = "--no-origin", description = "Do not add the properties whose names begin with exported")
    private boolean withoutOriginProperties;

    private long lineNumber;
    /** First line that no committed transaction contains. */
    private long nextLine;

    private long imported;
    private long expired;
    private int inTransaction;

    ImportCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected boolean createsMissingEntities() {
        return create;
    }

    @Override
    protected void validate() throws CommandException {
        if (batch < 1 || fromLine < 1) {
            throw CommandException.usage("--batch and --from-line must be at least 1");
        }
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        Session session = store.connect(null).createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer =
                session.createProducer(topic ? session.createTopic(name) : session.createQueue(name));
        nextLine = fromLine;
        Path source = file;
        long total = source == null ? 0 : Files.size(source);
        try (Utf8LineReader reader =
                        source == null ? Utf8LineReader.of(context().in()) : Utf8LineReader.of(source);
                ProgressBar bar = new ProgressBar(context(), "imported", 0)) {
            read(reader, session, producer, bar, StoreTimeEstimate.of(store.admin()));
        } catch (JMSException refused) {
            throw ErrorCodes.OUTCOME_UNKNOWN.equals(refused.getErrorCode())
                    ? outcomeUnknown(refused)
                    : importFailed(refused);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | IOException e) {
            throw importFailed(e);
        } catch (OutOfMemoryError e) {
            throw importFailed(new IOException(
                    "the line does not fit into the memory of this process. " + FailureReporter.LARGER_HEAP, e));
        }
        JsonObject done = new JsonObject()
                .with("name", name)
                .with("imported", imported)
                .with("expired", expired)
                .with("bytes", total);
        output().result(
                        done,
                        "imported " + MessageCountText.messages(imported) + " into " + name
                                + (expired > 0
                                        ? "; skipped " + expired + " that have expired (--no-expiry imports them)"
                                        : ""));
        if (context().isInterrupted()) {
            context().printError("restante: interrupted. Continue with --from-line " + nextLine);
        }
        return ExitCode.OK;
    }

    private CommandException importFailed(Exception cause) {
        int exitCode = FailureReporter.exitCode(cause);
        return CommandException.partiallyDone(
                // An invalid line is no error of the command line.
                exitCode == ExitCode.USAGE ? ExitCode.FAILED : exitCode,
                "line " + lineNumber + " cannot be imported: " + FailureReporter.sentence(cause) + " "
                        + MessageCountText.messagesWere(imported) + " imported. Continue with --from-line " + nextLine,
                cause);
    }

    /**
     * Returns a failure that names both lines with which the next import may begin. The wrong line would lose or
     * duplicate messages (SND-09).
     */
    private CommandException outcomeUnknown(JMSException cause) {
        String first = "--from-line " + nextLine;
        String next = "--from-line " + (lineNumber + 1);
        return new CommandException(
                ExitCode.OUTCOME_UNKNOWN,
                "it is unknown whether lines " + nextLine + " to " + lineNumber + " were imported: "
                        + FailureReporter.sentence(cause) + " " + MessageCountText.messagesWere(imported)
                        + " imported before. "
                        + (cause instanceof OutcomeUnknownException told
                                ? "Run " + FailureReporter.outcomeCommand(told) + ": continue with " + next
                                        + " after COMMITTED, with " + first + " after NOT_COMMITTED"
                                : "Check whether the messages are in the queue: if they are, continue with " + next
                                        + ", otherwise with " + first),
                cause);
    }

    private void read(
            Utf8LineReader reader, Session session, MessageProducer producer, ProgressBar bar, StoreTimeEstimate time)
            throws IOException, JMSException {
        while (reader.number() < fromLine - 1
                && !context().shouldStop()
                && Boolean.TRUE.equals(context().readInterruptibly(reader::skip))) {
            lineNumber = reader.number();
        }
        // Every line that was read is sent, so the next import begins with the line after it.
        for (String line = next(reader); line != null; line = next(reader)) {
            if (line.isBlank()) {
                continue;
            }
            String text = lineNumber == 1 && line.startsWith(Utf8LineReader.BYTE_ORDER_MARK) ? line.substring(1) : line;
            send(session, producer, ImportedMessage.of(JsonReader.parse(text)), time.now());
            if (inTransaction == batch) {
                commit(session);
                bar.update(imported);
            }
        }
        commit(session);
        bar.update(imported);
    }

    /** Returns the next line, or null at the end of the text or of the command. */
    private @Nullable String next(Utf8LineReader reader) throws IOException {
        if (context().shouldStop()) {
            return null;
        }
        try {
            String line = context().readInterruptibly(reader::next);
            if (line != null) {
                lineNumber = reader.number();
            }
            return line;
        } catch (IOException | OutOfMemoryError e) {
            lineNumber = reader.number();
            throw e;
        }
    }

    private void commit(Session session) throws JMSException {
        session.commit();
        imported += inTransaction;
        nextLine = Math.max(fromLine, lineNumber + 1);
        inTransaction = 0;
    }

    private void send(Session session, MessageProducer producer, ImportedMessage line, Instant now)
            throws JMSException {
        ImportedTimes times = ImportedTimes.of(line, !noDelay, !noExpiry, now);
        if (times == null) {
            expired++;
            return;
        }
        producer.setDeliveryDelay(times.delayMillis());
        producer.send(
                line.message(session, !withoutOriginProperties),
                line.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT,
                line.priority(),
                times.timeToLiveMillis());
        inTransaction++;
    }
}
