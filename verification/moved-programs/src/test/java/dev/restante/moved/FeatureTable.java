package dev.restante.moved;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Table of the features of a program on the page about its provider. */
final class FeatureTable {

    private static final Path PAGES = Path.of("..", "..", "docs", "coming-from");
    private static final String BEGIN = "<!-- features of the moved program -->\n";
    private static final String END = "<!-- end of the features -->\n";

    private final MovedProvider provider;
    private final Path page;

    FeatureTable(MovedProvider provider) {
        this.provider = provider;
        this.page = PAGES.resolve(provider.page() + ".md");
    }

    Path page() {
        return page;
    }

    /** Returns the table that the page contains. */
    String documented() throws IOException {
        String text = Files.readString(page);
        return text.substring(begin(text), text.indexOf(END));
    }

    /** Returns the table that the expected results make. */
    String expected() {
        StringBuilder table = new StringBuilder("| feature | result | remark |\n| --- | --- | --- |\n");
        for (String feature : ComparedResults.of(provider).original().keySet()) {
            Difference difference = provider.differences().get(feature);
            table.append("| ").append(feature).append(" | ");
            table.append(difference == null ? "works" : difference.kind().text());
            table.append(" | ")
                    .append(difference == null ? "" : difference.remark() + " ")
                    .append("|\n");
        }
        return table.toString();
    }

    /** Replaces the table of the page by the expected table. */
    void write() throws IOException {
        String text = Files.readString(page);
        Files.writeString(page, text.substring(0, begin(text)) + expected() + text.substring(text.indexOf(END)));
    }

    private static int begin(String text) {
        return text.indexOf(BEGIN) + BEGIN.length();
    }
}
