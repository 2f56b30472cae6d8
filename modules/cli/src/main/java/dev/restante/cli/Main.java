package dev.restante.cli;

import dev.restante.admin.EntityType;
import dev.restante.admin.MessageState;
import dev.restante.cli.console.ConsoleCommand;
import dev.restante.cli.console.HashPasswordCommand;
import dev.restante.cli.entity.ListCommand;
import dev.restante.cli.entity.NodesCommand;
import dev.restante.cli.entity.QueueCommandGroup;
import dev.restante.cli.entity.StatsCommand;
import dev.restante.cli.entity.StoreCommandGroup;
import dev.restante.cli.entity.TopCommand;
import dev.restante.cli.entity.TopicCommandGroup;
import dev.restante.cli.message.MessageCommands;
import dev.restante.cli.message.SettlementOption;
import dev.restante.cli.migrate.MigrateCommandGroup;
import dev.restante.cli.policy.PolicyCommandGroup;
import dev.restante.cli.shell.CommandContext;
import dev.restante.cli.shell.ConstantText;
import dev.restante.cli.shell.ExitCode;
import dev.restante.cli.shell.FailureReporter;
import dev.restante.cli.shell.NearestWords;
import dev.restante.cli.subscription.SubscriptionCommandGroup;
import dev.restante.cli.transaction.TransactionCommands;
import dev.restante.option.DurationText;
import dev.restante.option.PolicyKind;
import dev.restante.option.TextFormat;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Entry point of the command-line tool {@code bin/restante}. */
public final class Main {

    private static final String LOG_LEVEL = "org.slf4j.simpleLogger.defaultLogLevel";
    private static final int INTERRUPT_GRACE_SECONDS = 15;

    /** Mistyped password options, whose values picocli's usual error message would print. */
    private static final Pattern PASSWORD_OPTION = Pattern.compile("--?(password|pass|pw)(=.*)?", Pattern.DOTALL);

    /** Commands on entities and on the store, in the order of the help. */
    private static final List<Class<?>> ENTITY_COMMANDS = List.of(
            QueueCommandGroup.class,
            TopicCommandGroup.class,
            SubscriptionCommandGroup.class,
            PolicyCommandGroup.class,
            StoreCommandGroup.class,
            NodesCommand.class,
            ListCommand.class,
            StatsCommand.class,
            TopCommand.class);

    private Main() {}

    public static void main(String[] arguments) {
        if (System.getProperty(LOG_LEVEL) == null) {
            // The command itself reports rejected calls.
            System.setProperty(LOG_LEVEL, List.of(arguments).contains("--verbose") ? "info" : "off");
        }
        CommandContext context = CommandContext.forProcess();
        Thread main = Thread.currentThread();
        CountDownLatch completed = new CountDownLatch(1);
        // After Ctrl-C the command ends its current step, and closes the store.
        Runtime.getRuntime()
                .addShutdownHook(new Thread(
                        () -> {
                            if (completed.getCount() > 0) {
                                context.interrupt();
                                main.interrupt();
                                awaitCompletion(context, completed);
                            }
                        },
                        "restante-interrupt"));
        int exitCode = ExitCode.FAILED;
        try {
            exitCode = run(context, arguments);
        } finally {
            completed.countDown();
        }
        System.exit(exitCode);
    }

