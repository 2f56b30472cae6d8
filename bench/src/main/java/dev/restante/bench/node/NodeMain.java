package dev.restante.bench.node;

import dev.restante.bench.contender.Contenders;
import dev.restante.bench.contender.OnPostgresql;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;

/** Entry point of a node; it ends with its standard input. */
public final class NodeMain {

    /** Begins each line that is a reply, since anybody may write to standard output. */
    static final String REPLY = "@node ";

    static final String FAILED = "failed ";

    private NodeMain() {}

    /**
     * Works until the end of its standard input.
     *
     * @param arguments contender, URL of the database, directory, size of the bodies
     */
    public static void main(String[] arguments) throws IOException {
        Locale.setDefault(Locale.ROOT);
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (NodeWorker worker = NodeWorker.start(
                (OnPostgresql) Contenders.named(arguments[0]),
                arguments[1],
                Path.of(arguments[2]),
                Integer.parseInt(arguments[3]))) {
            reply("");
            for (String command = commands.readLine(); command != null; command = commands.readLine()) {
                reply(worker.handle(command));
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
