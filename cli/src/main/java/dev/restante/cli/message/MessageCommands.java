package dev.restante.cli.message;

import java.util.List;

/** The commands of this package. */
public final class MessageCommands {

    private MessageCommands() {}

    /** In the order in which help shows them. */
    public static List<Class<?>> all() {
        return List.of(
                PeekCommand.class,
                BrowseCommand.class,
                SendCommand.class,
                ReceiveCommand.class,
                DeadLettersCommand.class,
                RedriveCommand.class,
                RedriveJobsCommand.class,
                PurgeCommand.class,
                CancelCommand.class,
                ExplainCommand.class,
                BreakLockCommand.class,
                UndeferCommand.class,
                ForgetDuplicateCommand.class,
                OrphansCommand.class,
                ExportCommand.class,
                ImportCommand.class);
    }
}
