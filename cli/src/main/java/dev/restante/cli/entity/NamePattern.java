package dev.restante.cli.entity;

import java.util.Arrays;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Matcher of entity names against a pattern in which {@code *} stands for any characters. */
final class NamePattern {

    private NamePattern() {}

    /** Returns whether a name matches a pattern. Each name matches null. */
    static boolean matches(@Nullable String pattern, String name) {
        if (pattern == null) {
            return true;
        }
        String regex =
                Arrays.stream(pattern.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
        return Pattern.compile(regex, Pattern.DOTALL).matcher(name).matches();
    }
}
