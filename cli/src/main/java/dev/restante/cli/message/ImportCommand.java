package dev.restante.cli.message;

import dev.restante.OutcomeUnknownException;
import dev.restante.api.ErrorCodes;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.Counted;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.Failures;
import dev.restante.cli.shell.JsonReader;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.cli.shell.TextLines;
import dev.restante.console.json.Fields;
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

/** {@code restante import}. */
@Command(
        name = "import",
        sortOptions = false,
        description = {
            "Sends the messages of an export. Headers that a sender can set, properties and body are kept.",
            "What only the provider sets goes into properties that begin with exported. What has expired is left out."
        })
final class ImportCommand extends StoreCommand {

    @Parameters(index = "0", paramLabel = "NAME", description = "A queue, or with --topic a topic")
    private String name = "";

    @Option(names = "--topic", description = "NAME is a topic")
    private boolean topic;

    @Option(names = "--create", description = "Make the queue or topic if there is none")
    private boolean create;

    @Option(
            names = {"-i", "--input"},
            paramLabel = "FILE",
            description = "Default: standard input")
    private @Nullable Path file;

    @Option(names = "--from-line", paramLabel = "N", description = "Begin with this line, default 1")
    private long fromLine = 1;

    @Option(names = "--batch", paramLabel = "N", description = "Messages in a transaction, default 100")
    private int batch = 100;

    @Option(names = "--no-expiry", description = "Without their times to live, and with what has expired")
    private boolean noExpiry;

    @Option(names = "--no-delay", description = "Make scheduled messages available at once")
    private boolean noDelay;

    @Option(names = "--no-origin", description = "Without the properties that begin with exported")
    private boolean noOrigin;

    private long lineNumber;
    /** The first that is not in a transaction that was committed. */
    private long nextLine;

    private long imported;
    private long expired;
    private int inTransaction;

    ImportCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected boolean mayCreate() {
        return create;
    }

    @Override
    protected void check() throws CommandFailure {
        if (batch < 1 || fromLine < 1) {
            throw CommandFailure.usage("--batch and --from-line are 1 or more");
        }
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Session session = store.connect(null).createSession(true, Session.SESSION_TRANSACTED);
        MessageProducer producer =
                session.createProducer(topic ? session.createTopic(name) : session.createQueue(name));
        nextLine = fromLine;
        Path source = file;
        long total = source == null ? 0 : Files.size(source);
        try (TextLines reader = source == null ? TextLines.of(shell().in()) : TextLines.of(source);
                ProgressBar bar = new ProgressBar(shell(), "imported", 0)) {
            read(reader, session, producer, bar, StoreTime.of(store.admin()));
        } catch (JMSException refused) {
            throw ErrorCodes.OUTCOME_UNKNOWN.equals(refused.getErrorCode()) ? unknown(refused) : failed(refused);
        } catch (IllegalArgumentException | ArithmeticException | DateTimeException | IOException e) {
            throw failed(e);
        } catch (OutOfMemoryError e) {
            throw failed(new IOException("this process has no memory for it; start it with more (-Xmx)", e));
        }
        Fields done = new Fields()
                .with("name", name)
                .with("imported", imported)
                .with("expired", expired)
                .with("bytes", total);
        output().done(
                        done,
                        "imported " + Counted.messages(imported) + " into " + name
                                + (expired > 0 ? "; left out " + expired + " that have expired (--no-expiry)" : ""));
        return ExitCode.OK;
    }

    private CommandFailure failed(Exception cause) {
        int exitCode = Failures.exitCode(cause);
        return new CommandFailure(
                // The command line is right where a line of the file is not.
                exitCode == ExitCode.USAGE ? ExitCode.FAILED : exitCode,
                "line " + lineNumber + " can't be imported: " + Failures.reason(cause) + "; "
                        + Counted.messagesWere(imported) + " imported. Go on with --from-line " + nextLine,
                cause);
    }

    /** To go on with either line on a guess would lose messages or double them (SND-09). */
    private CommandFailure unknown(JMSException cause) {
        String first = "--from-line " + nextLine;
        String next = "--from-line " + (lineNumber + 1);
        return new CommandFailure(
                ExitCode.OUTCOME_UNKNOWN,
                "it is not known whether lines " + nextLine + " to " + lineNumber + " were imported: "
                        + Failures.reason(cause) + "; " + Counted.messagesWere(imported) + " imported before. "
                        + (cause instanceof OutcomeUnknownException told
                                ? "Ask " + Failures.asking(told) + ": go on with " + next + " if it is COMMITTED, with "
                                        + first + " if it is NOT_COMMITTED"
                                : "Look whether they are there: go on with " + next + " if they are, else with "
                                        + first),
                cause);
    }

    private void read(TextLines reader, Session session, MessageProducer producer, ProgressBar bar, StoreTime time)
            throws IOException, JMSException {
        while (reader.number() < fromLine - 1 && reader.skip() && !shell().mustEnd()) {
            lineNumber = reader.number();
        }
        for (String line = next(reader); line != null && !shell().mustEnd(); line = next(reader)) {
            if (line.isBlank()) {
                continue;
            }
            String text = lineNumber == 1 && line.startsWith(TextLines.BYTE_ORDER_MARK) ? line.substring(1) : line;
            send(session, producer, ImportedMessage.of(JsonReader.parse(text)), time.now());
            if (inTransaction == batch) {
                commit(session);
                bar.show(imported);
            }
        }
        commit(session);
        bar.show(imported);
    }

    private @Nullable String next(TextLines reader) throws IOException {
        try {
            return reader.next();
        } finally {
            lineNumber = reader.number();
        }
    }

    private void commit(Session session) throws JMSException {
        session.commit();
        imported += inTransaction;
        nextLine = lineNumber + 1;
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
                line.message(session, !noOrigin),
                line.persistent() ? DeliveryMode.PERSISTENT : DeliveryMode.NON_PERSISTENT,
                line.priority(),
                times.timeToLiveMillis());
        inTransaction++;
    }
}
