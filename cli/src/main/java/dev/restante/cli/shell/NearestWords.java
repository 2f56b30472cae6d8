package dev.restante.cli.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Finds the known words that a mistyped word probably means. */
public final class NearestWords {

    private static final int MOST = 3;

    private NearestWords() {}

    /**
     * Returns the known words with the fewest typing errors between them and a word: a letter that is missing, too much
     * or another one, or two neighbours in the wrong order. A third of the letters may be wrong, and at least one.
     *
     * @return at most three words in their order; empty if all known words are farther away
     */
    public static List<String> to(String word, Collection<String> known) {
        int fewest = Math.max(1, word.length() / 3);
        List<String> nearest = new ArrayList<>();
        for (String candidate : known) {
            int errors = errors(word, candidate);
            if (errors < fewest) {
                nearest.clear();
                fewest = errors;
            }
            if (errors == fewest && nearest.size() < MOST) {
                nearest.add(candidate);
            }
        }
        return nearest;
    }

    /** Returns a question that names the words, to be appended to a message; empty without words. */
    public static String question(List<String> words) {
        return words.isEmpty() ? "" : "; did you mean " + String.join(" or ", words) + "?";
    }

    /** Returns the Damerau-Levenshtein distance, in which no part of a word changes twice. */
    private static int errors(String left, String right) {
        int[][] distance = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                distance[i][j] = i == 0 || j == 0 ? i + j : cheapest(distance, left, right, i, j);
            }
        }
        return distance[left.length()][right.length()];
    }

    private static int cheapest(int[][] distance, String left, String right, int i, int j) {
        boolean same = left.charAt(i - 1) == right.charAt(j - 1);
        int cheapest =
                Math.min(Math.min(distance[i - 1][j], distance[i][j - 1]) + 1, distance[i - 1][j - 1] + (same ? 0 : 1));
        boolean swapped = i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(cheapest, distance[i - 2][j - 2] + 1) : cheapest;
    }
}
