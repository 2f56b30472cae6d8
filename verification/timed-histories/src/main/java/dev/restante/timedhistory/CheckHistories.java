package dev.restante.timedhistory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** Entry point that checks files of histories. */
public final class CheckHistories {

    private CheckHistories() {}

    /**
     * Prints the violations of one history, and ends with status 1 if there is one.
     *
     * @param arguments the files of the history, in any order if the database lost nothing
     */
    public static void main(String[] arguments) throws IOException {
        TimedHistory history =
                TimedHistory.read(Arrays.stream(arguments).map(Path::of).toList());
        HistoryChecker.CheckedHistory checked = HistoryChecker.check(history);
        checked.violations().forEach(System.out::println);
        System.out.println(history.operations().size() + " operations, "
                + checked.violations().size() + " violations");
        System.exit(checked.violations().isEmpty() ? 0 : 1);
    }
}
