package dev.restante.cli.message;

import java.util.List;

/** List of the commands on messages, in the order of the help. */
public final class MessageCommands {

    private MessageCommands() {}

    public static List<Class<?>> all() {
        return List.of(
                PeekCommand.class,
                BrowseCommand.class,
                SendCommand.class,
                ReceiveCommand.class,
                DeadLettersCommand.class,
                RedriveCommand.class,
                RedriveJobsCommandGroup.class,
                PurgeCommand.class,
                CancelCommand.class,
                ExplainCommand.class,
                BreakLockCommand.class,
                UndeferCommand.class,
                ForgetDuplicateCommand.class,
                OrphansCommandGroup.class,
                ExportCommand.class,
                ImportCommand.class);
    }
}
