package dev.restante.cli.migrate;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words of a command, quoted so that a POSIX shell passes them unchanged. */
final class ShellWords {

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=,+-]+");

    private ShellWords() {}

    static String command(List<String> words) {
        return "restante " + words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    }

    static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
