package dev.restante.cli.message;

import dev.restante.admin.MessagePage;
import dev.restante.cli.shell.CommandFailure;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code restante peek}. */
@Command(
        name = "peek",
        sortOptions = false,
        description = "Shows messages of a queue or subscription page by page, without taking or locking them.")
final class PeekCommand extends StoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final TopicOption topic = new TopicOption();

    @Mixin
    private final FilterOptions filter = new FilterOptions();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "At most so many, 1 to 1000, default 20")
    private int count = 20;

    @Option(names = "--after", paramLabel = "PLACE", description = "Goes on where the page before has ended")
    private @Nullable String after;

    @Option(
            names = {"-b", "--body"},
            description = "With their bodies")
    private boolean body;

    @Option(
            names = {"-w", "--wide"},
            description = "All columns; without it, those that fit 100 characters")
    private boolean wide;

    PeekCommand(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        MessagePage page = new Pages(topic.messages(store, entity), filter.filter(), body).page(count, after);
        if (output().json()) {
            output().thing(new Fields()
                    .with(
                            "messages",
                            page.messages().stream().map(DescribedMessage::of).toList())
                    .with("next", page.next()));
            return ExitCode.OK;
        }
        if (body) {
            page.messages().forEach(message -> {
                output().thing(DescribedMessage.readable(message));
                shell().out().println();
            });
        } else {
            output().table(
                            page.messages().stream().map(DescribedMessage::row).toList(),
                            wide ? DescribedMessage.WIDE : DescribedMessage.NARROW);
        }
        if (page.next() != null) {
            shell().note("more: --after " + page.next());
        }
        return ExitCode.OK;
    }

    @Override
    protected void check() throws CommandFailure {
        if (count < 1 || count > 1_000) {
            throw CommandFailure.usage("--count " + count + " is not within 1 to 1000");
        }
    }
}
