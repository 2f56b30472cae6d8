package dev.restante.cli.entity;

import dev.restante.admin.TopicOptions;
import dev.restante.cli.shell.CommandFailure;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of topics; what is not given stays as it is. */
final class TopicOptionArguments {

    @Option(names = "--default-time-to-live", paramLabel = "DURATION", description = "1ms or more, default none")
    private @Nullable Duration defaultTimeToLive;

    @Option(names = "--duplicate-detection-window", paramLabel = "DURATION", description = "20s to 7d, default none")
    private @Nullable Duration duplicateDetectionWindow;

    @Option(names = "--auto-delete-on-idle", paramLabel = "DURATION", description = "5m or more, default never")
    private @Nullable Duration autoDeleteOnIdle;

    TopicOptions applied(TopicOptions to) {
        TopicOptions options = to;
        if (defaultTimeToLive != null) {
            options = options.withDefaultTimeToLive(defaultTimeToLive);
        }
        if (duplicateDetectionWindow != null) {
            options = options.withDuplicateDetectionWindow(duplicateDetectionWindow);
        }
        return autoDeleteOnIdle == null ? options : options.withAutoDeleteOnIdle(autoDeleteOnIdle);
    }

    static TopicOptions reset(TopicOptions from, List<String> names) throws CommandFailure {
        TopicOptions options = from;
        for (String name : names) {
            options = switch (name) {
                case "default-time-to-live" -> options.withDefaultTimeToLive(null);
                case "duplicate-detection-window" -> options.withDuplicateDetectionWindow(null);
                case "auto-delete-on-idle" -> options.withAutoDeleteOnIdle(null);
                default ->
                    throw CommandFailure.usage(
                            "there is no option '" + name
                                    + "' to reset; there are: auto-delete-on-idle, default-time-to-live, duplicate-detection-window");
            };
        }
        return options;
    }
}
