package dev.restante.cli.message;

import dev.restante.admin.MessageBody;
import dev.restante.admin.MessageDescription;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.MessageCountText;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.console.json.Json;
import dev.restante.console.json.JsonObject;
import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code restante export}: writes copies of messages as JSON lines, which the import command reads. */
@Command(
        name = "export",
        sortOptions = false,
        description = {
            "Writes copies of messages as JSON lines, which the import command reads.",
            "Messages that are sent or removed during the export may be missing or included."
        })
final class ExportCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final MessageFilterOptions filter = new MessageFilterOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "File to write; default: standard output")
    private @Nullable Path file;

    @Option(names = "--overwrite", description = "Replace an existing file")
    private boolean overwrite;

    ExportCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        RequestedMessages requested = filter.requestedMessages(store.admin().messages(entity.name()));
        export(store);
        return requested.report(context(), entity.name(), "that matches the filter", requested.found());
    }

    private void export(CommandStore store) throws Exception {
        Path target = file;
        if (target == null) {
            PrintStream out = context().out();
            pages(store).forEach(message -> {
                out.println(line(message));
                return !context().shouldStop();
            });
            return;
        }
        long written;
        try (AtomicOutputFile output = open(target)) {
            written = write(store, output.out());
            if (context().shouldStop()) {
                throw CommandException.partiallyDone(
                        ExitCode.INTERRUPTED, "interrupted: " + target + " was not written", null);
            }
            output.complete();
        } catch (FileAlreadyExistsException e) {
            throw new CommandException(
                    ExitCode.REJECTED, "the file " + target + " already exists. Use --overwrite to replace it.", e);
        } catch (IOException e) {
            throw new CommandException(
                    ExitCode.FAILED, "the file " + target + " cannot be written: " + FailureReporter.reason(e), e);
        }
        JsonObject done = new JsonObject()
                .with("name", entity.name())
                .with("exported", written)
                .with("file", target.toString());
        output().result(
                        done,
                        "exported " + MessageCountText.messages(written) + " of " + entity.name() + " to " + target);
    }

    private AtomicOutputFile open(Path target) throws IOException {
        return overwrite ? AtomicOutputFile.replace(target) : AtomicOutputFile.create(target);
    }

    private long write(CommandStore store, OutputStream out) throws Exception {
        AtomicLong written = new AtomicLong();
        try (ProgressBar bar = new ProgressBar(
                context(), "exported", ProgressTotals.messages(context(), store, entity.name(), filter))) {
            return pages(store).forEach(message -> {
                out.write((line(message) + System.lineSeparator()).getBytes(StandardCharsets.UTF_8));
                return bar.update(written.incrementAndGet());
            });
        }
    }

    private MessagePager pages(CommandStore store) throws JMSException {
        return new MessagePager(store.admin().messages(entity.name()), filter.filter(), true);
    }

    private static String line(MessageDescription message) throws CommandException {
        if (message.body() instanceof MessageBody.Large apart) {
            throw new CommandException(
                    ExitCode.REJECTED,
                    "message " + message.sequenceNumber() + " has a body of " + apart.lengthBytes()
                            + " bytes, which is too large for an export. Receive this message with --output, or"
                            + " exclude it from the export with --selector or --sequence-number.");
        }
        return Json.text(PeekedMessageFields.of(message));
    }
}
