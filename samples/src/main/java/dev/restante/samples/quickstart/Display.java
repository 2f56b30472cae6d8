package dev.restante.samples.quickstart;

/** Shows how the story goes. */
sealed interface Display permits PanelDisplay, PlainDisplay {

    /**
     * A panel that is redrawn where there is a terminal, and lines where there is none. From JDK 22 to 24 there is
     * always a console unless the system property {@code jdk.console} is {@code java.base}, as the build sets it.
     */
    @SuppressWarnings("SystemConsoleNull")
    static Display forThisTerminal(Script script) {
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return terminal ? new PanelDisplay(System.out, script.jobs()) : new PlainDisplay(System.out);
    }

    /** Something that happened. */
    void note(String text);

    /**
     * How things stand; called often.
     *
     * @param accepted jobs for which there is a receipt
     */
    void progress(int accepted, StoryLine.Progress progress);
}
