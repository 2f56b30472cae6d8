package dev.restante.cli.entity;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Names of entities. */
final class Names {

    private Names() {}

    /** Whether a pattern, in which {@code *} stands for any characters, means a name; null means all. */
    static boolean match(@Nullable String pattern, String name) {
        if (pattern == null) {
            return true;
        }
        String regex =
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL).matcher(name).matches();
    }
}
