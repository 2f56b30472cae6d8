package dev.restante.cli.message;

import dev.restante.admin.QueueStatistics;
import dev.restante.cli.shell.OpenStore;
import dev.restante.cli.shell.ProgressBar;
import dev.restante.cli.shell.Shell;
import jakarta.jms.JMSException;

/** The totals of progress bars. */
final class Totals {

    private Totals() {}

    /** How many messages a queue or subscription has; 0 where nobody sees the bar, or a filter makes it unknown. */
    static long of(Shell shell, OpenStore store, String name, FilterOptions filter) throws JMSException {
        if (!ProgressBar.isSeen(shell) || !filter.isEmpty()) {
            return 0;
        }
        QueueStatistics statistics = store.admin().statistics(name);
        return statistics.available() + statistics.inFlight() + statistics.scheduled() + statistics.deferred();
    }
}
