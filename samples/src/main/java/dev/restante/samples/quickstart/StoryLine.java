package dev.restante.samples.quickstart;

import java.util.Arrays;
import java.util.Optional;

/**
 * One line that the story tells the director. Each ends with a mark, because the last line of a process that is killed
 * may be cut off in the middle, and {@code accepted 1} is not {@code accepted 17}.
 */
sealed interface StoryLine {

    /** The end of a whole line. */
    String END = " .";

    /** The send of a job has returned. */
    record Accepted(int job) implements StoryLine {
        @Override
        public String text() {
            return "accepted " + job + END;
        }
    }

    /** Something worth telling. */
    record Note(String note) implements StoryLine {
        @Override
        public String text() {
            return "note " + note + END;
        }
    }

    /**
     * How things stand.
     *
     * @param waiting jobs that no worker has
     * @param held jobs in the hands of workers
     * @param dead jobs in the dead-letter queue, on their way to the bookkeeper
     * @param done recorded as done in time
     * @param late recorded as answered late
     * @param poison recorded as poison
     * @param malformed recorded as malformed
     */
    record Progress(long waiting, long held, long dead, long done, long late, long poison, long malformed)
            implements StoryLine {
        @Override
        public String text() {
            return "progress " + waiting + " " + held + " " + dead + " " + done + " " + late + " " + poison + " "
                    + malformed + END;
        }
    }

    String text();

    /** Reads a line; empty if it is cut off. */
    static Optional<StoryLine> parse(String line) {
        if (!line.endsWith(END)) {
            return Optional.empty();
        }
        String[] parts = line.substring(0, line.length() - END.length()).split(" ", 2);
        return switch (parts[0]) {
            case "accepted" -> Optional.of(new Accepted(Integer.parseInt(parts[1])));
            case "note" -> Optional.of(new Note(parts[1]));
            case "progress" -> {
                long[] numbers = Arrays.stream(parts[1].split(" "))
                        .mapToLong(Long::parseLong)
                        .toArray();
                yield Optional.of(new Progress(
                        numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5], numbers[6]));
            }
            default -> Optional.empty();
        };
    }
}
