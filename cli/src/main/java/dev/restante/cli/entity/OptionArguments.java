package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandFailure;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/** An argument for each option of queues and subscriptions, or of topics; what is not given stays as it is. */
public final class OptionArguments {

    private final List<QueueOption<?>> table;
    private final boolean altering;
    private final Map<String, String> given = new LinkedHashMap<>();
    private List<String> reset = List.of();

    private OptionArguments(List<QueueOption<?>> table, boolean altering) {
        this.table = table;
        this.altering = altering;
    }

    /** For what is new. */
    public static OptionArguments creating(List<QueueOption<?>> table) {
        return new OptionArguments(table, false);
    }

    /** For what has options, which can be taken back to their defaults too. */
    public static OptionArguments altering(List<QueueOption<?>> table) {
        return new OptionArguments(table, true);
    }

    /** A value as its option reads it; whoever sets one gives no other back. */
    private interface Setter extends ISetter {
        void put(Object value);

        @Override
        default <T> @Nullable T set(@Nullable T value) {
            if (value != null) {
                put(value);
            }
            return null;
        }
    }

    void addTo(CommandSpec command) {
        Set<String> groups = new HashSet<>();
        for (QueueOption<?> option : table) {
            // The first of a group has the group's name.
            String name = groups.add(option.group()) ? option.group() : option.name();
            command.addOption(argument(option, "--" + dashed(name)));
        }
        if (altering) {
            Setter setter = value -> reset = Stream.of((String[]) value).toList();
            command.addOption(OptionSpec.builder("--reset")
                    .paramLabel("OPTION")
                    .type(String[].class)
                    .splitRegex(",")
                    .description("Takes options back to their defaults, by their names without dashes: --reset "
                            + names().iterator().next())
                    .setter(setter)
                    .build());
        }
    }

    private OptionSpec argument(QueueOption<?> option, String name) {
        boolean flag = option.type() == Boolean.class;
        Setter setter = value -> given.put(option.name(), value.toString());
        OptionSpec.Builder argument = OptionSpec.builder(name)
                .type(flag ? Boolean.class : String.class)
                .negatable(flag)
                .description(option.description().replace("%", "%%"))
                .setter(setter);
        if (!flag) {
            argument.paramLabel(label(option.type())).converters(text -> checked(option, text));
        }
        if (option.type().isEnum()) {
            argument.completionCandidates(option.choices());
        }
        return argument.build();
    }

    private static String label(Class<?> type) {
        if (type == Duration.class) {
            return "DURATION";
        }
        return type == String.class ? "NAME" : type == Integer.class ? "N" : type.isEnum() ? "RULE" : "NUMBER";
    }

    @SuppressWarnings("UnusedException") // whose text is all that it has
    private static String checked(QueueOption<?> option, String text) {
        try {
            option.parse(text);
            return text;
        } catch (IllegalArgumentException refused) {
            throw new TypeConversionException(refused.getMessage());
        }
    }

    private static String dashed(String name) {
        return name.replace('.', '-').replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        table.forEach(option -> names.add(dashed(option.group())));
        return names;
    }

    /** Whether there are the options that are to be reset. */
    void check() throws CommandFailure {
        for (String name : reset) {
            if (!names().contains(name)) {
                throw CommandFailure.usage(
                        "there is no option '" + name + "' to reset; there are: " + String.join(", ", names()));
            }
        }
    }

    /** The options that change, as texts. */
    Map<String, String> texts() {
        Map<String, String> texts = new LinkedHashMap<>();
        for (QueueOption<?> option : table) {
            if (reset.contains(dashed(option.group()))) {
                texts.put(option.name(), option.resetText());
            }
        }
        texts.putAll(given);
        return texts;
    }
}
