package dev.restante.cli.shell;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Search for the known words that a mistyped word probably means. */
public final class NearestWords {

    private static final int MAX_WORDS = 3;

    private NearestWords() {}

    /**
     * Returns the known words with the fewest typing errors: missing, additional or wrong letters, and swapped
     * neighbours. Up to a third of the letters may be wrong, and in short words one letter.
     *
     * @return at most three words in their order, or an empty list if no known word is near enough
     */
    public static List<String> find(String word, Collection<String> candidates) {
        int fewest = Math.max(1, word.length() / 3);
        List<String> nearest = new ArrayList<>();
        for (String candidate : candidates) {
            int errors = errors(word, candidate);
            if (errors < fewest) {
                nearest.clear();
                fewest = errors;
            }
            if (errors == fewest && nearest.size() < MAX_WORDS) {
                nearest.add(candidate);
            }
        }
        return nearest;
    }

    /** Returns a question that names the words, for the end of a message, or an empty text without words. */
    public static String suggestion(List<String> words) {
        return words.isEmpty() ? "" : " Did you mean " + String.join(" or ", words) + "?";
    }

    /** Returns the optimal string alignment distance: the number of insertions, deletions, replacements and swaps. */
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
