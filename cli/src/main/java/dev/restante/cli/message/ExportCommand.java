package dev.restante.cli.message;

import dev.restante.admin.MessageBody;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.Counted;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import dev.restante.console.json.Json;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante export}. */
@Command(
        name = "export",
        sortOptions = false,
        description = {
            "Writes messages as JSON lines, which import reads. They stay where they are.",
            "Messages that come or go meanwhile may be written or not."
        })
final class ExportCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Default: standard output")
    private @Nullable Path file;

    @Option(names = "--overwrite", description = "Even if the file exists")
    private boolean overwrite;

    ExportCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        Path target = file;
        if (target == null) {
            write(store, shell().out(), false);
            return ExitCode.OK;
        }
        long written;
        try (PrintStream out = open(target)) {
            written = write(store, out, true);
            if (out.checkError()) {
                throw new CommandFailure(ExitCode.FAILED, target + " can't be written; is the disk full?");
            }
        }
        Fields done = new Fields()
                .with("name", entity.name())
                .with("exported", written)
                .with("file", target.toString());
        output().done(done, "exported " + Counted.messages(written) + " of " + entity.name() + " to " + target);
        return ExitCode.OK;
    }

    private PrintStream open(Path target) throws IOException, CommandFailure {
        StandardOpenOption how = overwrite ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW;
        try {
            return new PrintStream(
                    new BufferedOutputStream(Files.newOutputStream(
                            target, how, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)),
                    false,
                    StandardCharsets.UTF_8);
        } catch (FileAlreadyExistsException e) {
            throw new CommandFailure(ExitCode.REFUSED, "the file " + target + " exists; --overwrite replaces it", e);
        }
    }

    private long write(OpenStore store, PrintStream out, boolean showing) throws Exception {
        Pages pages = new Pages(store.admin().messages(entity.name()), filter.filter(), true);
        AtomicLong written = new AtomicLong();
        long total = showing ? Totals.of(shell(), store, entity.name(), filter) : 0;
        try (ProgressBar bar = new ProgressBar(shell(), "exported", total)) {
            return pages.each(message -> {
                if (message.body() instanceof MessageBody.Apart apart) {
                    throw new CommandFailure(
                            ExitCode.REFUSED,
                            "message " + message.sequenceNumber() + " has a body of " + apart.lengthBytes()
                                    + " bytes, which is stored apart and does not fit into a line; receive it with --output, or export the others with --selector or --sequence-number");
                }
                out.println(Json.text(DescribedMessage.of(message)));
                return showing ? bar.show(written.incrementAndGet()) : !shell().mustEnd();
            });
        }
    }
}
