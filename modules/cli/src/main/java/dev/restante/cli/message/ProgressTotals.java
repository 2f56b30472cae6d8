package dev.restante.cli.message;

import dev.restante.admin.QueueStatistics;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.CommandStore;
import dev.restante.cli.shell.ProgressBar;
import jakarta.jms.JMSException;

/** Query of the message count of a queue or subscription, which a progress bar shows as its total. */
final class ProgressTotals {

    private ProgressTotals() {}

    /** Returns the message count of a queue or subscription, or 0 if no progress bar is shown or a filter is set. */
    static long messages(CommandContext context, CommandStore store, String name, MessageFilterOptions filter)
            throws JMSException {
        if (!ProgressBar.isVisible(context) || !filter.isEmpty()) {
            return 0;
        }
        QueueStatistics statistics = store.admin().statistics(name);
        return statistics.available() + statistics.inFlight() + statistics.scheduled() + statistics.deferred();
    }
}
