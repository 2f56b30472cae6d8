package dev.restante.samples.quickstart;

import java.io.PrintStream;

/** Reporter of demo events to the parent process, line by line. Thread-safe. */
final class EventReporter {

    private final PrintStream out;

    EventReporter(PrintStream out) {
        this.out = out;
    }

    /** Reports a receipt for the customer. A job with a receipt must not be lost. */
    void accepted(int job) {
        tell(new DemoEvent.JobAccepted(job));
    }

    void note(String text) {
        tell(new DemoEvent.TextEvent(text));
    }

    void progress(DemoEvent.ProgressEvent progress) {
        tell(progress);
    }

    private synchronized void tell(DemoEvent event) {
        out.print(event.text() + "\n");
        out.flush();
    }
}
