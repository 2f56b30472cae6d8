package dev.restante.samples;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Sentences and table cells of a Markdown page, with the constructions that make readers stumble. A hit is a hint, not
 * a proof, so the tests allow a few hits on each page.
 */
final class PageProse {

    /** Largest number of words of a sentence that is easy to read, and of a table cell. */
    static final int LONG = 25;

    /** Sentences with fewer words are labels and not counted. */
    private static final int SHORTEST = 5;

    private static final String AFTER_WORDS = "(?<!idea )(?<!knowledge )(?<!example )(?<!overview )(?<!list )"
            + "\\b(?:of|from|with|to|by|for|in|at|into|after|before|behind|besides?|between|except|like|without"
            + "|through|against|over|until) what";

    private static final List<Pattern> HITS = List.of(
            // An actor without a name.
            Pattern.compile("(?i)\\b(?:(?:some|any|no|every)body|whoever|no one|he(?!/)|him|his|himself|they that"
                    + "|(?:those|all|ones?) who)\\b"),
            // "what" in place of a noun.
            Pattern.compile("(?i)(?:^what|[,;:] what|\\b(?:only|that|all|but) what|" + AFTER_WORDS
                    + ")\\b(?! (?:to|if|happens|happened|kind|sort|we|you)\\b)"),
            // A demonstrative without a noun.
            Pattern.compile("^(?:(?!(?:is|are)\\b)[\\w']+ ){0,2}[Tt](?:hose (?:that|of|with|which|whose|from|for|in)"
                    + "|hat of)\\b|^(?:[Tt]he )?[Oo]nes? (?:that|which|whose)\\b"
                    + "|^[Tt]he ones? (?:of|with|in|under|for|to)\\b"
                    + "|\\b(?:that which|none that|[Ss]o many(?!(?: \\w+)? (?:as|that)\\b))\\b"),
            // A sentence that begins in the middle.
            Pattern.compile("^[Ww]ho(?:se|m)?\\b|^Of (?!course|note)|^As for\\b|^[Tt]he same(?:[,;:.]"
                    + "| (?:of|for|with|without|as|in|under|where|if|from|by|to|at|and|when|but)\\b)"),
            // A clipped or old construction.
            Pattern.compile("\\b(?:be had|(?:[Bb]ut|[Ss]ave) for (?:what|those|that|this|the|its)|shall"
                    + "|(?<![Tt]here )(?:is|are|was|were) none(?! (?:of|by)))\\b"));

    private static final Pattern COMMENT = Pattern.compile("<!--.*?-->", Pattern.DOTALL);
    private static final Pattern CODE_BLOCK =
            Pattern.compile("^[ \\t]*(```|~~~).*?^[ \\t]*\\1[ \\t]*$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern HEADING = Pattern.compile("^#.*$", Pattern.MULTILINE);
    private static final Pattern LINK =
            Pattern.compile("!?\\[((?:[^\\[\\]]|\\[[^\\]]*\\])*)\\](?:\\([^)]*\\)|\\[[^\\]]*\\])");
    private static final Pattern CODE = Pattern.compile("`+[^`]+`+");
    private static final Pattern TAG = Pattern.compile("</?[a-zA-Z][^>]*>");
    private static final Pattern EMPHASIS = Pattern.compile("[*_]{1,3}(?=\\S)|(?<=\\S)[*_]{1,3}(?!\\w)");

    private static final Pattern BREAK =
            Pattern.compile("\\n\\s*\\n|\\f|\\n(?=[ \\t>]*(?:[-*+.]{1,5}[ \\t]|\\d{1,2}[.)][ \\t]|[|#=]))");
    private static final Pattern END =
            Pattern.compile("(?<=[.!?])(?<!e\\.g\\.)(?<!i\\.e\\.)(?<!etc\\.)[)\"]?\\s+(?=[\"(]?[A-Z])");
    private static final Pattern MARK = Pattern.compile("^(?:>\\s*)*(?:[-*+.]+\\s|\\d+[.)]\\s)?\\s*");
    private static final Pattern WORD = Pattern.compile("[\\w'-]+");
    private static final Pattern WORD_OF_LETTERS = Pattern.compile("[A-Za-z][\\w'-]*");
    private static final Pattern QUESTION = Pattern.compile("\\?\\W*$");

    private final List<String> sentences = new ArrayList<>();
    private final List<String> cells = new ArrayList<>();

    PageProse(String markdown) {
        for (String block : BREAK.split(withoutMarkup(markdown))) {
            boolean row = block.stripLeading().startsWith("|");
            Stream<String> parts = row ? Stream.of(block.split("\\|")) : Stream.of(block);
            parts.forEach(part -> {
                if (row) {
                    cells.add(part.strip());
                }
                for (String sentence : END.split(part)) {
                    String plain =
                            MARK.matcher(sentence.strip()).replaceFirst("").replaceAll("\\s+", " ");
                    if (count(WORD_OF_LETTERS, plain) >= SHORTEST) {
                        sentences.add(plain);
                    }
                }
            });
        }
    }

    private static String withoutMarkup(String markdown) {
        String text = COMMENT.matcher(markdown).replaceAll("");
        text = CODE_BLOCK.matcher(text).replaceAll("\f");
        text = HEADING.matcher(text).replaceAll("\f");
        text = LINK.matcher(text).replaceAll("$1");
        text = CODE.matcher(text).replaceAll("CODE");
        text = TAG.matcher(text).replaceAll(" ");
        return EMPHASIS.matcher(text).replaceAll("");
    }

    private static long count(Pattern pattern, String text) {
        return pattern.matcher(text).results().count();
    }

    List<String> sentences() {
        return sentences;
    }

    /** Returns the sentences with more than {@link #LONG} words. */
    List<String> longSentences() {
        return sentences.stream().filter(PageProse::isLong).toList();
    }

    /** Returns the table cells with more than {@link #LONG} words. */
    List<String> longCells() {
        return cells.stream().filter(PageProse::isLong).toList();
    }

    private static boolean isLong(String text) {
        return count(WORD, text) > LONG;
    }

    /** Returns each hit with its sentence; questions have no hits. */
    List<String> hits() {
        List<String> hits = new ArrayList<>();
        for (String sentence : sentences) {
            if (QUESTION.matcher(sentence).find()) {
                continue;
            }
            for (Pattern pattern : HITS) {
                Matcher matcher = pattern.matcher(sentence);
                while (matcher.find()) {
                    hits.add("'" + matcher.group().strip() + "' in: " + sentence);
                }
            }
        }
        return hits;
    }
}
