package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStoreCommand;
import dev.restante.console.json.JsonObject;
import dev.restante.option.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Command {@code restante store alter}: changes the settings of the store. */
@Command(name = "alter", sortOptions = false, description = "Changes the settings of the store.")
final class StoreAlterCommand extends OpenStoreCommand {

    @ArgGroup(multiplicity = "1")
    private MaximumTimeToLiveOption maximumTimeToLive = new MaximumTimeToLiveOption();

    /** Options that exclude each other. */
    static final class MaximumTimeToLiveOption {
        @Option(
                names = "--maximum-time-to-live",
                paramLabel = "DURATION",
                description = "Maximum time to live of all messages, 1ms or more")
        private @Nullable Duration duration;

        @Option(names = "--no-maximum-time-to-live", description = "Remove the maximum time to live")
        private boolean none;
    }

    StoreAlterCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected int run(CommandStore store) throws Exception {
        store.admin().setMaximumTimeToLive(maximumTimeToLive.none ? null : maximumTimeToLive.duration);
        Duration now = store.admin().maximumTimeToLive();
        output().result(
                        new JsonObject().with("maximumTimeToLive", now),
                        "maximum time to live: " + (now == null ? "none" : DurationText.format(now)));
        return ExitCode.OK;
    }
}
