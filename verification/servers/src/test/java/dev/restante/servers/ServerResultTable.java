package dev.restante.servers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.BeforeTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * JUnit extension that collects the result and duration of each test on each server. After the tests of a server, it
 * writes the table to {@code server-table.md} and to the standard output.
 */
final class ServerResultTable implements BeforeTestExecutionCallback, AfterTestExecutionCallback, AfterAllCallback {

    private record TestResultCell(boolean passed, double seconds) {

        @Override
        public String toString() {
            return (passed ? "" : "FAILED ") + String.format(Locale.ROOT, "%.1f s", seconds);
        }
    }

    private static final Map<String, Map<String, TestResultCell>> BY_SERVER = new LinkedHashMap<>();

    private final Map<String, Long> beginnings = new LinkedHashMap<>();

    @Override
    public void beforeTestExecution(ExtensionContext context) {
        beginnings.put(context.getDisplayName(), System.nanoTime());
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        double seconds = (System.nanoTime() - beginnings.get(context.getDisplayName())) / 1e9;
        String server = context.getParent().orElseThrow().getDisplayName();
        synchronized (BY_SERVER) {
            BY_SERVER
                    .computeIfAbsent(server, unused -> new LinkedHashMap<>())
                    .put(
                            context.getDisplayName(),
                            new TestResultCell(context.getExecutionException().isEmpty(), seconds));
        }
    }

    @Override
    public void afterAll(ExtensionContext context) throws IOException {
        String table;
        synchronized (BY_SERVER) {
            table = table();
        }
        System.out.println(table);
        Path file = Path.of(System.getProperty("servers.build")).resolve("server-table.md");
        Files.writeString(file, table);
    }

    /** Returns the name of the server with its version, which the build passes as a system property. */
    private static String named(String server) {
        String property = "servers." + server.toLowerCase(Locale.ROOT).replace(' ', '-');
        return server + " " + System.getProperty(property, "");
    }

    private static String table() {
        Set<String> tests = new LinkedHashSet<>();
        BY_SERVER.values().forEach(cells -> tests.addAll(cells.keySet()));
        Set<String> servers = new TreeSet<>(BY_SERVER.keySet());
        StringBuilder table = new StringBuilder("| test |");
        servers.forEach(server -> table.append(' ').append(named(server)).append(" |"));
        table.append("\n| --- |").append(" --- |".repeat(servers.size()));
        for (String test : tests) {
            table.append("\n| ").append(test).append(" |");
            for (String server : servers) {
                TestResultCell cell = BY_SERVER.get(server).get(test);
                table.append(' ').append(cell == null ? "" : cell).append(" |");
            }
        }
        return table.append('\n').toString();
    }
}
