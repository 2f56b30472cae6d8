package dev.restante.bench.node;

import dev.restante.bench.contender.ContenderCatalog;
import dev.restante.bench.contender.PostgresqlContender;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Entry point of a benchmark JVM that is one of several nodes on a shared database, and executes commands from standard
 * input.
 */
public final class NodeMain {

    /** Prefix of each reply line, because other code may also write to standard output. */
    static final String REPLY = "@node ";

    static final String FAILED = "failed ";

    private NodeMain() {}

    /**
     * Executes commands until the end of standard input.
     *
     * @param arguments contender, database URL, directory, body size in bytes, and optionally the file of its history
     */
    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (NodeCommandHandler handler = NodeCommandHandler.start(
                (PostgresqlContender) ContenderCatalog.get(arguments[0]),
                arguments[1],
                Path.of(arguments[2]),
                Integer.parseInt(arguments[3]),
                arguments.length > 4 ? Path.of(arguments[4]) : null)) {
            reply("");
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                reply(handler.handle(command));
            }
        } catch (Exception e) {
            e.printStackTrace();
            reply(FAILED + String.valueOf(e).replace('\n', ' '));
            System.exit(1);
        }
        System.exit(0);
    }

    private static void reply(String text) {
        System.out.println(REPLY + text);
        System.out.flush();
    }
}
