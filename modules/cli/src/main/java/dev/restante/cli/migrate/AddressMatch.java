package dev.restante.cli.migrate;

import dev.restante.option.PolicyKind;
import java.util.Comparator;
import java.util.List;

/**
 * Match of an address setting. Its words are literal, or {@code *} for one word. An open match also matches all
 * addresses that continue with further words.
 *
 * @param text the match in the form of Artemis
 * @param words the words without a closing {@code #}
 * @param open true if the match ends with {@code #}
 * @param delimiter the character between the words
 */
record AddressMatch(String text, List<String> words, boolean open, char delimiter) {

    static final String ONE = "*";
    static final String ANY = "#";

    /** Order in which Artemis merges settings: the first match that has a value wins. */
    static final Comparator<AddressMatch> ARTEMIS_ORDER = Comparator.comparingInt(AddressMatch::artemisRank)
            .thenComparing(AddressMatch::wildcardPositions)
            .thenComparingInt(match -> match.open ? -match.text.length() : match.text.length())
            // Artemis decides the remaining cases by chance.
            .thenComparing(new Patterns(PolicyKind.QUEUES, false).order());

    AddressMatch {
        words = List.copyOf(words);
    }

    boolean isExact() {
        return artemisRank() == 0;
    }

    /** Returns 0 without wildcards, 1 with single words only, and 2 for an open match. */
    private int artemisRank() {
        return open ? 2 : words.contains(ONE) ? 1 : 0;
    }

    /** Returns a text whose order puts literal words first, which decides only between matches without {@code #}. */
    private String wildcardPositions() {
        StringBuilder positions = new StringBuilder();
        if (!open) {
            words.forEach(word -> positions.append(word.equals(ONE) ? '1' : '0'));
        }
        return positions.toString();
    }

    /** Returns whether this match matches all addresses that another match matches. */
    boolean covers(AddressMatch other) {
        if (open ? other.words.size() < words.size() : other.open || other.words.size() != words.size()) {
            return false;
        }
        for (int i = 0; i < words.size(); i++) {
            if (!words.get(i).equals(ONE) && !words.get(i).equals(other.words.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether an address exists that both match. */
    boolean overlaps(AddressMatch other) {
        int common = Math.min(words.size(), other.words.size());
        boolean lengthsFit =
                words.size() == other.words.size() || (words.size() < other.words.size() ? open : other.open);
        for (int i = 0; i < common && lengthsFit; i++) {
            String left = words.get(i);
            String right = other.words.get(i);
            lengthsFit = left.equals(ONE) || right.equals(ONE) || left.equals(right);
        }
        return lengthsFit;
    }

    /** Returns whether this match has wildcards for single words only. */
    boolean hasOnlySingleWords() {
        return artemisRank() == 1;
    }

    /**
     * Patterns of the policies for a kind of entities. The name of a subscription has at least two more segments than
     * the name of its topic.
     *
     * @param padded true if {@code *} stands for these two segments in open patterns, so that they are less specific
     *     than patterns without {@code #} in the match
     */
    record Patterns(PolicyKind kind, boolean padded) {

        String text(AddressMatch match) {
            String literal = String.join(String.valueOf(match.delimiter), match.words);
            boolean subscriptions = kind == PolicyKind.SUBSCRIPTIONS;
            if (match.open) {
                return (match.words.isEmpty() ? ANY : literal + match.delimiter + ANY) + (padded ? "/*/*" : "");
            }
            return subscriptions ? literal + "/Subscriptions/" + ANY : literal;
        }

        /** Returns a comparator that puts the policy first that Restante prefers (POL-02), without precedences. */
        Comparator<AddressMatch> order() {
            return Comparator.comparingInt(this::literalsBeforeWildcard)
                    .reversed()
                    .thenComparing(match -> match.open || kind == PolicyKind.SUBSCRIPTIONS)
                    .thenComparingLong(this::singleWords);
        }

        private int literalsBeforeWildcard(AddressMatch match) {
            int first = match.words.indexOf(ONE);
            if (first >= 0) {
                return first;
            }
            return match.open || kind != PolicyKind.SUBSCRIPTIONS ? match.words.size() : match.words.size() + 1;
        }

        private long singleWords(AddressMatch match) {
            return match.words.stream().filter(ONE::equals).count() + (match.open && padded ? 2 : 0);
        }
    }
}
