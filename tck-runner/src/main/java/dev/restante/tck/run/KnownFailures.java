package dev.restante.tck.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** List of tests that may fail, each with a reason, from the file {@code known-failures.txt} next to this class. */
final class KnownFailures {

    private static final String FILE = "known-failures.txt";

    /**
     * Line of the file.
     *
     * @param suite the title of the suite
     * @param provider the prefix of the names of the providers
     * @param reason the reason, one word
     * @param test the name as in {@link TestOutcome#test}
     */
    record KnownFailure(String suite, String provider, String reason, String test) {

        boolean isAbout(ConformanceSuite theSuite, String theProvider) {
            return suite.equals(theSuite.title()) && theProvider.startsWith(provider);
        }
    }

    private final List<KnownFailure> entries;

    private KnownFailures(List<KnownFailure> entries) {
        this.entries = List.copyOf(entries);
    }

    static KnownFailures read() {
        try (InputStream stream = KnownFailures.class.getResourceAsStream(FILE)) {
            if (stream == null) {
                throw new IllegalStateException(FILE + " is missing");
            }
            return parse(new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))
                    .lines()
                    .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Parses lines of four words: suite, provider, reason, test. Empty lines and lines that begin with # are ignored.
     *
     * @throws IllegalArgumentException if a line is malformed or repeated
     */
    static KnownFailures parse(List<String> lines) {
        List<KnownFailure> entries = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.strip().split("\\s+");
            if (words.length != 4) {
                throw new IllegalArgumentException("Not four words: " + line);
            }
            KnownFailure entry = new KnownFailure(words[0], words[1], words[2], words[3]);
            if (entries.contains(entry)) {
                throw new IllegalArgumentException("Twice: " + line);
            }
            entries.add(entry);
        }
        return new KnownFailures(entries);
    }

    Optional<String> reason(ConformanceSuite suite, String provider, String test) {
        return entries.stream()
                .filter(entry -> entry.isAbout(suite, provider) && entry.test().equals(test))
                .map(KnownFailure::reason)
                .findFirst();
    }

    /** Returns the listed tests that are not among the given tests. */
    Set<String> unknown(ConformanceSuite suite, String provider, Set<String> tests) {
        Set<String> unknown = new HashSet<>();
        for (KnownFailure entry : entries) {
            if (entry.isAbout(suite, provider) && !tests.contains(entry.test())) {
                unknown.add(entry.test());
            }
        }
        return unknown;
    }
}
