package dev.restante.samples.quickstart;

import java.util.Optional;

/**
 * Job that a customer sends to the workers of the demo, for example to resize a photo, with its parser.
 *
 * @param command {@code resize}, or {@code transcode}, which takes long
 */
record Job(int id, String command, String file) {

    /** Name of the message property that contains the id. */
    static final String ID = "JobId";

    /** Parses the text of a message. Returns empty if the text is malformed. */
    static Optional<Job> parse(int id, String text) {
        String[] words = text.split(" ");
        return words.length == 2 ? Optional.of(new Job(id, words[0], words[1])) : Optional.empty();
    }

    boolean takesLong() {
        return command.equals("transcode");
    }

    /** Returns whether no worker can ever read the file. */
    boolean isPoison() {
        return file.endsWith(".broken");
    }

    /** Returns the text that a customer enters for a job. Most texts are valid. */
    static String textOf(int id) {
        if (id % 100 == 23) {
            return "resize photo-" + id + ".broken";
        }
        if (id % 100 == 37) {
            return "resize";
        }
        return id % 80 == 11 ? "transcode film-" + id + ".mp4" : "resize photo-" + id + ".jpg";
    }

    /** Returns whether the customer waits only until the deadline. */
    static boolean hasDeadline(String text) {
        return text.startsWith("resize") && text.endsWith(".jpg");
    }
}
