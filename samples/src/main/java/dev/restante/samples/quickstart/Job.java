package dev.restante.samples.quickstart;

import java.util.Optional;

/**
 * What a customer wants done.
 *
 * @param id numbered by the front
 * @param command {@code resize}, or {@code transcode}, which takes long
 * @param file on which to do it
 */
record Job(int id, String command, String file) {

    /** The message property that carries the id. */
    static final String ID = "JobId";

    /** Reads a message's text, as a worker does; empty if it is malformed. */
    static Optional<Job> parse(int id, String text) {
        String[] words = text.split(" ");
        return words.length == 2 ? Optional.of(new Job(id, words[0], words[1])) : Optional.empty();
    }

    boolean takesLong() {
        return command.equals("transcode");
    }

    /** A file that no worker can read, however often it tries. */
    boolean isPoison() {
        return file.endsWith(".broken");
    }

    /** What the customer with that number types: mostly something sensible. */
    static String textOf(int id) {
        if (id % 100 == 23) {
            return "resize photo-" + id + ".broken";
        }
        if (id % 100 == 37) {
            return "resize";
        }
        return id % 80 == 11 ? "transcode film-" + id + ".mp4" : "resize photo-" + id + ".jpg";
    }

    /** Whether the customer waits only so long. */
    static boolean hasDeadline(String text) {
        return text.startsWith("resize") && text.endsWith(".jpg");
    }
}