    private static void awaitCompletion(CommandContext context, CountDownLatch completed) {
        try {
            if (!completed.await(INTERRUPT_GRACE_SECONDS, TimeUnit.SECONDS)) {
                context.printError(context.interruptTimeoutText(INTERRUPT_GRACE_SECONDS));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Runs a command in this process.
     *
     * @return the {@link ExitCode}
     */
    public static int run(CommandContext context, String... arguments) {
        if (Stream.of(arguments).anyMatch(PASSWORD_OPTION.asMatchPredicate())) {
            context.printError(
                    "restante: there is no option for a password, because other users could read it in the list of"
                            + " processes. Set RESTANTE_PASSWORD, or use --password-file or --ask-password.");
            return ExitCode.USAGE;
        }
        return context.flushOutput(execute(context, arguments.length == 0 ? new String[] {"--help"} : arguments));
    }

    private static int execute(CommandContext context, String... arguments) {
        try {
            return commandLine(context).execute(arguments);
        } catch (Error failure) {
            // The execution exception handler of picocli gets only exceptions.
            return FailureReporter.report(context, failure);
        }
    }

    /** Returns the picocli command line with all commands and options. */
    static CommandLine commandLine(CommandContext context) {
        IFactory factory = new CommandFactory(context);
        CommandLine commandLine = new CommandLine(new RootCommand(context), factory);
        // Only the constructor of CommandLine applies the model transformer that adds an option for each entity option.
        ENTITY_COMMANDS.forEach(type -> commandLine.addSubcommand(new CommandLine(type, factory)));
        MessageCommands.all().forEach(commandLine::addSubcommand);
        TransactionCommands.all().forEach(commandLine::addSubcommand);
        commandLine.addSubcommand(MigrateCommandGroup.class);
        commandLine.addSubcommand(ConsoleCommand.class);
        commandLine.addSubcommand(HashPasswordCommand.class);
        commandLine.addSubcommand(AutoComplete.GenerateCompletion.class);
        commandLine.getCommandSpec().usageMessage().footer(RootCommand.FOOTER);
        return commandLine
                .setOut(new PrintWriter(context.out(), true, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(context.err(), true, StandardCharsets.UTF_8))
                // An argument that begins with @ is ordinary text, not the name of a file with arguments.
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(false)
                .setUsageHelpAutoWidth(false)
                .setUsageHelpWidth(Math.min(120, Math.max(80, context.terminal().columns())))
                .setColorScheme(Help.defaultColorScheme(context.colours() ? Help.Ansi.ON : Help.Ansi.OFF))
                .registerConverter(Duration.class, text -> read(DurationText::parse, text))
                .registerConverter(int.class, text -> read(TextFormat.INTEGER.parse(), text))
                .registerConverter(Integer.class, text -> read(TextFormat.INTEGER.parse(), text))
                .registerConverter(long.class, text -> read(TextFormat.LONG.parse(), text))
                .registerConverter(Long.class, text -> read(TextFormat.LONG.parse(), text))
                .registerConverter(double.class, text -> read(TextFormat.DOUBLE.parse(), text))
                .registerConverter(Double.class, text -> read(TextFormat.DOUBLE.parse(), text))
                .registerConverter(EntityType.class, text -> constant(EntityType.class, text))
                .registerConverter(PolicyKind.class, text -> constant(PolicyKind.class, text))
                .registerConverter(MessageState.class, text -> constant(MessageState.class, text))
                .registerConverter(SettlementOption.class, text -> constant(SettlementOption.class, text))
                .setParameterExceptionHandler((failure, unused) -> usage(context, failure))
                .setExecutionExceptionHandler((failure, unused, result) -> FailureReporter.report(context, failure));
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String text) {
        return read(word -> ConstantText.parse(type, word), text);
    }

    @SuppressWarnings("UnusedException") // the exception has only a message
    private static <T> T read(Function<String, T> parse, String text) {
        try {
            return parse.apply(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static int usage(CommandContext context, ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        context.printError("restante: " + FailureReporter.sentence(failure) + suggestion(failure) + " See "
                + command.getCommandSpec().qualifiedName() + " --help.");
        return ExitCode.USAGE;
    }

    /** Returns a question that names the commands or options that a mistyped word probably means, or an empty text. */
    private static String suggestion(ParameterException failure) {
        if (!(failure instanceof UnmatchedArgumentException unmatched)) {
            return "";
        }
        String word = unmatched.getUnmatched().get(0).split("=", 2)[0];
        CommandSpec command = failure.getCommandLine().getCommandSpec();
        Set<String> known = word.startsWith("-")
                ? command.optionsMap().keySet()
                : command.subcommands().keySet();
        return NearestWords.suggestion(NearestWords.find(word, known));
    }

    /** Factory of commands, which passes the context to those constructors that take one. */
    private record CommandFactory(CommandContext context) implements IFactory {
        @Override
        public <K> K create(Class<K> type) throws Exception {
            for (Constructor<?> constructor : type.getDeclaredConstructors()) {
                if (List.of(constructor.getParameterTypes()).equals(List.of(CommandContext.class))) {
                    constructor.setAccessible(true);
                    return type.cast(constructor.newInstance(context));
                }
            }
            return CommandLine.defaultFactory().create(type);
        }
    }
}
