package dev.restante.moved.table;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;

/** Table of the features of a program on the page about its provider. Tests run in the folder of their module. */
public final class FeatureTable {

    private static final Path PAGES = Path.of("..", "..", "docs", "coming-from");
    private static final String BEGIN = "<!-- features of the moved program -->\n";
    private static final String END = "<!-- end of the features -->\n";

    private final Path page;
    private final Collection<String> features;
    private final Map<String, Difference> differences;

    /**
     * Creates a table.
     *
     * @param page the name of the page about the provider in {@code docs/coming-from}
     * @param features the features in the order of the program
     * @param differences the features that differ on Restante; all others work
     */
    public FeatureTable(String page, Collection<String> features, Map<String, Difference> differences) {
        this.page = PAGES.resolve(page + ".md");
        this.features = features;
        this.differences = differences;
    }

    /** Returns the page that contains the table. */
    public Path page() {
        return page;
    }

    /** Returns the table that the page contains. If tests write the tables, this method writes it first. */
    public String documented() throws IOException {
        String text = Files.readString(page);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        int end = text.indexOf(END);
        if (Boolean.getBoolean("moved.tables.write")) {
            Files.writeString(page, text.substring(0, begin) + expected() + text.substring(end));
            return expected();
        }
        return text.substring(begin, end);
    }

    /** Returns the table that the expected results make. */
    public String expected() {
        StringBuilder table = new StringBuilder("| feature | result | remark |\n| --- | --- | --- |\n");
        for (String feature : features) {
            Difference difference = differences.get(feature);
            table.append("| ").append(feature).append(" | ");
            table.append(difference == null ? "works" : difference.kind().text());
            table.append(" | ")
                    .append(difference == null ? "" : difference.remark() + " ")
                    .append("|\n");
        }
        return table.toString();
    }
}
