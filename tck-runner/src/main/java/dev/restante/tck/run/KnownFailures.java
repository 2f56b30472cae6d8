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

/** The tests that may fail, each with a reason: the file {@code known-failures.txt} beside this class. */
final class KnownFailures {

    private static final String FILE = "known-failures.txt";

    /**
     * One line of the file.
     *
     * @param suite title of the suite
     * @param provider how the names of the providers begin that it is about
     * @param reason one word
     * @param test as in {@link TestOutcome#test}
     */
    record Entry(String suite, String provider, String reason, String test) {

        boolean isAbout(Suite theSuite, String theProvider) {
            return suite.equals(theSuite.title()) && theProvider.startsWith(provider);
        }
    }

    private final List<Entry> entries;

    private KnownFailures(List<Entry> entries) {
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
     * Understands lines of four words: suite, provider, reason, test. Empty lines and those that begin with # mean
     * nothing.
     *
     * @throws IllegalArgumentException for any other line, and for one that is there twice
     */
    static KnownFailures parse(List<String> lines) {
        List<Entry> entries = new ArrayList<>();
        for (String line : lines) {
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            String[] words = line.strip().split("\\s+");
            if (words.length != 4) {
                throw new IllegalArgumentException("Not four words: " + line);
            }
            Entry entry = new Entry(words[0], words[1], words[2], words[3]);
            if (entries.contains(entry)) {
                throw new IllegalArgumentException("Twice: " + line);
            }
            entries.add(entry);
        }
        return new KnownFailures(entries);
    }

    Optional<String> reason(Suite suite, String provider, String test) {
        return entries.stream()
                .filter(entry -> entry.isAbout(suite, provider) && entry.test().equals(test))
                .map(Entry::reason)
                .findFirst();
    }

    /** The tests that are listed but not among these. */
    Set<String> unknown(Suite suite, String provider, Set<String> tests) {
        Set<String> unknown = new HashSet<>();
        for (Entry entry : entries) {
            if (entry.isAbout(suite, provider) && !tests.contains(entry.test())) {
                unknown.add(entry.test());
            }
        }
        return unknown;
    }
}
