package dev.restante.cli.entity;

import dev.restante.cli.shell.CommandException;
import dev.restante.cli.shell.ConstantText;
import dev.restante.option.DuplicateIdSource;
import dev.restante.option.QueueOption;
import java.time.Duration;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.TypeConversionException;

/**
 * Command-line options that set or reset the options of a queue, subscription or topic. Options that are not given keep
 * their values.
 */
public final class OptionArguments {

    private final List<QueueOption<?>> options;
    private final boolean forAlteration;
    private final Map<String, String> setOptions = new LinkedHashMap<>();
    private List<String> resetOptions = List.of();

    private OptionArguments(List<QueueOption<?>> options, boolean forAlteration) {
        this.options = options;
        this.forAlteration = forAlteration;
    }

    /** Returns the command-line options of a command that creates an entity. */
    public static OptionArguments forCreation(List<QueueOption<?>> options) {
        return new OptionArguments(options, false);
    }

    /** Returns the command-line options of a command that alters an entity, with {@code --reset}. */
    public static OptionArguments forAlteration(List<QueueOption<?>> options) {
        return new OptionArguments(options, true);
    }

    /** Setter of a value that its option can parse. */
    private interface OptionSetter extends ISetter {
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
        for (QueueOption<?> option : options) {
            // The first option of a group has the name of the group.
            String name = groups.add(option.prefix()) ? option.prefix() : option.name();
            command.addOption(argument(option, "--" + optionName(name)));
        }
        if (forAlteration) {
            OptionSetter setter =
                    value -> resetOptions = Stream.of((String[]) value).toList();
            command.addOption(OptionSpec.builder("--reset")
                    .paramLabel("OPTION")
                    .type(String[].class)
                    .splitRegex(",")
                    .description(
                            "Remove the own values of options, so that a policy or the default decides. Give their names"
                                    + " without leading dashes, for example --reset "
                                    + names().iterator().next())
                    .setter(setter)
                    .build());
        }
    }

    private OptionSpec argument(QueueOption<?> option, String name) {
        boolean flag = option.type() == Boolean.class;
        OptionSetter setter = value -> setOptions.put(option.name(), value.toString());
        String description = hasConstants(option) ? ConstantText.format(option.description()) : option.description();
        OptionSpec.Builder argument = OptionSpec.builder(name)
                .type(flag ? Boolean.class : String.class)
                .negatable(flag)
                .description(description.replace("%", "%%"))
                .setter(setter);
        if (!flag) {
            argument.paramLabel(label(option.type())).converters(text -> checked(option, text));
        }
        if (option.type().isEnum()) {
            argument.completionCandidates(
                    option.choices().stream().map(ConstantText::format).toList());
        }
        return argument.build();
    }

    /** Returns whether the texts of the option are names of constants, as the whole text or up to a colon. */
    private static boolean hasConstants(QueueOption<?> option) {
        return option.type().isEnum() || option.type() == DuplicateIdSource.class;
    }

    private static String label(Class<?> type) {
        if (type == Duration.class) {
            return "DURATION";
        }
        return type == String.class ? "NAME" : type == Integer.class ? "N" : type.isEnum() ? "RULE" : "NUMBER";
    }

    @SuppressWarnings("UnusedException") // the exception has only a message
    private static String checked(QueueOption<?> option, String text) {
        String value = hasConstants(option) ? ConstantText.constantName(text) : text;
        try {
            option.parse(value);
            return value;
        } catch (IllegalArgumentException refused) {
            throw new TypeConversionException(
                    option.type().isEnum()
                            ? "'" + text + "' is not one of "
                                    + ConstantText.format(option.choices().toString())
                            : refused.getMessage());
        }
    }

    private static String optionName(String name) {
        return name.replace('.', '-').replaceAll("[A-Z]", "-$0").toLowerCase(Locale.ROOT);
    }

    private Set<String> names() {
        Set<String> names = new TreeSet<>();
        options.forEach(option -> names.add(optionName(option.prefix())));
        return names;
    }

    void check() throws CommandException {
        for (String name : resetOptions) {
            if (!names().contains(name)) {
                throw CommandException.usage(
                        "there is no option '" + name + "' to reset. The options are: " + String.join(", ", names()));
            }
        }
    }

    /** Returns the texts of the options that change, by option name. */
    Map<String, String> changedOptions() {
        return Collections.unmodifiableMap(setOptions);
    }

    /** Returns the names of the options whose own values are removed. */
    Set<String> removedOptions() {
        return options.stream()
                .filter(option -> resetOptions.contains(optionName(option.prefix())))
                .map(QueueOption::name)
                .filter(name -> !setOptions.containsKey(name))
                .collect(Collectors.toSet());
    }
}
