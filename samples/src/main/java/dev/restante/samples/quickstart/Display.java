package dev.restante.samples.quickstart;

/** Display of the demo's progress on the terminal: a redrawn panel, or plain lines for files and pipes. */
sealed interface Display permits PanelDisplay, PlainDisplay {

    /**
     * Creates a panel that is redrawn in a terminal, or plain lines without a terminal. From JDK 22 to 24 there is
     * always a console unless the system property {@code jdk.console} is {@code java.base}, as the build sets it.
     */
    @SuppressWarnings("SystemConsoleNull")
    static Display forThisTerminal(DemoPlan plan) {
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return terminal ? new PanelDisplay(System.out, plan.jobs()) : new PlainDisplay(System.out);
    }

    /** Shows a text. */
    void note(String text);

    /**
     * Shows the current counts; called often.
     *
     * @param accepted the number of jobs with a receipt
     */
    void progress(int accepted, DemoEvent.ProgressEvent progress);
}
