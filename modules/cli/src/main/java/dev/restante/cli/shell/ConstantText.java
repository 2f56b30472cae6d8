package dev.restante.cli.shell;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageState;
import dev.restante.option.TextFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Command-line form of enumeration constants: lower-case words with hyphens, such as {@code dead-letter}. The command
 * line also accepts the names of the constants, as JSON output contains them, in any case.
 */
public final class ConstantText {

    private static final Pattern CONSTANT = Pattern.compile("\\b[A-Z]{2,}(?:_[A-Z]+)*\\b");

    private ConstantText() {}

    /** Texts of the constants of an enumeration, which the help and the completion of an option list. */
    public abstract static class Candidates implements Iterable<String> {

        private final List<String> texts;

        protected Candidates(Enum<?>[] constants) {
            texts = Stream.of(constants)
                    .map(constant -> ConstantText.format(constant.name()))
                    .toList();
        }

        @Override
        public Iterator<String> iterator() {
            return texts.iterator();
        }
    }

    /** Texts of the entity types. */
    public static final class EntityTypeCandidates extends Candidates {
        public EntityTypeCandidates() {
            super(EntityType.values());
        }
    }

    /** Texts of the message states. */
    public static final class MessageStateCandidates extends Candidates {
        public MessageStateCandidates() {
            super(MessageState.values());
        }
    }

    /** Returns a text with the names of constants in their command-line form. */
    public static String format(String text) {
        return CONSTANT.matcher(text)
                .replaceAll(name -> name.group().toLowerCase(Locale.ROOT).replace('_', '-'));
    }

    /** Returns the name of a constant, in any case, for its command-line form; keeps a text after a colon. */
    public static String constantName(String text) {
        int colon = text.indexOf(':');
        return colon < 0 ? text.replace('-', '_') : text.substring(0, colon).replace('-', '_') + text.substring(colon);
    }

    /**
     * Returns the constant for its command-line form.
     *
     * @throws IllegalArgumentException if the text names no constant
     */
    @SuppressWarnings("UnusedException") // the message names the constants in another form
    public static <E extends Enum<E>> E parse(Class<E> type, String text) {
        try {
            return TextFormat.enumConstant(type).parse().apply(constantName(text));
        } catch (IllegalArgumentException unknown) {
            throw new IllegalArgumentException("'" + text + "' is not one of "
                    + format(List.of(type.getEnumConstants()).toString()));
        }
    }
}
