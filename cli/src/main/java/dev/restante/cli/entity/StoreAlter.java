package dev.restante.cli.entity;

import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.Shell;
import dev.restante.cli.shell.StoreCommand;
import dev.restante.console.json.Fields;
import dev.restante.option.DurationText;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code restante store alter}. */
@Command(name = "alter", sortOptions = false, description = "Changes the settings of the store.")
final class StoreAlter extends StoreCommand {

    @ArgGroup(multiplicity = "1")
    private Maximum maximum = new Maximum();

    /** One of the two. */
    static final class Maximum {
        @Option(
                names = "--maximum-time-to-live",
                paramLabel = "DURATION",
                description = "The longest that any message lives, wherever it is sent: 1ms or more")
        private @Nullable Duration duration;

        @Option(names = "--no-maximum-time-to-live", description = "No such maximum")
        private boolean none;
    }

    StoreAlter(Shell shell) {
        super(shell);
    }

    @Override
    protected int run(OpenStore store) throws Exception {
        store.admin().setMaximumTimeToLive(maximum.none ? null : maximum.duration);
        Duration now = store.admin().maximumTimeToLive();
        output().done(
                        new Fields().with("maximumTimeToLive", now),
                        "maximum time to live: " + (now == null ? "none" : DurationText.format(now)));
        return ExitCode.OK;
    }
}
