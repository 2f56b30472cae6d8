package dev.restante.samples.quickstart;

import java.util.Arrays;
import java.util.Optional;

/**
 * Event that the demo application reports to its parent process, as one line. Each line ends with a mark, because a
 * kill may cut off the last line, and {@code accepted 1} is not {@code accepted 17}.
 */
sealed interface DemoEvent {

    /** Mark at the end of a complete line. */
    String END = " .";

    /** Event after the send of a job has returned. */
    record JobAccepted(int job) implements DemoEvent {
        @Override
        public String text() {
            return "accepted " + job + END;
        }
    }

    /** Event with a text for the user. */
    record TextEvent(String note) implements DemoEvent {
        @Override
        public String text() {
            return "note " + note + END;
        }
    }

    /**
     * Event with the current counts. The recorded outcomes are explained in {@link LedgerEntry.JobOutcome}.
     *
     * @param waiting the jobs that no worker has
     * @param held the jobs that a worker has locked
     * @param dead the jobs in the dead-letter queue, on their way to the bookkeeper
     */
    record ProgressEvent(long waiting, long held, long dead, long done, long late, long poison, long malformed)
            implements DemoEvent {
        @Override
        public String text() {
            return "progress " + waiting + " " + held + " " + dead + " " + done + " " + late + " " + poison + " "
                    + malformed + END;
        }
    }

    String text();

    /** Parses a line. Returns empty for an incomplete line. */
    static Optional<DemoEvent> parse(String line) {
        if (!line.endsWith(END)) {
            return Optional.empty();
        }
        String[] parts = line.substring(0, line.length() - END.length()).split(" ", 2);
        return switch (parts[0]) {
            case "accepted" -> Optional.of(new JobAccepted(Integer.parseInt(parts[1])));
            case "note" -> Optional.of(new TextEvent(parts[1]));
            case "progress" -> {
                long[] numbers = Arrays.stream(parts[1].split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray();
                yield Optional.of(new ProgressEvent(
                        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]));
            }
            default -> Optional.empty();
        };
    }
}
