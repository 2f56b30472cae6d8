package dev.restante.cli.message;

import dev.restante.admin.MessagePage;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.EntityArgument;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Command {@code restante peek}: shows messages of a queue or subscription page by page, without receiving or
 * locking them.
 */
@Command(
        name = "peek",
        sortOptions = false,
        description = "Shows messages of a queue or subscription page by page, without receiving or locking them.")
final class PeekCommand extends OpenStoreCommand {

    @Mixin
    private final EntityArgument entity = new EntityArgument();

    @Mixin
    private final TopicOption topic = new TopicOption();

    @Mixin
    private final MessageFilterOptions filter = new MessageFilterOptions();

    @Option(
            names = {"-n", "--count"},
            paramLabel = "N",
            description = "Maximum number of messages, 1 to 1000; default: 20")
    private int count = 20;

    @Option(names = "--after", paramLabel = "PAGE_TOKEN", description = "Continue after the previous page")
    private @Nullable String after;

    @Option(
            names = {"-b", "--body"},
            description = "Show the bodies, too")
    private boolean body;

    @Option(
            names = {"-w", "--wide"},
            description = "Show all columns; default: the columns that fit into 100 characters")
    private boolean wide;

    PeekCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        MessagePage page = new MessagePager(topic.messages(store, entity), filter.filter(), body).page(count, after);
        if (output().json()) {
            output().object(new JsonObject()
                    .with(
                            "messages",
                            page.messages().stream()
                                    .map(PeekedMessageFields::of)
                                    .toList())
                    .with("next", page.next()));
            return ExitCode.OK;
        }
        if (body) {
            page.messages().forEach(message -> {
                output().object(PeekedMessageFields.readable(message));
                context().out().println();
            });
        } else {
            output().table(
                            page.messages().stream()
                                    .map(PeekedMessageFields::row)
                                    .toList(),
                            wide ? PeekedMessageFields.WIDE_COLUMNS : PeekedMessageFields.NARROW_COLUMNS);
        }
        if (page.next() != null) {
            context().printError("more: --after " + page.next());
        }
        return ExitCode.OK;
    }

    @Override
    protected void validate() throws CommandException {
        if (count < 1 || count > 1_000) {
            throw CommandException.usage("--count " + count + " is not within 1 to 1000");
        }
    }
}
