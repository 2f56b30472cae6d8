package dev.restante.samples.quickstart;

import java.io.PrintStream;

/** Tells the director, line by line, what happens in the story. Thread-safe. */
final class Reporter {

    private final PrintStream out;

    Reporter(PrintStream out) {
        this.out = out;
    }

    /** The customer's receipt: from now on the job must not be lost. */
    void accepted(int job) {
        tell(new StoryLine.Accepted(job));
    }

    void note(String text) {
        tell(new StoryLine.Note(text));
    }

    void progress(StoryLine.Progress progress) {
        tell(progress);
    }

    private synchronized void tell(StoryLine line) {
        out.print(line.text() + "\n");
        out.flush();
    }
}
