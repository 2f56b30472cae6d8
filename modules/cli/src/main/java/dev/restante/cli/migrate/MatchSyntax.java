package dev.restante.cli.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Syntax of the matches in a file.
 *
 * @param delimiter the character between words
 * @param anyWords the wildcard for any number of words
 * @param singleWord the wildcard for one word
 * @param literalMarkers the two characters around a match whose wildcards are ordinary characters, or null
 */
record MatchSyntax(char delimiter, char anyWords, char singleWord, @Nullable String literalMarkers) {

    static MatchSyntax of(XmlElement core) {
        MatchSyntax syntax = new MatchSyntax('.', '#', '*', core.childText("literal-match-markers"));
        for (XmlElement wildcards : core.children("wildcard-addresses").toList()) {
            syntax = new MatchSyntax(
                    character(wildcards, "delimiter", syntax.delimiter),
                    character(wildcards, "any-words", syntax.anyWords),
                    character(wildcards, "single-word", syntax.singleWord),
                    syntax.literalMarkers);
        }
        return syntax;
    }

    private static char character(XmlElement wildcards, String child, char usual) {
        String text = wildcards.childText(child);
        return text == null ? usual : text.charAt(0);
    }

    /** Reason why a match has no equivalent. */
    static final class UntranslatableMatchException extends Exception {
        private static final long serialVersionUID = 1L;

        UntranslatableMatchException(String remedy) {
            super(remedy);
        }

        String remedy() {
            return String.valueOf(getMessage());
        }
    }

    /** Returns an address as a match without wildcards. */
    AddressMatch address(String address) {
        return new AddressMatch(address, words(address), false, delimiter);
    }

    /** Returns whether an address has wildcards. */
    boolean isWild(String address) {
        return address.indexOf(anyWords) >= 0 || address.indexOf(singleWord) >= 0;
    }

    /** Returns the pattern of topics that an address with wildcards means; null if there is none. */
    @Nullable
    String topicPattern(String address) {
        if (!dividesSegments()) {
            return null;
        }
        List<String> segments = new ArrayList<>();
        for (String word : words(address)) {
            if (word.equals(String.valueOf(anyWords))) {
                segments.add(AddressMatch.ANY);
            } else if (word.equals(String.valueOf(singleWord))) {
                segments.add(AddressMatch.ONE);
            } else if (isLiteral(word)) {
                segments.add(word);
            } else {
                return null;
            }
        }
        return String.join(String.valueOf(delimiter), segments);
    }

    /** Returns whether segments of names in Restante are words. */
    private boolean dividesSegments() {
        return delimiter == '.' || delimiter == '/';
    }

    /**
     * Returns a match.
     *
     * @throws UntranslatableMatchException if no policy matches the same names
     */
    AddressMatch parse(String text) throws UntranslatableMatchException {
        if (literalMarkers != null
                && literalMarkers.length() == 2
                && text.length() > 2
                && text.charAt(0) == literalMarkers.charAt(0)
                && text.charAt(text.length() - 1) == literalMarkers.charAt(1)) {
            String literal = text.substring(1, text.length() - 1);
            if (isWild(literal)) {
                throw new UntranslatableMatchException("names in Restante have no wildcards. Set the options of each"
                        + " queue or topic that the wildcard address stands for.");
            }
            return parse(literal);
        }
        boolean open = text.endsWith(String.valueOf(anyWords));
        String closed = open ? withoutLast(text) : text;
        if (open && closed.endsWith(String.valueOf(delimiter))) {
            closed = withoutLast(closed);
        }
        if (closed.indexOf(anyWords) >= 0) {
            throw new UntranslatableMatchException(
                    "Artemis rejects '" + anyWords + "' before the end of a match. Remove the setting.");
        }
        List<String> words = new ArrayList<>();
        for (String word : closed.isEmpty() ? List.<String>of() : words(closed)) {
            words.add(word.equals(String.valueOf(singleWord)) ? AddressMatch.ONE : literal(word));
        }
        AddressMatch match = new AddressMatch(text, words, open, delimiter);
        if (!dividesSegments() && !match.isExact() && !words.isEmpty()) {
            throw new UntranslatableMatchException("patterns of Restante divide names at '.' and '/', not at '"
                    + delimiter + "'. Rename the queues, or set the options of each queue.");
        }
        return match;
    }

    private String literal(String word) throws UntranslatableMatchException {
        if (!isLiteral(word)) {
            throw new UntranslatableMatchException("wildcards of Restante stand for whole segments of a name. Set the"
                    + " options of each queue, or write one policy for each beginning.");
        }
        return word;
    }

    /** Returns whether a word contains wildcards neither of the file nor of Restante. */
    private boolean isLiteral(String word) {
        return !isWild(word) && !word.contains(AddressMatch.ONE) && !word.contains(AddressMatch.ANY);
    }

    private List<String> words(String text) {
        return List.of(text.split(Pattern.quote(String.valueOf(delimiter)), -1));
    }

    private static String withoutLast(String text) {
        return text.substring(0, text.length() - 1);
    }
}
